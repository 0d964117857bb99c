import { Box, Flex, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import kit from './kit.module.css'
import classes from './screen-head.module.css'

interface ScreenHeadProps {
  title: string
  /** The link back, above the title. */
  above?: ReactNode
  /** A description of the screen: next to the title, or as a paragraph below it. */
  children?: ReactNode
  /** Controls that apply to the whole screen. */
  tools?: ReactNode
}

export function ScreenHead({ title, above, children, tools }: ScreenHeadProps) {
  return (
    <Flex
      component="header"
      gap="4px 16px"
      justify="space-between"
      wrap="wrap"
      align="center"
      flex="none"
    >
      <Group gap="2px 12px" flex="1 1 260px" miw={0} className={classes.text}>
        {above && <div className={classes.above}>{above}</div>}
        <Box component="h1" fz="xl" fw={600} lh="28px" className={kit.breaks}>
          {title}
        </Box>
        {children}
      </Group>
      {tools && (
        <Group gap={8} justify="flex-end" ml="auto">
          {tools}
        </Group>
      )}
    </Flex>
  )
}
