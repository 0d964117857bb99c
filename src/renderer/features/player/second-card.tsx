import { Group, Paper, Text } from '@mantine/core'
import { TIMELINE } from '../../ui/chart-timeline.ts'
import classes from './moments/moments.module.css'
import type { SecondRead } from './timeline-figures.ts'

interface Placed {
  second: number
  duration: number
  /** Height of the row above the chart, in pixels. */
  above: number
}

/** CSS position of a second on the time axis of the figure. */
export function leftOf(second: number, duration: number): string {
  const { left, right } = TIMELINE
  return `calc(${left}px + (100% - ${left + right}px) * ${second / Math.max(duration, 1)})`
}

/** Share of the width after which the card is left of its second. */
const FAR = 0.6
const AIR = 12

/** The values at the crosshair. Screen readers get them from the slider. */
export function SecondCard({ second, duration, above, read }: Placed & { read: SecondRead }) {
  const isFar = second > duration * FAR
  const left = leftOf(second, duration)
  return (
    <Paper
      aria-hidden
      data-screen-only
      className={classes.card}
      withBorder
      shadow="md"
      px={12}
      py={8}
      style={{
        top: above + TIMELINE.top + AIR,
        ...(isFar
          ? { right: `calc(100% - ${left} + ${AIR}px)` }
          : { left: `calc(${left} + ${AIR}px)` }),
      }}
    >
      <Group justify="space-between" gap={24} wrap="nowrap">
        <Text fw={600} size="md">
          {read.time}
        </Text>
        <Text c="dimmed">{read.ofPitch}</Text>
      </Group>
      {read.figures.map(([name, text]) => (
        <Group key={name} justify="space-between" gap={24} wrap="nowrap">
          <Text c="dimmed">{name}</Text>
          <Text size="sm" fw={600}>
            {text}
          </Text>
        </Group>
      ))}
    </Paper>
  )
}

/** A vertical line through the panels and the lanes below. */
export function LineAt({ second, duration, above, of }: Placed & { of: 'pitch' | 'cursor' }) {
  return (
    <div
      aria-hidden
      className={classes.line}
      data-of={of}
      style={{ top: above + TIMELINE.top, left: leftOf(second, duration) }}
    />
  )
}
