import type { Change } from '../../../../shared/features/publishing/edit.ts'
import { secondOfPercent } from '../../../../shared/time/time.ts'
import type { Side, TimelineItem, TimelineItemKind } from './placed.ts'

/** The dragged part of an item: all of it, or one end of a window. */
export type Handle = 'whole' | Side

export interface Axis {
  /** In whole seconds. */
  length: number
  /** Null when there is none. */
  pitch: number | null
}

const clamp = (value: number, least: number, most: number) =>
  Math.max(least, Math.min(value, Math.max(least, most)))

/** What a handle moves: of a window whose one side stays, the other one. */
function movingOf({ still }: TimelineItem, handle: Handle): Handle {
  const [side, other] = still
  if (handle !== 'whole' || !side || other) return handle
  return side === 'end' ? 'start' : 'end'
}

export const secondOf = ({ start, end }: TimelineItem, handle: Handle) =>
  handle === 'end' ? end : start

/** The second that a handle moves. */
export const movedSecond = (item: TimelineItem, handle: Handle) =>
  secondOf(item, movingOf(item, handle))

interface MoveTarget {
  second: number
  length: number
}

/** The item with a handle moved to a second, limited by the video and the window's other end. */
export function movedTo(
  item: TimelineItem,
  handle: Handle,
  { second, length }: MoveTarget,
): TimelineItem {
  const at = clamp(Math.round(second), 0, length)
  if (item.kind === 'percent') return atPercent(item, Math.round((100 * second) / length), length)
  if (item.kind !== 'window') return { ...item, start: at, end: at }
  const moving = movingOf(item, handle)
  const still = item.still.filter((side) => side !== moving)
  // Our own check (`window-end-not-after-start`) does not let any other window be posted.
  if (moving === 'start') {
    return { ...item, still, start: clamp(at, 0, Math.min(item.end, length) - 1) }
  }
  if (moving === 'end') return { ...item, still, end: clamp(at, item.start + 1, length) }
  const span = Math.max(1, item.end - item.start)
  const start = clamp(at, 0, length - span)
  return { ...item, start, end: start + span }
}

function atPercent(item: TimelineItem, wanted: number, length: number): TimelineItem {
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

/** The item after a key press; null for keys that do not move it. */
export function movedByKey(
  item: TimelineItem,
  handle: Handle,
  pressed: Key & Axis,
): TimelineItem | null {
  const { key, shiftKey, length, pitch } = pressed
  const direction = DIRECTIONS[key]
  const to = (second: number) => movedTo(item, handle, { second, length })
  if (direction !== undefined) {
    const steps = direction * (shiftKey ? 10 : 1)
    // Its threshold is an integer percentage, so a step of one second might change nothing.
    if (item.percent !== null) return atPercent(item, item.percent + steps, length)
    return to(movedSecond(item, handle) + steps)
  }
  if (key === 'Home') return to(0)
  if (key === 'End') return to(length)
  if (key.toLowerCase() === 'p' && pitch !== null) return to(pitch)
  return null
}

type Value = Extract<Change, { kind: 'set' }>['value']

/** The registers that each kind of item sets, and their values. */
const REGISTERS: Record<
  TimelineItemKind,
  Readonly<Record<string, (item: TimelineItem) => Value>>
> = {
  window: { 'window.start': ({ start }) => start, 'window.end': ({ end }) => end },
  time: { 'dispatch.threshold': ({ start }) => start },
  percent: { 'dispatch.threshold': ({ percent }) => percent },
  scroll: { scroll_to_action_in: ({ start }) => start },
  // Video, PATCH, 6: validated as a pair, so both parts are set.
  loop: { action_after_finish: ({ start }) => ({ type: 'loop', start }) },
}

/** The changes that turn one item into the other: only registers that differ. */
export function changesOf(before: TimelineItem, after: TimelineItem): Change[] {
  const { kind, group, item_id } = before
  return Object.entries(REGISTERS[kind]).flatMap(([register, valueOf]): Change[] => {
    const value = valueOf(after)
    const isSame = JSON.stringify(valueOf(before)) === JSON.stringify(value)
    return isSame ? [] : [{ kind: 'set', group, item_id, register, value }]
  })
}

/** The position of a second in percent of the axis. */
export const placeOf = (second: number, length: number) => (100 * second) / length

/** The whole second at a position of the axis in pixels, limited to the axis. */
export function secondAt(pixels: number, width: number, length: number): number {
  if (width <= 0) return 0
  return Math.min(length, Math.max(0, Math.round((pixels / width) * length)))
}

/** Distance from the pitch, in pixels, within which a drag goes to it. */
const SNAP = 4

/** The second of a drag, or the pitch when that is near; `width` is the axis's in pixels. */
export function snapped(second: number, { length, pitch }: Axis, width: number): number {
  const isNear = pitch !== null && (Math.abs(second - pitch) * width) / length <= SNAP
  return isNear ? pitch : second
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200]

/** Round seconds for the labels of the axis, about `most` of them, and the last second. */
export function ticks(length: number, most: number): number[] {
  const step = STEPS.find((seconds) => length / seconds <= most) ?? Math.ceil(length / most)
  const round = Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step)
  // Omits a label that would overlap the last one.
  return [...round.filter((second) => length - second >= step / 2), length]
}
