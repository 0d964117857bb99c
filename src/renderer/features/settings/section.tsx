import { type ReactNode, useCallback, useRef } from 'react'
import { type Part, useOpenedPart } from '../../view.ts'
import classes from './settings.module.css'

interface SectionProps {
  part: Part
  title: string
  children: ReactNode
}

export function Section({ part, title, children }: SectionProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const show = useCallback(() => {
    // After the palette has given the focus back.
    requestAnimationFrame(() => {
      heading.current?.scrollIntoView({ block: 'start' })
      heading.current?.focus({ preventScroll: true })
    })
  }, [])
  useOpenedPart(part, show)
  return (
    <section className={classes.section}>
      <h2 ref={heading} tabIndex={-1} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}
