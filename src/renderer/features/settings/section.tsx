import { type ReactNode, useCallback, useRef } from 'react'
import { Column } from '../../ui/column.tsx'
import kit from '../../ui/kit.module.css'
import { type Part, useOpenedPart } from '../../view.ts'

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
  useOpenedPart([part], show)
  return (
    <Column component="section" gap={12} pt={14} pb={16} px={16} className={kit.card}>
      <h2 ref={heading} tabIndex={-1} className={kit.title}>
        {title}
      </h2>
      {children}
    </Column>
  )
}
