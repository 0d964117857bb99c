import { UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import classes from './chart.module.css'

/** Places of a drawing that something is known about, each with a button above it. */
export interface ChartMarks {
  places: readonly { key: string; at: number }[]
  /** What the button of some places says to readers. */
  label: (keys: readonly string[]) => string
  onOpen: (keys: readonly string[]) => void
  /** What is known there; changes when absent. */
  kind?: (keys: readonly string[]) => 'change' | 'annotation'
}

/** What of a drawing is needed to place something over it. */
interface Drawn {
  convertToPixel: (axis: { xAxisIndex: number }, at: number) => number
  on: (event: 'rendered', hear: () => void) => void
  off: (event: 'rendered', hear: () => void) => void
  isDisposed: () => boolean
}

interface Place {
  left: number
  keys: string[]
}

/** Two buttons nearer than this could not be told apart by a finger: they become one. */
const NEAREST = 30

/** What the row is higher than its buttons. */
const UNDER_BUTTON = 2

/** Where the marks stand above a drawing, in pixels, also after it was resized. */
export function useMarkPlaces(chart: RefObject<Drawn | null>, marks: ChartMarks | undefined) {
  const [lefts, setLefts] = useState<readonly number[]>([])
  const places = marks?.places
  useEffect(() => {
    const drawn = chart.current
    if (!drawn || !places) return
    const measure = () => {
      const next = places.map(({ at }) => drawn.convertToPixel({ xAxisIndex: 0 }, at))
      setLefts((known) => (String(known) === String(next) ? known : next))
    }
    drawn.on('rendered', measure)
    measure()
    return () => {
      if (!drawn.isDisposed()) drawn.off('rendered', measure)
    }
  }, [chart, places])
  return together(places ?? [], lefts)
}

/** Places that are too near to each other for a button each are one. */
export function together(
  places: readonly { key: string }[],
  lefts: readonly number[],
): readonly Place[] {
  const sorted = places
    .map(({ key }, index) => ({ key, left: lefts[index] ?? Number.NaN }))
    .filter(({ left }) => Number.isFinite(left))
    .sort((a, b) => a.left - b.left)
  const found: Place[] = []
  for (const { key, left } of sorted) {
    const last = found.at(-1)
    if (last && left - last.left < NEAREST) last.keys.push(key)
    else found.push({ left, keys: [key] })
  }
  return found
}

interface MarkRowProps {
  places: readonly Place[]
  marks: ChartMarks
  /** Pixels from the top of the drawing to where its lines begin. */
  top: number
}

/** A row of buttons above the drawing, each over its place and joined to the line there. */
export function MarkRow({ places, marks, top }: MarkRowProps) {
  return (
    <ul className={classes.marks}>
      {places.map(({ left, keys }) => (
        <li key={keys[0]} style={{ left }}>
          <UnstyledButton
            className={classes.mark}
            aria-label={marks.label(keys)}
            title={marks.label(keys)}
            aria-haspopup="dialog"
            onClick={() => marks.onOpen(keys)}
          >
            <Sign keys={keys} marks={marks} />
          </UnstyledButton>
          <span className={classes.drop} style={{ height: top + UNDER_BUTTON }} />
        </li>
      ))}
    </ul>
  )
}

function Sign({ keys, marks }: { keys: readonly string[]; marks: ChartMarks }) {
  if (keys.length > 1) return keys.length
  return marks.kind?.(keys) === 'annotation' ? <IconPencil size={13} aria-hidden /> : 'Δ'
}
