import type { ReactNode } from 'react'
import classes from './screen-head.module.css'

interface ScreenHeadProps {
  title: string
  /** The link back, above the title. */
  above?: ReactNode
  /** What is said of the screen: beside the title, or as a paragraph under it. */
  children?: ReactNode
  /** Controls that apply to the whole screen. */
  tools?: ReactNode
}

export function ScreenHead({ title, above, children, tools }: ScreenHeadProps) {
  return (
    <header className={classes.head}>
      <div className={classes.said}>
        {above && <div className={classes.above}>{above}</div>}
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
      {tools && <div className={classes.tools}>{tools}</div>}
    </header>
  )
}
