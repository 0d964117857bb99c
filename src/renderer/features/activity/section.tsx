import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Column } from '../../ui/column.tsx'
import kit from '../../ui/kit.module.css'

/** A panel of the screen. */
export const Section = ({ children }: { children: ReactNode }) => (
  <Column component="section" gap={10} pt={12} pb={14} px={14} className={kit.card}>
    {children}
  </Column>
)

/** A name on the left, and its state on the right. */
export const Line = ({ children }: { children: ReactNode }) => (
  <Group gap="2px 12px" justify="space-between" mih={22}>
    {children}
  </Group>
)
