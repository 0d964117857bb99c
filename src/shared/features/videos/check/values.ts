import type { Group } from '../../../api/settings/index.ts'
import { getOrCreate } from '../../../maps.ts'
import { type Found, found, isBroken, told } from './rules.ts'

type Kind = 'boolean' | 'text' | 'integer' | 'number' | 'object' | 'list-of-texts' | 'list'
type Kinds = Readonly<Record<string, Kind>>

/** Video, settings groups: the type of every key that is sent, but for those of items. */
export const GROUP_KINDS: Readonly<Record<Group, Kinds>> = {
  smart_autoplay: { enabled: 'boolean', variants: 'list' },
  call_actions: { enabled: 'boolean', items: 'list' },
  pixels: { enabled: 'boolean', items: 'list' },
  traffic_filter: {
    enabled: 'boolean',
    fallback_video_id: 'text',
    token: 'text',
    languages: 'list-of-texts',
    countries: 'list-of-texts',
    devices: 'list-of-texts',
    query_params: 'list-of-texts',
    block_proxy: 'boolean',
  },
  playback: {
    enabled: 'boolean',
    disable_pause: 'boolean',
    smart_pause: 'boolean',
    scroll_to_action_in: 'integer',
    action_after_finish: 'object',
    'action_after_finish.type': 'text',
    'action_after_finish.start': 'integer',
  },
  immersive_mode: {
    enabled: 'boolean',
    desktop: 'boolean',
    mobile: 'boolean',
    disable_scrolling: 'boolean',
    expand_on_play: 'boolean',
    minimize_on_pause: 'boolean',
  },
}

export const CALL_ACTION_KINDS: Kinds = {
  base: 'object',
  'base.name': 'text',
  'base.type': 'text',
  'base.active': 'boolean',
  window: 'object',
  'window.start': 'integer',
  'window.end': 'integer',
  'window.persist_on_video_end': 'boolean',
  action: 'object',
  'action.content': 'text',
  'action.url': 'text',
  'action.open_in_new_tab': 'boolean',
  'action.html': 'text',
  'action.as_html': 'boolean',
  design: 'object',
  'design.typography': 'object',
  'design.styles': 'object',
}

export const PIXEL_KINDS: Kinds = {
  base: 'object',
  'base.name': 'text',
  'base.type': 'text',
  tag: 'object',
  'tag.html': 'text',
  dispatch: 'object',
  'dispatch.active': 'boolean',
  'dispatch.mode': 'text',
  'dispatch.threshold': 'integer',
}

export const VARIANT_KINDS: Kinds = {
  template_name: 'text',
  template_position: 'text',
  file_id: 'text',
  scale: 'number',
}

const IS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  object: isObject,
  list: Array.isArray,
  'list-of-texts': (value) =>
    Array.isArray(value) && value.every((item) => typeof item === 'string'),
}

/** Wrong types and broken text among the known keys. Unknown keys are nobody's business here. */
export function* checkValues(part: unknown, kinds: Kinds): Generator<Found> {
  for (const [register, kind] of Object.entries(kinds)) {
    const value = at(part, register)
    if (value === undefined || value === null) continue
    if (!IS[kind](value)) {
      yield found('wrong-type', register, { value: told(value), expected: kind })
    } else if (carriesText(register, kind) && hasBroken(value)) {
      yield found('broken-text', register, { value: told(firstBroken(value)) })
    }
  }
}

const FREE_OBJECTS = ['design.typography', 'design.styles']

/** Other objects and lists hold keys that are looked at by themselves, or unknown ones. */
const carriesText = (register: string, kind: Kind) =>
  kind === 'text' || kind === 'list-of-texts' || FREE_OBJECTS.includes(register)

const hasBroken = (value: unknown) => firstBroken(value) !== undefined

/** The first text in a value, keys too, that holds half a character. */
function firstBroken(value: unknown): string | undefined {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') {
      if (isBroken(next)) return next
    } else if (Array.isArray(next)) {
      for (const item of next) waiting.push(item)
    } else if (isObject(next)) {
      for (const pair of Object.entries(next)) waiting.push(...pair)
    }
  }
  return undefined
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a dotted place; undefined when there is none. */
export function at(part: unknown, register: string): unknown {
  let value = part
  for (const key of keysOf(register)) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

// Registers are few and items may be thousands, which are checked at each key that is pressed.
const split = new Map<string, readonly string[]>()

const keysOf = (register: string) => getOrCreate(split, register, () => register.split('.'))

/** A text at a place, `''` when there is none: what is of another type has its own problem. */
export function textAt(part: unknown, register: string): string {
  const value = at(part, register)
  return typeof value === 'string' ? value : ''
}

export function secondAt(part: unknown, register: string): number | null {
  const value = at(part, register)
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

/** The items of a list that are objects. */
export function objectsAt(part: unknown, register: string) {
  const value = at(part, register)
  return Array.isArray(value) ? value.filter(isObject) : []
}
