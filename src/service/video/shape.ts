import { TEMPLATE_NAMES, TEMPLATE_POSITIONS } from '../../shared/api/settings/index.ts'
import { unprocessable } from './problem.ts'

export type Json = Record<string, unknown>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Leaf = 'boolean' | 'text' | 'integer' | 'number' | 'url' | 'texts' | 'object'

/** A key that may be sent: the type of its value, or the allowed strings. */
type Rule = Leaf | readonly string[]

/** Keys that may be sent, with nested keys. */
export interface Shape {
  readonly [key: string]: Rule | Shape
}

export const isShape = (rule: Rule | Shape): rule is Shape =>
  typeof rule === 'object' && !Array.isArray(rule)

// Video, smart_autoplay.
export const VARIANT: Readonly<Record<string, Rule>> = {
  template_name: TEMPLATE_NAMES,
  template_position: TEMPLATE_POSITIONS,
  file_id: 'text',
  scale: 'number',
}

// Video, call_actions.
const CALL_ACTION: Shape = {
  base: { name: 'text', type: ['inside_video', 'outside_video'], active: 'boolean' },
  window: { start: 'integer', end: 'integer', persist_on_video_end: 'boolean' },
  action: {
    content: 'text',
    url: 'url',
    open_in_new_tab: 'boolean',
    html: 'text',
    as_html: 'boolean',
  },
  design: { typography: 'object', styles: 'object' },
  // The document does not show its position: assumed to be a key of the item.
  image_as_button: 'boolean',
}

// Video, pixels.
const PIXEL: Shape = {
  base: { name: 'text', type: ['facebook', 'google', 'custom'] },
  tag: { html: 'text' },
  dispatch: { active: 'boolean', mode: ['percent', 'time'], threshold: 'integer' },
}

/** Shapes of the entries of collections, which are merged by id. */
export const ITEMS = { call_actions: CALL_ACTION, pixels: PIXEL }

/** Video, settings groups, without collections and variants, which have their own rules. */
export const GROUPS: Readonly<Record<string, Shape>> = {
  smart_autoplay: { enabled: 'boolean' },
  call_actions: { enabled: 'boolean' },
  pixels: { enabled: 'boolean' },
  traffic_filter: {
    enabled: 'boolean',
    fallback_video_id: 'text',
    token: 'text',
    languages: 'texts',
    countries: 'texts',
    devices: 'texts',
    query_params: 'texts',
    block_proxy: 'boolean',
  },
  playback: {
    enabled: 'boolean',
    disable_pause: 'boolean',
    smart_pause: 'boolean',
    scroll_to_action_in: 'integer',
    action_after_finish: { type: ['loop'], start: 'integer' },
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

const LEAVES: Record<Leaf, { rule: string; holds: (value: unknown) => boolean }> = {
  boolean: { rule: 'must be true or false', holds: (value) => typeof value === 'boolean' },
  text: { rule: 'must be text', holds: (value) => typeof value === 'string' },
  integer: { rule: 'must be a whole number', holds: Number.isSafeInteger },
  number: { rule: 'must be a number', holds: (value) => typeof value === 'number' },
  url: { rule: 'must be an http or https URL', holds: isWebUrl },
  texts: {
    rule: 'must be a list of texts',
    holds: (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
  },
  object: { rule: 'must be an object', holds: isJson },
}

export function checkLeaf(rule: Rule, value: unknown, place: string): void {
  if (typeof rule === 'string') {
    if (!LEAVES[rule].holds(value)) throw unprocessable(place, LEAVES[rule].rule)
  } else if (typeof value !== 'string' || !rule.includes(value)) {
    throw unprocessable(place, `must be one of ${rule.join(', ')}`)
  }
}

function isWebUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value)) return false
  // URL.canParse is missing in Electron 25.
  try {
    return Boolean(new URL(value))
  } catch {
    return false
  }
}
