import type { Group } from '../../api/settings/index.ts'
import { appTexts, type Language } from '../../locales/languages.ts'
import { column, columnsOf } from '../../tables/measures.ts'
import { missing, type Table } from '../../tables/table.ts'
import { type AccountEntry, groupsOf } from './change-history.ts'
import { CHANGE_KINDS, type KindCounts, type Publish, sumOf } from './publish.ts'
import { shortened, valueText } from './value-text.ts'

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
      ...columnsOf('text', 'change_video', 'change_video_id', 'change_event', 'change_group'),
      ...columnsOf('text', 'change_item', 'change_setting', 'change_before', 'change_after'),
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
  if (register?.endsWith('.html')) return appTexts(language).tables.values.html
  const video = (video_id: string) => videos[video_id]
  return shortened(valueText(value, register, language, { mode, video }), LONGEST)
}

/** A publish, one row per video. The reasons are the texts of refused changes, by video. */
export function publishTable(
  { videos, startedAt, endedAt }: Publish,
  reasons: Readonly<Record<string, string>>,
  language: Language,
): Table {
  return {
    columns: [
      ...columnsOf('text', 'change_video', 'change_video_id', 'publish_state'),
      column('change_at', 'instant'),
      ...columnsOf('count', 'publish_changes', 'publish_published', 'publish_overwritten'),
      ...columnsOf('count', 'publish_unneeded', 'publish_requests'),
      ...columnsOf('text', 'publish_kinds', 'publish_reason'),
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
