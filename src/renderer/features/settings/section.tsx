import type { ReactNode } from 'react'
import { Column } from '../../ui/column.ts'
import kit from '../../ui/kit.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Column component="section" gap={12} pt={14} pb={16} px={16} className={kit.card}>
      <h2 className={kit.title}>{title}</h2>
      {children}
    </Column>
  )
}
