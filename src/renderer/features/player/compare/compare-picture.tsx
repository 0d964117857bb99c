import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exactDifference, truncatedRate } from '../../../../shared/api/statistics.ts'
import { type Alignment, reachedAt } from '../../../../shared/features/player/curves/align.ts'
import type { Baseline } from '../../../../shared/features/player/curves/baseline.ts'
import { sessionsOf } from '../../../../shared/features/player/curves/curve.ts'
import { curvesHeight } from '../../../ui/chart-curves.ts'
import { CurvesChart } from '../../../ui/charts-lazy.tsx'
import { useFormat } from '../../../ui/format.ts'
import { PictureHead, usePicture } from '../../../ui/picture/chart-picture.tsx'
import { type Figures, Reading, spoken } from '../reading.tsx'
import { type Drawable, useDrawing, usePlaceWords } from './drawing.ts'

interface PictureProps {
  shown: readonly Drawable[]
  by: Alignment
  baseline: Baseline | undefined
}

/** The curves on a common axis, and the values of each at the cursor. */
export function ComparePicture({ shown, by, baseline }: PictureProps) {
  const { t } = useTranslation('compare')
  const [cursor, setCursor] = useState<number | null>(null)
  const { onDrawn, drawn } = usePicture()
  const drawing = useDrawing(shown, by, baseline)
  const figures = useFigures(shown, by)
  const summary = useSummary(shown)
  const under = cursor === null ? null : figures(cursor)
  const height = curvesHeight(shown.length > 1)
  return (
    <>
      <PictureHead drawn={drawn}>
        <Text size="sm">{summary}</Text>
      </PictureHead>
      <Reading isLong figures={under} />
      <CurvesChart
        drawing={drawing}
        label={`${t('title')}. ${summary}`}
        reading={spoken(under, summary)}
        height={height}
        cursor={cursor}
        onCursor={setCursor}
        onDrawn={onDrawn}
      />
    </>
  )
}

function useFigures(shown: readonly Drawable[], by: Alignment) {
  const { t } = useTranslation('compare')
  const { percent, points, count } = useFormat()
  const words = usePlaceWords(by)
  return (place: number): Figures => {
    const shares = shown.map(({ curve }) => {
      const sessions = reachedAt(curve, place, by)
      const share = sessions === null ? null : truncatedRate(sessions, sessionsOf(curve))
      return { sessions, share }
    })
    const first = shares[0]?.share ?? null
    const text = ({ sessions, share }: (typeof shares)[number], index: number) => {
      if (sessions === null || share === null) return '–'
      const difference =
        index > 0 && first !== null ? ` · ${points(exactDifference(share, first))}` : ''
      return `${percent(share)} (${count(sessions)})${difference}`
    }
    return [
      [t(`at.${by}`), words(place)],
      ...shares.map((one, index) => [shown[index]?.name ?? '', text(one, index)] as const),
    ]
  }
}

function useSummary(shown: readonly Drawable[]) {
  const { t } = useTranslation('compare')
  const { percent } = useFormat()
  const ends = shown.map(({ name, curve }) => {
    const share = truncatedRate(curve.reached.at(-1) ?? 0, sessionsOf(curve)) ?? 0
    return t('end', { name, share: percent(share) })
  })
  return t('summary', { count: shown.length, ends: `${ends.join('; ')}.` } as never)
}
