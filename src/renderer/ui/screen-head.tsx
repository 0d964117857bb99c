import type { ReactNode } from 'react'
import classes from './screen-head.module.css'

interface ScreenHeadProps {
  title: string
  /** The way back, over the title. */
  above?: ReactNode
  /** What is said of the screen, under the title. */
  children?: ReactNode
  /** What holds for the whole screen. */
  tools?: ReactNode
}

/** What a screen is called, and what can be done with the whole of it. */
export function ScreenHead({ title, above, children, tools }: ScreenHeadProps) {
  return (
    <header className={classes.head}>
      <div className={classes.said}>
        {above}
        <h1 className={classes.title}>{title}</h1>
        {children}
      </div>
      {tools && <div className={classes.tools}>{tools}</div>}
    </header>
  )
}
