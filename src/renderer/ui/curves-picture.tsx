import { Skeleton } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CurvesDrawing, curvesHeight } from './chart-curves.ts'
import { CurvesChart } from './charts-lazy.ts'
import classes from './curves-picture.module.css'
import { PictureHead, usePicture } from './picture/chart-picture.tsx'

interface CurvesPictureProps {
  drawing: CurvesDrawing
  /** What the drawing is, for readers. */
  label: string
  /** What the curves say at a place; null where they say nothing. */
  say: (place: number) => string | null
  /** What a saved picture says of the drawing's lines. */
  names?: Record<string, string>
  /** Above what is said under the cursor. */
  children?: ReactNode
}

/** Two curves and the lane of their difference, with what they say under the cursor. */
export function CurvesPicture({ drawing, label, say, names, children }: CurvesPictureProps) {
  const { t } = useTranslation('block')
  const { drawn, onDrawn } = usePicture()
  const [cursor, setCursor] = useState<number | null>(null)
  const height = curvesHeight(true)
  const reading = cursor === null ? null : say(cursor)
  return (
    <>
      <PictureHead drawn={drawn} {...(names && { names })}>
        {children}
        <p data-screen-only className={classes.reading} aria-hidden="true">
          {reading ?? t('cursorHint')}
        </p>
      </PictureHead>
      <Suspense fallback={<Skeleton height={height} animate={false} />}>
        <CurvesChart
          {...{ drawing, label, cursor, onDrawn }}
          reading={reading ?? label}
          height={height}
          onCursor={setCursor}
        />
      </Suspense>
    </>
  )
}
