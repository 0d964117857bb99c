import type { Group } from '../../api/settings/index.ts'
import { appTexts, type Language } from '../../locales/languages.ts'
import { column } from '../../tables/measures.ts'
import { missing, type Table } from '../../tables/table.ts'
import { type AccountEntry, groupsOf } from './change-history.ts'
import { CHANGE_KINDS, type KindCounts, type Publish, sumOf } from './publish.ts'
import { valueText } from './value-text.ts'

const NONE = missing('not-applicable')

/** The history of an account's videos, newest first, with values as text. */
export function changeHistoryTable(entries: readonly AccountEntry[], language: Language): Table {
  const { videoSettings } = appTexts(language)
  const nameOf = (group: Group, register: string) => {
    const names: Record<string, string> = videoSettings[group]
    return names[register] ?? register
  }
  const rows = entries.map((entry) => {
    const { at, name, video_id, event, group, item, item_id, register, modes } = entry
    const { before, after } = entry
    const isWhole = group === null
    const value = (it: unknown, mode: unknown) =>
      isWhole ? NONE : changedValue(it, entry, { mode, language })
    return [
      at,
      name,
      video_id,
      event,
      groupsOf(entry)
        .map((each) => nameOf(each, ''))
        .join(', '),
      item || (item_id ?? ''),
      group && register ? nameOf(group, register) : '',
      value(before, modes?.before),
      value(after, modes?.after),
      entry.note ?? '',
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
      column('change_note', 'text'),
    ],
    rows,
    totals: null,
    asOf: entries[0]?.at ?? null,
  }
}

const LONGEST = 500

/** A value for a file: without secrets, and without pages of HTML. */
function changedValue(
  value: unknown,
  { register, videos = {} }: AccountEntry,
  { mode, language }: { mode: unknown; language: Language },
): string {
  if (value === null || value === undefined || value === '') return ''
  if (register?.endsWith('html')) return appTexts(language).tables.values.html
  const video = (video_id: string) => videos[video_id]
  return shortened(valueText(value, register, language, { mode, video }))
}

const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)

/** A publish, one row per video. The reasons are the texts of refused changes, by video. */
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
