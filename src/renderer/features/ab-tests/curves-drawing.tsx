import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FEWEST_SESSIONS } from '../../../shared/features/player/curves/curve.ts'
import type { Table } from '../../../shared/tables/table.ts'
import type { CurvesDrawing as Drawing, DrawnCurve } from '../../ui/chart-curves.ts'
import { CurvesPicture } from '../../ui/curves-picture.tsx'
import { useFormat } from '../../ui/format.ts'

interface CurvesProps {
  table: Table
  /** The pitch of each arm, in seconds; 0 where there is none. */
  pitches: readonly number[]
  /** Whether each arm has so few sessions that its shares mean little. */
  few: readonly boolean[]
}

/** Both curves, A solid and B dashed, and their difference. The table has the values of every second. */
export function CurvesDrawing({ table, pitches, few }: CurvesProps) {
  const { t } = useTranslation('abTests')
  const pitchText = usePitchText(table, pitches)
  const words = [pitchText, useFewText(few)].filter(Boolean).join(' ')
  const drawing = useDrawing({ table, pitches, few })
  const readingAt = useReading(table)
  return (
    <CurvesPicture
      {...{ drawing, readingAt }}
      label={t('retentionLabel', { pitches: words })}
      names={{ pitch: pitchText }}
    >
      <Text size="sm" maw={900}>
        {words}
      </Text>
    </CurvesPicture>
  )
}

/** How many sessions of each arm reached its pitch. */
function usePitchText({ rows }: Table, pitches: readonly number[]): string {
  const { t } = useTranslation('abTests')
  const { videoTime, percent } = useFormat()
  const texts = pitches.map((second, slot) => {
    const arm = slot === 0 ? t('armA') : t('armB')
    if (second === 0) return t('noPitch', { arm })
    const reached = rows[second]?.[slot + 1]
    const time = videoTime(second)
    if (typeof reached !== 'number') return t('pitchUnreached', { arm, time })
    return t('pitch', { arm, time, share: percent(reached) })
  })
  return texts.join(' ')
}

/** Which arms are drawn dotted, as in the compared curves of a player; empty for none. */
function useFewText(few: readonly boolean[]): string {
  const { t } = useTranslation('abTests')
  const { t: words } = useTranslation('compare')
  const names = [t('armA'), t('armB')].filter((_, arm) => few[arm]).join(', ')
  return names && words('few', { names, count: FEWEST_SESSIONS })
}

function useReading({ rows }: Table) {
  const { t } = useTranslation('abTests')
  const { videoTime, percent, points } = useFormat()
  return (second: number) => {
    const [, a, b, difference] = rows[second] ?? []
    if (typeof a !== 'number' || typeof b !== 'number' || typeof difference !== 'number')
      return null
    return t('retentionAt', {
      time: videoTime(second),
      a: percent(a),
      b: percent(b),
      points: points(difference),
    })
  }
}

function useDrawing({ table, pitches, few }: CurvesProps): Drawing {
  const { t } = useTranslation('abTests')
  const { videoTime } = useFormat()
  const places = pitches.join(' ')
  const [isFewA = false, isFewB = false] = few
  return useMemo(() => {
    const arms = [t('armA'), t('armB')]
    const to = Math.max(1, table.rows.length - 1)
    return {
      ...{ from: 0, to },
      curves: armCurves(table, { arms, few: [isFewA, isFewB] }),
      band: null,
      titles: { curves: t('reached'), differences: t('difference'), band: '' },
      placeLabel: videoTime,
      line: null,
      own: places
        .split(' ')
        .map((second, slot) => ({ slot, at: Number(second), label: arms[slot] ?? '' }))
        .filter(({ at }) => at > 0 && at <= to),
    }
  }, [table, places, isFewA, isFewB, t, videoTime])
}

export const armCurves = (
  table: Table,
  { arms, few }: { arms: readonly string[]; few: readonly boolean[] },
): DrawnCurve[] =>
  arms.map((name, slot) => ({
    slot,
    name,
    isFew: few[slot] ?? false,
    points: pointsOf(table, slot + 1),
    differences: slot === 1 ? pointsOf(table, 3) : [],
  }))

const pointsOf = ({ rows }: Table, column: number) =>
  rows.flatMap((row, second) => {
    const value = row[column]
    return typeof value === 'number' ? [[second, value] as const] : []
  })
