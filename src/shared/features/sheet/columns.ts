import type { Field } from '../../api/settings/field.ts'
import { type Group, isCollection } from '../../api/settings/index.ts'
import { GROUP_REGISTERS, ITEM_REGISTERS, isSecret } from '../publishing/register.ts'

/** The tabs of the sheet, in their order. */
export const SHEET_GROUPS = [
  'call_actions',
  'pixels',
  'traffic_filter',
  'playback',
  'smart_autoplay',
  'immersive_mode',
] as const satisfies readonly Group[]

export type SheetKind =
  | 'flag'
  /** One of the values that the document lists. */
  | 'choice'
  /** A second of the video. */
  | 'time'
  /** Seconds before (negative) or after the pitch: another view of when the item appears. */
  | 'from-pitch'
  /** A pixel's percentage or second, by its mode. */
  | 'threshold'
  | 'text'
  | 'url'
  | 'name'
  /** The id of a video, shown as its name. */
  | 'video'
  /** A set of plain texts. */
  | 'list'
  /** The second at which the video restarts when it ends. */
  | 'loop'
  /** A value that is copied as a whole; as text it is JSON. */
  | 'object'
  /** A computed figure, which cannot be edited. */
  | 'count'
  /** A computed share. */
  | 'percent'
  /** A computed text, which cannot be edited. */
  | 'remark'
  /** The name of the row's video, which cannot be edited. */
  | 'title'
  | 'problems'

export interface SheetColumn {
  /** A register of the group, or the name of a computed column. */
  key: string
  kind: SheetKind
  /** The register that an edit of a cell sets; null when cells cannot be edited. */
  register: string | null
  choices: readonly string[]
  /** In pixels. */
  width: number
  isDefault: boolean
}

/** Columns of figures about a row's past, see `figures.ts`. */
export const FIGURES = [
  'plays',
  'reach',
  'clicks',
  'sales',
  'salesBefore',
  'perWeek',
  'turnedAway',
] as const
export type Figure = (typeof FIGURES)[number]

/** Whether a column is computed from stored answers about a period. */
export const isOfPeriod = ({ key }: Pick<SheetColumn, 'key'>) =>
  key === 'sources' || FIGURES.some((figure) => figure === key)

// With these, past clicks and sales are in view in a window of 1440 pixels beside the edit pane.
const WIDTHS: Partial<Record<SheetKind, number>> = {
  flag: 56,
  choice: 124,
  time: 86,
  threshold: 84,
  url: 168,
  text: 140,
  name: 150,
  video: 190,
  list: 170,
  loop: 150,
  object: 120,
}

/** The default columns; for groups not listed here, all registers. */
const DEFAULTS: Partial<Record<Group, readonly string[]>> = {
  call_actions: [
    ...['problems', 'base.active', 'action.content', 'action.url', 'window.start', 'window.end'],
    ...['fromPitch', 'clicks', 'sales', 'design.styles'],
  ],
  pixels: [
    ...['problems', 'dispatch.active', 'base.name', 'base.type', 'dispatch.mode'],
    ...['dispatch.threshold', 'reach', 'perWeek'],
  ],
}

export const TITLE: SheetColumn = {
  ...{ key: 'title', kind: 'title', register: null, choices: [], width: 212, isDefault: true },
}

function columnsOf(group: Group): SheetColumn[] {
  const registers = isCollection(group) ? ITEM_REGISTERS[group] : GROUP_REGISTERS[group]
  // A secret is neither shown in rows nor copied: the token is edited in the video's own editor.
  const settings = Object.entries(registers)
    .filter(([register]) => !isSecret(register))
    .map(([register, field]) => settingColumn(group, register, field))
  const computed = isCollection(group) ? OF_ITEMS[group] : ofVideos(group)
  // Problems are shown next to the name, so they are visible however many columns follow.
  const all = [PROBLEMS, ...settings, ...computed]
  const usual = DEFAULTS[group]
  if (!usual) return all
  const order = (key: string) => (usual.includes(key) ? usual.indexOf(key) : usual.length)
  return all
    .map((column) => ({ ...column, isDefault: usual.includes(column.key) }))
    .sort((a, b) => order(a.key) - order(b.key))
}

const ofVideos = (group: Group) =>
  group === 'traffic_filter' ? [figure('turnedAway'), ...OF_VIDEOS] : OF_VIDEOS

function settingColumn(group: Group, register: string, field: Field): SheetColumn {
  const kind = kindOf(register, field)
  const width = isCollection(group) ? (WIDTHS[kind] ?? 100) : Math.max(WIDTHS[kind] ?? 0, 112)
  return { key: register, kind, register, choices: field.choices ?? [], width, isDefault: true }
}

const BY_REGISTER: Readonly<Record<string, SheetKind>> = {
  fallback_video_id: 'video',
  'dispatch.threshold': 'threshold',
  action_after_finish: 'loop',
}

const kindOf = (register: string, field: Field): SheetKind =>
  Object.hasOwn(BY_REGISTER, register)
    ? (BY_REGISTER[register] ?? 'text')
    : field.register === 'leaf' && field.kind !== 'any'
      ? kindOfLeaf(field)
      : field.register === 'list'
        ? 'list'
        : 'object'

function kindOfLeaf({ choices, kind, format }: Field): SheetKind {
  if (choices) return 'choice'
  if (kind === 'boolean') return 'flag'
  if (format === 'second') return 'time'
  return format ?? 'text'
}

const computed = (key: string, kind: SheetKind, width = 84): SheetColumn => ({
  ...{ key, kind, register: null, choices: [], width, isDefault: true },
})

const PROBLEMS = computed('problems', 'problems', 100)
const FIGURE_WIDTHS: Partial<Record<Figure, number>> = { reach: 76, clicks: 76, sales: 70 }
const figure = (key: Figure) =>
  computed(key, key === 'reach' ? 'percent' : 'count', FIGURE_WIDTHS[key])
/** The number of settings that differ from the row's template. */
const DRIFT = { ...computed('drift', 'count'), isDefault: false }
const OF_VIDEOS = [figure('plays'), DRIFT]
const OF_ITEMS = {
  call_actions: [
    // Video, call_actions: the service knows seconds of the video only, so this sets `window.start`.
    { ...computed('fromPitch', 'from-pitch', 88), register: 'window.start' },
    ...(['plays', 'reach', 'clicks', 'sales', 'salesBefore'] as const).map(figure),
    computed('link', 'remark', 130),
    DRIFT,
  ],
  pixels: [
    ...(['plays', 'reach', 'perWeek'] as const).map(figure),
    { ...computed('sources', 'remark', 210), isDefault: false },
    DRIFT,
  ],
}

/** The columns of a tab after the video's name, in their default order. */
export const SHEET_COLUMNS: Readonly<Record<Group, readonly SheetColumn[]>> = {
  call_actions: columnsOf('call_actions'),
  pixels: columnsOf('pixels'),
  traffic_filter: columnsOf('traffic_filter'),
  playback: columnsOf('playback'),
  smart_autoplay: columnsOf('smart_autoplay'),
  immersive_mode: columnsOf('immersive_mode'),
}
