import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Table } from '../../../shared/tables/table.ts'
import type { CurvesDrawing as Drawing } from '../../ui/chart-curves.ts'
import { CurvesPicture } from '../../ui/curves-picture.tsx'
import { useFormat } from '../../ui/format.ts'

/** An arm's pitch in seconds (0 without one), and its text. */
export interface Pitch {
  second: number
  text: string
}

interface CurvesProps {
  table: Table
  pitches: readonly Pitch[]
}

/** Both curves, A solid and B dashed, and their difference. The table has the values of every second. */
export function CurvesDrawing({ table, pitches }: CurvesProps) {
  const { t } = useTranslation('abTests')
  const pitchText = pitches.map(({ text }) => text).join(' ')
  const drawing = useDrawing(table, pitches)
  const readingAt = useReading(table)
  return (
    <CurvesPicture
      {...{ drawing, readingAt }}
      label={t('retentionLabel', { pitches: pitchText })}
      names={{ pitch: pitchText }}
    >
      <Text size="sm" maw={900}>
        {pitchText}
      </Text>
    </CurvesPicture>
  )
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

function useDrawing(table: Table, pitches: readonly Pitch[]): Drawing {
  const { t } = useTranslation('abTests')
  const { videoTime } = useFormat()
  const places = pitches.map(({ second }) => second).join(' ')
  return useMemo(() => {
    const arms = [t('armA'), t('armB')]
    return {
      from: 0,
      to: Math.max(1, table.rows.length - 1),
      curves: arms.map((name, slot) => ({
        slot,
        name,
        isFew: false,
        points: pointsOf(table, slot + 1),
        differences: slot === 1 ? pointsOf(table, 3) : [],
      })),
      band: null,
      titles: { curves: t('reached'), differences: t('difference'), band: '' },
      placeLabel: videoTime,
      line: null,
      own: places
        .split(' ')
        .map((second, slot) => ({ slot, at: Number(second), label: arms[slot] ?? '' }))
        .filter(({ at }) => at > 0),
    }
  }, [table, places, t, videoTime])
}

const pointsOf = ({ rows }: Table, column: number) =>
  rows.flatMap((row, second) => {
    const value = row[column]
    return typeof value === 'number' ? [[second, value] as const] : []
  })
