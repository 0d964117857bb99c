import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CurvesDrawing, curvesHeight } from './chart-curves.ts'
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
