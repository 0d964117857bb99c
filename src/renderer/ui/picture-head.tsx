import type { ReactNode } from 'react'
import { ChartPicture, type ChartPictureProps } from './picture/chart-picture.tsx'
import classes from './picture-head.module.css'

interface PictureHeadProps extends ChartPictureProps {
  /** What the drawing says. */
  children: ReactNode
  /** What chooses how it is drawn. */
  tools?: ReactNode
}

/** Over a drawing: what it says, and its way to the clipboard or a file. */
export function PictureHead({ children, tools, ...picture }: PictureHeadProps) {
  return (
    <div className={classes.head}>
      <div className={classes.said}>{children}</div>
      {tools && <div className={classes.tools}>{tools}</div>}
      <ChartPicture {...picture} />
    </div>
  )
}
