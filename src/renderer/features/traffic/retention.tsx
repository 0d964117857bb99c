import { Skeleton, UnstyledButton, useComputedColorScheme } from '@mantine/core'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { truncatedRate } from '../../../shared/model/statistics.ts'
import { FEWEST_PLAYS } from '../../../shared/tables/change.ts'
import {
  type EngagementByOrigin,
  type ValueCurve,
  valueCurves,
} from '../../../shared/tables/traffic-retention.ts'
import { askedValues, mostPlayed } from '../../../shared/traffic/most-played.ts'
import { type AskedAnswer, useQuestion } from '../../question.ts'
import { AnswerAge, Answered, Block } from '../../ui/block.tsx'
import { type CurvesDrawing, curvesHeight, DASHES, slotColor } from '../../ui/chart-curves.ts'
import { inks } from '../../ui/chart-ink.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { useFormat } from '../../ui/format.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { type About, wordsOf } from './question.ts'
import classes from './traffic.module.css'

// The drawing library is large: the figures are on the screen before it is read.
const CurvesChart = lazy(() =>
  import('../../ui/chart.tsx').then((it) => ({ default: it.CurvesChart })),
)

const MOST_CURVES = 4
const HEIGHT = curvesHeight(false)

interface RetentionProps {
  about: About
  query_key: string
  stats: AskedAnswer<'trafficStats'>
}

/** How far the viewers of each raw value watched, up to four over each other. */
export function Retention({ about, query_key, stats }: RetentionProps) {
  const { t } = useTranslation('traffic')
  const { account_id, player, period, zone } = about
  const offered = useMemo(() => mostPlayed(stats.value?.value ?? []), [stats.value])
  const [picked, setPicked] = useState<string[] | null>(null)
  const shown = (picked ?? offered).filter((value) => offered.includes(value)).slice(0, MOST_CURVES)
  // All that are offered in one question: choosing others asks nothing, and works offline.
  const values = useMemo(() => askedValues(offered), [offered])
  const wording = wordsOf(about).userEngagementByOrigin(query_key, values)
  const asked = useQuestion(account_id, values.length === 0 ? null : wording)
  if (values.length === 0) return null
  const of = { account_id, player_id: player.id, period, query_key }
  return (
    <Block
      title={t('block.retention')}
      tools={<ExportButton question={{ table: 'traffic_retention', ...of, values, shown }} />}
      foot={
        <>
          <AnswerAge answer={asked.value} zone={zone} />
          <span>{t('reachedNote')}</span>
          <span>{t('curvesNote')}</span>
        </>
      }
    >
      <Picker {...{ offered, shown }} onPick={setPicked} />
      <Answered asked={asked} height={HEIGHT}>
        {({ value }) => <Curves {...{ about, shown }} groups={value} />}
      </Answered>
    </Block>
  )
}

interface PickerProps {
  offered: readonly string[]
  shown: readonly string[]
  onPick: (values: string[]) => void
}

function Picker({ offered, shown, onPick }: PickerProps) {
  const { t } = useTranslation('traffic')
  const isFull = shown.length >= MOST_CURVES
  return (
    <div role="group" aria-label={t('curves', { count: MOST_CURVES })} className={classes.choices}>
      <span className={classes.choicesTitle}>{t('curves', { count: MOST_CURVES })}</span>
      {offered.map((value) => (
        <UnstyledButton
          key={value}
          className={classes.parameter}
          aria-pressed={shown.includes(value)}
          disabled={isFull && !shown.includes(value)}
          title={value}
          onClick={() => onPick(toggled(shown, value))}
        >
          <span className={classes.parameterName}>{value}</span>
        </UnstyledButton>
      ))}
    </div>
  )
}

const toggled = (values: readonly string[], value: string) =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value]

interface CurvesProps {
  about: About
  shown: readonly string[]
  groups: EngagementByOrigin
}

function Curves({ about, shown, groups }: CurvesProps) {
  const { t } = useTranslation('traffic')
  const format = useFormat()
  const { player } = about
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
  const reading = cursor === null ? summary : curves.map((one) => said(one, cursor)).join(' ')
  return (
    <>
      <Legend {...{ curves, cursor }} pitch={drawing.line?.at ?? null} />
      <Suspense fallback={<Skeleton height={HEIGHT} animate={false} />}>
        <CurvesChart
          drawing={drawing}
          label={`${t('block.retention')}. ${summary}`}
          reading={reading}
          height={HEIGHT}
          cursor={cursor}
          onCursor={setCursor}
        />
      </Suspense>
      {lacking.length > 0 && (
        <p className={classes.legend}>{t('lacking', { values: lacking.join(', ') })}</p>
      )}
    </>
  )

  function said({ value, curve, sessions }: ValueCurve, second: number) {
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

/** Which line is which, and what it says under the cursor, at the pitch or at the end. */
function Legend({ curves, cursor, pitch }: LegendProps) {
  const { t } = useTranslation('traffic')
  const format = useFormat()
  return (
    <ul className={classes.curves}>
      {curves.map(({ value, curve, sessions }, index) => {
        const at = cursor ?? pitch ?? curve.length - 1
        const share = format.percent(truncatedRate(curve[at] ?? 0, sessions) ?? 0)
        const time = format.videoTime(at)
        return (
          <li key={value}>
            <LineMark index={index} />
            <span className={classes.curveName} title={value}>
              {value}
            </span>
            <span className={classes.curveShare}>
              {cursor !== null
                ? `${share}, ${time}`
                : pitch === null
                  ? t('atEnd', { share })
                  : t('atPitch', { share, time })}
            </span>
            <span className={classes.legend}>
              {t('sessions', { count: sessions })}
              {sessions < FEWEST_PLAYS && `, ${t('fewSessions')}`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function LineMark({ index }: { index: number }) {
  const ink = inks[useComputedColorScheme()]
  return (
    <svg width={30} height={8} aria-hidden="true">
      <line
        x1={0}
        x2={30}
        y1={4}
        y2={4}
        stroke={slotColor(ink, index)}
        strokeWidth={2}
        strokeDasharray={(DASHES[index] ?? []).join(' ') || undefined}
      />
    </svg>
  )
}
