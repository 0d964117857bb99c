import type { Change } from '../../../../shared/features/publishing/edit.ts'
import { type Placed, type PlacedKind, secondOfPercent } from './placed.ts'

/** What of an item is held: all of it, or an end of a window. */
export type Handle = 'whole' | 'start' | 'end'

export interface Axis {
  /** Whole seconds. */
  length: number
  /** Null when there is none. */
  pitch: number | null
}

const clamp = (value: number, least: number, most: number) =>
  Math.max(least, Math.min(value, Math.max(least, most)))

/** The second that a handle stands at. */
export const secondOf = ({ start, end }: Placed, handle: Handle) => (handle === 'end' ? end : start)

interface Aim {
  second: number
  length: number
}

/** An item with a handle brought to a second, as near as the video and its other end allow. */
export function movedTo(item: Placed, handle: Handle, { second, length }: Aim): Placed {
  const at = clamp(Math.round(second), 0, length)
  if (item.kind === 'percent') return atPercent(item, Math.round((100 * second) / length), length)
  if (item.kind !== 'window') return { ...item, start: at, end: at }
  // A window that ends where it starts, or before, is refused.
  if (handle === 'start') return { ...item, start: clamp(at, 0, item.end - 1) }
  if (handle === 'end') return { ...item, end: clamp(at, item.start + 1, length) }
  const span = item.end - item.start
  const start = clamp(at, 0, length - span)
  return { ...item, start, end: start + span }
}

function atPercent(item: Placed, wanted: number, length: number): Placed {
  const percent = clamp(wanted, 0, 100)
  const second = secondOfPercent(percent, length)
  return { ...item, percent, start: second, end: second }
}

interface Key {
  key: string
  shiftKey: boolean
}

const DIRECTIONS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
}

/** What a key makes of an item; null when the key does not move it. */
export function movedByKey(item: Placed, handle: Handle, pressed: Key & Axis): Placed | null {
  const { key, shiftKey, length, pitch } = pressed
  const direction = DIRECTIONS[key]
  const to = (second: number) => movedTo(item, handle, { second, length })
  if (direction !== undefined) {
    const steps = direction * (shiftKey ? 10 : 1)
    // The threshold of such a pixel is a whole percent, so a second may be no step at all.
    if (item.percent !== null) return atPercent(item, item.percent + steps, length)
    return to(secondOf(item, handle) + steps)
  }
  if (key === 'Home') return to(0)
  if (key === 'End') return to(length)
  if (key.toLowerCase() === 'p' && pitch !== null) return to(pitch)
  return null
}

type Value = Extract<Change, { kind: 'set' }>['value']

/** What each kind of item sets, of what it stands at. */
const REGISTERS: Record<PlacedKind, Readonly<Record<string, (item: Placed) => Value>>> = {
  window: { 'window.start': ({ start }) => start, 'window.end': ({ end }) => end },
  time: { 'dispatch.threshold': ({ start }) => start },
  percent: { 'dispatch.threshold': ({ percent }) => percent },
  scroll: { scroll_to_action_in: ({ start }) => start },
  // Video, PATCH, 6: validated as a pair, so it is set whole.
  loop: { action_after_finish: ({ start }) => ({ type: 'loop', start }) },
}

/** The changes that make of one item the other: only the registers that differ. */
export function changesOf(before: Placed, after: Placed): Change[] {
  const { kind, group, item_id } = before
  return Object.entries(REGISTERS[kind]).flatMap(([register, valueOf]): Change[] => {
    const value = valueOf(after)
    const isSame = JSON.stringify(valueOf(before)) === JSON.stringify(value)
    return isSame ? [] : [{ kind: 'set', group, item_id, register, value }]
  })
}

/** Where a second is, in percent of the axis's width. */
export const placeOf = (second: number, length: number) => (100 * second) / length

/** The whole second at a place of the axis, which is never off it. */
export function secondAt(pixels: number, width: number, length: number): number {
  if (width <= 0) return 0
  return Math.min(length, Math.max(0, Math.round((pixels / width) * length)))
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200]

/** Round seconds to be written under the axis, about `most` of them, and its end. */
export function ticks(length: number, most: number): number[] {
  const step = STEPS.find((seconds) => length / seconds <= most) ?? Math.ceil(length / most)
  const round = Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step)
  // Two times so near each other could not both be read.
  return [...round.filter((second) => length - second >= step / 2), length]
}
