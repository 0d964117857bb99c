import type { Group } from '../../api/settings/index.ts'
import { appTexts, type Language } from '../../locales/languages.ts'
import { fieldsOf } from '../../plain.ts'
import { column } from '../../tables/measures.ts'
import { missing, type Table } from '../../tables/table.ts'
import { videoTime } from '../../time/time.ts'
import { type AccountEntry, groupsOf } from './change-history.ts'
import { valueIn } from './lay.ts'
import { CHANGE_KINDS, type KindCounts, type Publish, sumOf } from './publish.ts'
import { isSecond, isSecret } from './register.ts'

const NONE = missing('not-applicable')

/** The history of the videos of an account, newest first, with values as words. */
export function changeHistoryTable(entries: readonly AccountEntry[], language: Language): Table {
  const { videoSettings } = appTexts(language)
  const nameOf = (group: Group, register: string) => {
    const names: Record<string, string> = videoSettings[group]
    return names[register] ?? register
  }
  const rows = entries.map((entry) => {
    const { at, name, video_id, event, group, item_id, register, before, after } = entry
    const isWhole = group === null
    const item = item_id === null ? '' : itemWord(before) || itemWord(after) || item_id
    const value = (it: unknown) => (isWhole ? NONE : changedValue(it, register, language))
    return [
      at,
      name,
      video_id,
      event,
      groupsOf(entry)
        .map((each) => nameOf(each, ''))
        .join(', '),
      item,
      group && register ? nameOf(group, register) : '',
      value(before),
      value(after),
    ]
  })
  return {
    columns: [
      column('change_at', 'instant'),
      column('change_video', 'text'),
      column('change_video_id', 'text'),
      column('change_event', 'text'),
      column('change_group', 'text'),
      column('change_item', 'text'),
      column('change_setting', 'text'),
      column('change_before', 'text'),
      column('change_after', 'text'),
    ],
    rows,
    totals: null,
    asOf: entries[0]?.at ?? null,
  }
}

const LONGEST = 500

/** A value as a file may have it: without secrets, and without pages of HTML. */
function changedValue(value: unknown, register: string | null, language: Language): string {
  const { yes, no, hidden, html } = appTexts(language).tables.values
  if (value === null || value === undefined) return ''
  if (isSecret(register)) return hidden
  if (register?.endsWith('html')) return html
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'number') return numberText(value, register)
  return shortened(listText(value) ?? textOf(value))
}

const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

const numberText = (value: number, register: string | null) =>
  register !== null && isSecond(register) ? videoTime(value) : String(value)

const listText = (value: unknown) =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value.join(', ') : null

/** An item by its name, which says no more than that it is the whole of it. */
const textOf = (value: unknown) =>
  typeof value === 'string' ? value : itemWord(value) || JSON.stringify(value)

function itemWord(value: unknown): string {
  const words = ['base.name', 'action.content'].map((place) => valueIn(fieldsOf(value), place))
  return words.find((word): word is string => typeof word === 'string' && word !== '') ?? ''
}

/** A video of a publish in each row. The reasons are the sentences of refused changes, by video. */
export function publishTable(
  { videos, startedAt, endedAt }: Publish,
  reasons: Readonly<Record<string, string>>,
  language: Language,
): Table {
  return {
    columns: [
      column('change_video', 'text'),
      column('change_video_id', 'text'),
      column('publish_state', 'text'),
      column('change_at', 'instant'),
      column('publish_changes', 'count'),
      column('publish_published', 'count'),
      column('publish_overwritten', 'count'),
      column('publish_unneeded', 'count'),
      column('publish_requests', 'count'),
      column('publish_kinds', 'text'),
      column('publish_reason', 'text'),
    ],
    rows: videos.map((video) => [
      video.name,
      video.video_id,
      video.state,
      video.at ?? NONE,
      sumOf(video.changes),
      sumOf(video.published),
      video.overwritten,
      video.unneeded,
      video.requests,
      kindsText(video.changes, language),
      reasons[video.video_id] ?? '',
    ]),
    totals: null,
    asOf: endedAt ?? startedAt,
  }
}

export function kindsText(counts: KindCounts, language: Language): string {
  const names = appTexts(language).tables.kinds
  return CHANGE_KINDS.filter((kind) => counts[kind])
    .map((kind) => `${names[kind]}: ${counts[kind] ?? 0}`)
    .join(', ')
}
