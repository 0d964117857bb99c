import { Box, Flex } from '@mantine/core'
import { type ReactNode, useCallback, useRef } from 'react'
import kit from '../../ui/kit.module.css'
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
  useOpenedPart([part], show)
  return (
    <Flex
      component="section"
      direction="column"
      gap={12}
      className={`${kit.card} ${classes.section}`}
    >
      <Box ref={heading} component="h2" tabIndex={-1} fz="md" lh={1.35}>
        {title}
      </Box>
      {children}
    </Flex>
  )
}
