import { UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import classes from './chart.module.css'
import kit from './kit.module.css'

/** Positions of a chart that have information, each with a button above the chart. */
export interface ChartMarks {
  places: readonly { key: string; at: number }[]
  /** The accessible label of the button for one or more positions. */
  label: (keys: readonly string[]) => string
  onOpen: (keys: readonly string[]) => void
  /** Kind of the information; `change` by default. */
  kind?: (keys: readonly string[]) => 'change' | 'annotation'
}

/** The part of the ECharts interface needed to position elements over a chart. */
interface Drawn {
  convertToPixel: (axis: { xAxisIndex: number }, at: number) => number
  on: (event: 'rendered', listener: () => void) => void
  off: (event: 'rendered', hear: () => void) => void
  isDisposed: () => boolean
}

interface Place {
  left: number
  keys: string[]
}

/** In pixels: buttons closer than this are merged, because they could not be hit separately by touch. */
const NEAREST = 30

/** Height of the row, and how much taller it is than its buttons, in pixels. */
export const MARKS_HEIGHT = 26
const UNDER_BUTTON = 2

/** The positions of the marks above a chart in pixels, updated when it is resized. */
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
  return mergeClose(places ?? [], lefts)
}

/** Merges positions that are too close for a button each. */
export function mergeClose(
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
  /** Distance in pixels from the chart's top to the start of its vertical lines. */
  top: number
}

/** A row of buttons above a chart, each connected to its line. */
export function MarkRow({ places, marks, top }: MarkRowProps) {
  return (
    <ul className={classes.marks} style={{ height: MARKS_HEIGHT }}>
      {places.map(({ left, keys }) => (
        <li key={keys[0]} style={{ left }}>
          <UnstyledButton
            className={`${kit.hover} ${classes.mark}`}
            aria-label={marks.label(keys)}
            title={marks.label(keys)}
            aria-haspopup="dialog"
            onClick={() => marks.onOpen(keys)}
          >
            <MarkSymbol keys={keys} marks={marks} />
          </UnstyledButton>
          <span className={classes.drop} style={{ height: top + UNDER_BUTTON }} />
        </li>
      ))}
    </ul>
  )
}

function MarkSymbol({ keys, marks }: { keys: readonly string[]; marks: ChartMarks }) {
  if (keys.length > 1) return keys.length
  return marks.kind?.(keys) === 'annotation' ? <IconPencil size={13} aria-hidden /> : 'Δ'
}
