import { Skeleton } from '@mantine/core'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Table } from '../../../shared/tables/table.ts'
import { curvesHeight, type CurvesDrawing as Drawing } from '../../ui/chart-curves.ts'
import { CurvesChart } from '../../ui/charts-lazy.ts'
import { useFormat } from '../../ui/format.ts'
import { usePicture } from '../../ui/picture/chart-picture.tsx'
import { PictureHead } from '../../ui/picture-head.tsx'
import classes from './ab-tests.module.css'

const HEIGHT = curvesHeight(true)

/** Where an arm's pitch is, 0 without one, and how it is said. */
export interface Pitch {
  second: number
  text: string
}

interface CurvesProps {
  table: Table
  pitches: readonly Pitch[]
}

/** Both curves, A solid and B dashed, and a lane of their difference; the table says every second. */
export function CurvesDrawing({ table, pitches }: CurvesProps) {
  const { t } = useTranslation('abTests')
  const { t: block } = useTranslation('block')
  const { videoTime, percent, count } = useFormat()
  const { drawn, onDrawn } = usePicture()
  const [cursor, setCursor] = useState<number | null>(null)
  const drawing = useDrawing(table, pitches)
  const label = t('retentionLabel', { pitches: pitches.map(({ text }) => text).join(' ') })
  const [, a, b, points] = (cursor === null ? undefined : table.rows[cursor]) ?? []
  const reading =
    cursor !== null && typeof a === 'number' && typeof b === 'number' && typeof points === 'number'
      ? t('retentionAt', {
          time: videoTime(cursor),
          a: percent(a),
          b: percent(b),
          points: count(points),
        })
      : null
  return (
    <>
      <PictureHead drawn={drawn} names={{ pitch: pitches.map(({ text }) => text).join(' ') }}>
        <p className={classes.note}>{pitches.map(({ text }) => text).join(' ')}</p>
        <p data-screen-only className={classes.note} aria-hidden="true">
          {reading ?? block('cursorHint')}
        </p>
      </PictureHead>
      <Suspense fallback={<Skeleton height={HEIGHT} animate={false} />}>
        <CurvesChart
          {...{ drawing, label, cursor, onDrawn }}
          reading={reading ?? label}
          height={HEIGHT}
          onCursor={setCursor}
        />
      </Suspense>
    </>
  )
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
