import type { z } from 'zod'
import { type NullAsAbsent, nullAsAbsent } from '../schemas.ts'
import {
  anyObject,
  choice,
  type FieldSet,
  flag,
  integer,
  items,
  name,
  number,
  type ObjectOf,
  objectOf,
  part,
  type RuleOf,
  second,
  text,
  texts,
  unshown,
  url,
  whole,
  wholeList,
} from './field.ts'

export const TEMPLATE_NAMES = [
  'default',
  'discrete',
  'modern',
  'sightcare',
  'fullscreen',
  'image',
] as const
const TEMPLATE_ROWS = ['top', 'middle', 'bottom'] as const
const TEMPLATE_COLUMNS = ['left', 'center', 'right'] as const

/** Slots of the 3x3 grid, row by row. */
export const TEMPLATE_POSITIONS = TEMPLATE_ROWS.flatMap((row) =>
  TEMPLATE_COLUMNS.map((column) => `${row}-${column}` as const),
)

// Video, call_actions: the keys that complete typography names; of styles the document names these.
export const TYPOGRAPHY_KEYS = [
  'family',
  'letter_spacing',
  'line_height',
  'size',
  'weight',
] as const
export const STYLE_KEYS = ['border_radius', 'padding', 'shadow'] as const

/**
 * Video, settings groups: every key that may be sent, in the document's order. A new key is a line
 * here; all that the app does with it follows from that line.
 */
export const SETTINGS = {
  // `mode` and `active_number` are read-only and stay among the unknown keys.
  smart_autoplay: {
    enabled: flag(),
    /** Either the selection keys, or a full object hand-built on the dashboard. */
    variants: wholeList({
      template_name: choice(TEMPLATE_NAMES, { unknown: 'template-name-unknown' }),
      template_position: choice(TEMPLATE_POSITIONS, { unknown: 'template-position-unknown' }),
      file_id: name(),
      scale: number(),
    }),
  },

  call_actions: {
    enabled: flag(),
    items: items({
      base: part({
        name: name(),
        type: choice(['inside_video', 'outside_video'], { unknown: 'call-action-type-unknown' }),
        active: flag(),
      }),
      window: part({ start: second(), end: second(), persist_on_video_end: flag() }),
      action: part({
        content: text(),
        url: url(),
        open_in_new_tab: flag(),
        html: text(),
        as_html: flag(),
      }),
      // "Shallow per sub-group" can be read as merging or as replacing these: sent whole, both agree.
      design: part({ typography: anyObject(), styles: anyObject() }),
      // The document names it without its place: of the item is assumed, and any value is kept.
      image_as_button: unshown(),
    }),
  },

  pixels: {
    enabled: flag(),
    items: items({
      base: part({
        name: name(),
        type: choice(['facebook', 'google', 'custom'], { unknown: 'pixel-type-unknown' }),
      }),
      tag: part({ html: text() }),
      dispatch: part({
        active: flag(),
        mode: choice(['percent', 'time'], { unknown: 'dispatch-mode-unknown' }),
        /** The percent watched or the second played, by `mode`. */
        threshold: integer(),
      }),
    }),
  },

  // A viewer must pass every configured list.
  traffic_filter: {
    enabled: flag(),
    fallback_video_id: name(),
    token: name(),
    languages: texts(),
    countries: texts(),
    devices: texts(),
    query_params: texts(),
    block_proxy: flag(),
  },

  playback: {
    enabled: flag(),
    disable_pause: flag(),
    smart_pause: flag(),
    scroll_to_action_in: second({ beyond: 'scroll-beyond-duration' }),
    // Video, PATCH, 6: validated as a pair.
    action_after_finish: whole({
      type: choice(['loop'], { unknown: 'finish-type-unknown' }),
      start: second({
        missing: 'loop-without-start',
        negative: 'loop-start-negative',
        beyond: 'loop-beyond-duration',
      }),
    }),
  },

  immersive_mode: {
    enabled: flag(),
    desktop: flag(),
    mobile: flag(),
    disable_scrolling: flag(),
    expand_on_play: flag(),
    minimize_on_pause: flag(),
  },
} satisfies Record<string, FieldSet>

type Settings = typeof SETTINGS
export type Group = keyof Settings
export const GROUPS = Object.keys(SETTINGS) as [Group, ...Group[]]

/** Groups whose items have ids of their own. */
export type Collection = { [G in Group]: Settings[G] extends { items: unknown } ? G : never }[Group]
export const isCollection = (group: Group): group is Collection => 'items' in SETTINGS[group]
export const COLLECTIONS = GROUPS.filter(isCollection) as [Collection, ...Collection[]]

/** The names of the rules that fields name. */
export type FieldRule = { [G in Group]: RuleOf<Settings[G]> }[Group]

/** The groups as they are read. A video may lack any. */
export const settings = Object.fromEntries(
  Object.entries(SETTINGS).map(([group, fields]) => [group, nullAsAbsent(objectOf(fields))]),
) as unknown as { [G in Group]: NullAsAbsent<ObjectOf<Settings[G]>> }

type SettingsOf<G extends Group> = z.output<ObjectOf<Settings[G]>>

export type CallAction = NonNullable<SettingsOf<'call_actions'>['items']>[number]
export type Pixel = NonNullable<SettingsOf<'pixels'>['items']>[number]
export type TrafficFilter = SettingsOf<'traffic_filter'>
export type Variant = NonNullable<SettingsOf<'smart_autoplay'>['variants']>[number]

/** A variant that was not chosen by the selection keys: it is shown, kept, and never sent. */
export const isHandBuilt = ({ template_name }: Variant) => typeof template_name !== 'string'
