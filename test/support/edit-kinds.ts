import type { Video } from '../../src/shared/api/video.ts'
import type { Change } from '../../src/shared/features/publishing/edit.ts'

type Items = { id?: string; base?: object; design?: object }[]
type Settings = Record<'playback' | 'traffic_filter', Record<string, unknown>> & {
  call_actions: { items: Items }
  pixels: { items: Items }
}

interface EditKind {
  change: (video: Video) => Change
  /** Applies an edit to a video by hand; a created item has no id. */
  apply: (settings: Settings) => void
}

const TEXT = 'Made on the desk'
const TYPOGRAPHY = { family: 'Inter', size: 21, letter_spacing: 0, line_height: 1.2, weight: 700 }
const PIXEL = {
  base: { name: TEXT, type: 'google' },
  dispatch: { active: true, mode: 'percent', threshold: 50 },
}

const firstOf = (items: readonly { id?: string }[] | null | undefined) => items?.[0]?.id ?? ''

export const EDIT_KINDS = {
  'a setting': {
    change: ({ playback }) => ({
      ...{ kind: 'set', group: 'playback', item_id: null, register: 'smart_pause' },
      value: playback?.smart_pause !== true,
    }),
    apply: ({ playback }) => {
      playback['smart_pause'] = playback['smart_pause'] !== true
    },
  },
  'a setting sent whole': {
    change: ({ call_actions }) => ({
      ...{ kind: 'set', group: 'call_actions', register: 'design.typography' },
      item_id: firstOf(call_actions?.items),
      value: TYPOGRAPHY,
    }),
    apply({ call_actions: { items } }) {
      items[0] = { ...items[0], design: { ...items[0]?.design, typography: TYPOGRAPHY } }
    },
  },
  'a list': {
    change: () => ({
      ...{ kind: 'list', group: 'traffic_filter', register: 'query_params' },
      add: [TEXT],
      remove: [],
    }),
    apply({ traffic_filter }) {
      const known = traffic_filter['query_params'] as string[] | undefined
      traffic_filter['query_params'] = [...(known ?? []), TEXT]
    },
  },
  'an item made': {
    change: () => ({ kind: 'create', group: 'pixels', item: PIXEL }),
    apply: ({ pixels }) => void pixels.items.push(PIXEL),
  },
  'an item changed': {
    change: ({ pixels }) => ({
      ...{ kind: 'set', group: 'pixels', register: 'base.name', value: TEXT },
      item_id: firstOf(pixels?.items),
    }),
    apply({ pixels: { items } }) {
      items[0] = { ...items[0], base: { ...items[0]?.base, name: TEXT } }
    },
  },
  'an item deleted': {
    change: ({ pixels }) => ({
      ...{ kind: 'delete', group: 'pixels', item_id: firstOf(pixels?.items) },
    }),
    apply: ({ pixels }) => void pixels.items.shift(),
  },
} as const satisfies Record<string, EditKind>

export type EditKindName = keyof typeof EDIT_KINDS

export const EDIT_KIND_NAMES = Object.keys(EDIT_KINDS) as EditKindName[]

/** A video after edits of some kinds. */
export function afterEdits(first: Video, kinds: readonly EditKindName[]): unknown {
  const video = structuredClone(first) as unknown as Settings
  for (const kind of kinds) EDIT_KINDS[kind].apply(video)
  return video
}

/** A video on which every kind of edit can be made. */
export const isEditable = ({ pixels, call_actions, traffic_filter, playback }: Video) =>
  firstOf(pixels?.items) !== '' &&
  firstOf(call_actions?.items) !== '' &&
  traffic_filter !== undefined &&
  playback !== undefined
