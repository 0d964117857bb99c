import { Box, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { truncatedRate } from '../../../shared/api/statistics.ts'
import {
  type EngagementByOrigin,
  type ValueCurve,
  valueCurves,
} from '../../../shared/features/traffic/traffic-retention.ts'
import { FEWEST_PLAYS } from '../../../shared/tables/change.ts'
import { type CurvesDrawing, curvesHeight } from '../../ui/chart-curves.ts'
import { CurvesChart } from '../../ui/charts-lazy.tsx'
import { LineMark } from '../../ui/curves-picture.tsx'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { EmptyState } from '../../ui/notice.tsx'
import { PictureHead, usePicture } from '../../ui/picture/chart-picture.tsx'
import { type About } from './queries.ts'
import classes from './traffic.module.css'

export const retentionHeight = () => curvesHeight(false)

interface CurvesProps {
  about: About
  shown: readonly string[]
  groups: EngagementByOrigin
}

/** The curves of several values, with their figures at the cursor. */
export function RetentionPicture({ about, shown, groups }: CurvesProps) {
  const { t } = useTranslation('traffic')
  const format = useFormat()
  const { player } = about
  const { drawn, onDrawn } = usePicture()
  const [cursor, setCursor] = useState<number | null>(null)
  const words = shown.join('\n')
  const curves = useMemo(
    () => valueCurves(groups, shown, player).filter(({ sessions }) => sessions > 0),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `words` holds all of `shown`
    [groups, words, player],
  )
  const drawing = useDrawing(curves, player.pitch_time)
  if (curves.length === 0) return <EmptyState title={t('noCurves')} text={t('noCurvesText')} />
  const lacking = shown.filter((value) => !curves.some((curve) => curve.value === value))
  const summary = curves.map(({ value }) => value).join(', ')
  const reading = cursor === null ? summary : curves.map((one) => textAt(one, cursor)).join(' ')
  return (
    <>
      <PictureHead drawn={drawn}>
        <Legend {...{ curves, cursor }} pitch={drawing.line?.at ?? null} />
      </PictureHead>
      <CurvesChart
        {...{ drawing, cursor, onDrawn }}
        label={`${t('block.retention')}. ${summary}`}
        reading={reading}
        height={retentionHeight()}
        onCursor={setCursor}
      />
      {lacking.length > 0 && (
        <Text maw={960} mt={4} c="dimmed">
          {t('lacking', { values: lacking.join(', ') })}
        </Text>
      )}
    </>
  )

  function textAt({ value, curve, sessions }: ValueCurve, second: number) {
    const share = format.percent(truncatedRate(curve[second] ?? 0, sessions) ?? 0)
    const time = format.videoTime(second)
    return t('curveSummary', { value, share, sessions: format.count(sessions), time })
  }
}

function useDrawing(curves: readonly ValueCurve[], pitch_time: number): CurvesDrawing {
  const { t } = useTranslation('traffic')
  const { videoTime } = useFormat()
  return useMemo(() => {
    const to = (curves[0]?.curve.length ?? 1) - 1
    const hasPitch = pitch_time > 0 && pitch_time <= to
    return {
      from: 0,
      to,
      curves: curves.map(({ value, sessions, curve }, slot) => ({
        slot,
        name: value,
        isFew: sessions < FEWEST_PLAYS,
        points: curve.map((at, second) => [second, (100 * at) / sessions] as const),
        differences: [],
      })),
      band: null,
      titles: { curves: t('reached'), differences: '', band: '' },
      placeLabel: videoTime,
      line: hasPitch ? { at: pitch_time, label: t('pitch') } : null,
    }
  }, [curves, pitch_time, t, videoTime])
}

interface LegendProps {
  curves: readonly ValueCurve[]
  cursor: number | null
  pitch: number | null
}

/** The legend: each line with its figures at the cursor, at the pitch or at the end. */
function Legend({ curves, cursor, pitch }: LegendProps) {
  const { t } = useTranslation('traffic')
  const format = useFormat()
  return (
    <ul className={`${kit.list} ${classes.curves}`}>
      {curves.map(({ value, curve, sessions }, index) => {
        const at = cursor ?? pitch ?? curve.length - 1
        const share = format.percent(truncatedRate(curve[at] ?? 0, sessions) ?? 0)
        const time = format.videoTime(at)
        return (
          <li key={value}>
            <LineMark slot={index} isFew={sessions < FEWEST_PLAYS} />
            <Box component="span" fw={600} className={kit.cut} title={value}>
              {value}
            </Box>
            <span className={kit.tabular}>
              {cursor !== null
                ? `${share}, ${time}`
                : pitch === null
                  ? t('atEnd', { share })
                  : t('atPitch', { share, time })}
            </span>
            <Text span c="dimmed">
              {t('sessions', { count: sessions })}
              {sessions < FEWEST_PLAYS && `, ${t('fewSessions')}`}
            </Text>
          </li>
        )
      })}
    </ul>
  )
}
