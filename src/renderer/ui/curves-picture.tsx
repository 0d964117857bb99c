import { Text, useComputedColorScheme } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CurvesDrawing, curvesHeight, DASHES, DOTS, slotColor } from './chart-curves.ts'
import { inks } from './chart-ink.ts'
import { CurvesChart } from './charts-lazy.tsx'
import { PictureHead, usePicture } from './picture/chart-picture.tsx'

interface CurvesPictureProps {
  drawing: CurvesDrawing
  /** The accessible name of the chart. */
  label: string
  /** The values at a position as text; null when there are none. */
  readingAt: (place: number) => string | null
  /** Names of the lines in a saved picture. */
  names?: Record<string, string>
  /** Shown above the values at the cursor. */
  children?: ReactNode
}

/** Two curves and their difference, with the values at the cursor. */
export function CurvesPicture({ drawing, label, readingAt, names, children }: CurvesPictureProps) {
  const { t } = useTranslation('block')
  const { drawn, onDrawn } = usePicture()
  const [cursor, setCursor] = useState<number | null>(null)
  const height = curvesHeight(true)
  const reading = cursor === null ? null : readingAt(cursor)
  return (
    <>
      <PictureHead drawn={drawn} {...(names && { names })}>
        {children}
        <Text data-screen-only size="sm" aria-hidden="true">
          {reading ?? t('cursorHint')}
        </Text>
      </PictureHead>
      <CurvesChart
        {...{ drawing, label, cursor, onDrawn }}
        reading={reading ?? label}
        height={height}
        onCursor={setCursor}
      />
    </>
  )
}

/** A sample of a curve’s line, for a legend. */
export function LineMark({ slot, isFew }: { slot: number; isFew: boolean }) {
  const dashes = isFew ? DOTS : (DASHES[slot] ?? [])
  const ink = inks[useComputedColorScheme()]
  return (
    <svg width={30} height={8} aria-hidden="true">
      <line
        x1={1}
        x2={29}
        y1={4}
        y2={4}
        stroke={slotColor(ink, slot)}
        strokeWidth={2}
        strokeDasharray={dashes.join(' ') || undefined}
      />
    </svg>
  )
}
