import type { Collection, Group } from '../../api/settings/index.ts'

/**
 * A register is the unit of merge: what one edit sets and one conflict is about. A `leaf` is a
 * plain value, a `whole` is an object or list that is only ever set at once, a `list` is a set of
 * texts to which edits add and from which they remove.
 */
export type RegisterKind = 'leaf' | 'whole' | 'list'

/** Where a register is: `item_id` is null for those of the group itself. */
export interface RegisterAt {
  group: Group
  item_id: string | null
  /** Dotted, as the document names it: `window.start`. */
  register: string
}

/** A register of a video, or with `register` null one of its items. */
export interface EditPlace extends Omit<RegisterAt, 'register'> {
  register: string | null
}

/** An item, or with `item_id` null what a group has beside its items. */
export type ItemPlace = Pick<RegisterAt, 'group' | 'item_id'>

type Registers = Readonly<Record<string, RegisterKind>>

/** Video, settings groups: every key that may be sent, but for those of items. */
export const GROUP_REGISTERS: Readonly<Record<Group, Registers>> = {
  smart_autoplay: { enabled: 'leaf', variants: 'whole' },
  call_actions: { enabled: 'leaf' },
  pixels: { enabled: 'leaf' },
  traffic_filter: {
    enabled: 'leaf',
    fallback_video_id: 'leaf',
    token: 'leaf',
    languages: 'list',
    countries: 'list',
    devices: 'list',
    query_params: 'list',
    block_proxy: 'leaf',
  },
  playback: {
    enabled: 'leaf',
    disable_pause: 'leaf',
    smart_pause: 'leaf',
    scroll_to_action_in: 'leaf',
    // Video, PATCH, 6: validated as a pair.
    action_after_finish: 'whole',
  },
  immersive_mode: {
    enabled: 'leaf',
    desktop: 'leaf',
    mobile: 'leaf',
    disable_scrolling: 'leaf',
    expand_on_play: 'leaf',
    minimize_on_pause: 'leaf',
  },
}

/** Video, traffic_filter: whoever presents it passes the filter. It is shown to nobody who did not ask for it. */
export const SECRET = { group: 'traffic_filter', item_id: null, register: 'token' } as const

/** Of a register as it is told by its name alone, which no other group has. */
export const isSecret = (register: string | null) => register === SECRET.register

/** Video, call_actions and pixels: every key of an item that may be sent. */
export const ITEM_REGISTERS: Readonly<Record<Collection, Registers>> = {
  call_actions: {
    'base.name': 'leaf',
    'base.type': 'leaf',
    'base.active': 'leaf',
    'window.start': 'leaf',
    'window.end': 'leaf',
    'window.persist_on_video_end': 'leaf',
    'action.content': 'leaf',
    'action.url': 'leaf',
    'action.open_in_new_tab': 'leaf',
    'action.html': 'leaf',
    'action.as_html': 'leaf',
    // "Shallow per sub-group" can be read as merging or as replacing these: sent whole, both agree.
    'design.typography': 'whole',
    'design.styles': 'whole',
    image_as_button: 'leaf',
  },
  pixels: {
    'base.name': 'leaf',
    'base.type': 'leaf',
    'tag.html': 'leaf',
    'dispatch.active': 'leaf',
    'dispatch.mode': 'leaf',
    'dispatch.threshold': 'leaf',
  },
}

/** What kind a register is; undefined when there is none at that place. */
export function registerKind({ group, item_id, register }: RegisterAt): RegisterKind | undefined {
  const registers =
    item_id === null
      ? GROUP_REGISTERS[group]
      : group in ITEM_REGISTERS
        ? ITEM_REGISTERS[group as Collection]
        : {}
  return Object.hasOwn(registers, register) ? registers[register] : undefined
}

/** One text per register of a video, or per item made or deleted, equal for equal places. */
export const registerKey = ({ group, item_id, register }: EditPlace) =>
  JSON.stringify([group, item_id, register])

export const itemKey = ({ group, item_id }: ItemPlace) =>
  registerKey({ group, item_id, register: null })

/** One text for all that is about an item, or about what a group has beside its items. */
export const placeKey = ({ group, item_id }: ItemPlace) => JSON.stringify([group, item_id])
