import { Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import kit from '../../ui/kit.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Flex
      component="section"
      direction="column"
      gap={12}
      pt={14}
      pb={16}
      px={16}
      className={kit.card}
    >
      <h2 className={kit.title}>{title}</h2>
      {children}
    </Flex>
  )
}
