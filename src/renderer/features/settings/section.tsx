import { Box, Flex } from '@mantine/core'
import type { ReactNode } from 'react'
import kit from '../../ui/kit.module.css'
import classes from './settings.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Flex
      component="section"
      direction="column"
      gap={12}
      className={`${kit.card} ${classes.section}`}
    >
      <Box component="h2" fz="md" lh={1.35}>
        {title}
      </Box>
      {children}
    </Flex>
  )
}
