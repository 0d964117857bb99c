import { useComputedColorScheme } from '@mantine/core'
import { DASHES, DOTS, slotColor } from './chart-curves.ts'
import { inks } from './chart-ink.ts'

export function LineMark({ slot, isFew }: { slot: number; isFew: boolean }) {
  const dashes = isFew ? DOTS : (DASHES[slot] ?? [])
  const ink = inks[useComputedColorScheme()]
  return (
    <svg width={30} height={8} aria-hidden="true">
      <line
        x1={1}
        x2={29}
        y1={4}
        y2={4}
        stroke={slotColor(ink, slot)}
        strokeWidth={2}
        strokeDasharray={dashes.join(' ') || undefined}
      />
    </svg>
  )
}
