import { z } from 'zod'
import { GROUPS, type Group } from '../../api/settings/index.ts'
import { videoId } from '../../api/video.ts'
import { LANGUAGES } from '../../locales/languages.ts'
import { onAccount, onVideo } from '../../model/ids.ts'
import { type Operation, returns } from '../../operation.ts'
import { fieldsOf } from '../../plain.ts'
import { folded } from '../../tables/table.ts'
import type { Edit, HistoryEntry } from './edit.ts'
import { isSecret } from './register.ts'
import { settingName, valueText } from './value-text.ts'

export const HISTORY_EVENTS = [
  'posted',
  'downloaded',
  'overwritten',
  'resolved',
  'discarded',
  'duplicate',
] as const satisfies readonly HistoryEntry['event'][]

export const historyFilter = z.object({
  video_id: videoId.nullable(),
  event: z.enum(HISTORY_EVENTS).nullable(),
  group: z.enum(GROUPS).nullable(),
  /** Epoch milliseconds. */
  since: z.number().nullable(),
  search: z.string().max(200),
})
export type HistoryFilter = z.output<typeof historyFilter>

export const WHOLE_HISTORY: HistoryFilter = {
  video_id: null,
  event: null,
  group: null,
  since: null,
  search: '',
}

export interface AccountEntry extends HistoryEntry {
  /** The name of the video; its id when it no longer exists. */
  name: string
  /** The name of its item; empty when it concerns none, or the item has no name. */
  item: string
  /** For a pixel's threshold, its mode before and after. */
  modes?: { before: unknown; after: unknown }
  /** The names of videos by the ids in its values. */
  videos?: Readonly<Record<string, string>>
}

export interface HistoryPage {
  /** Newest first. */
  entries: AccountEntry[]
  /** The `before` of the next page; null when this is the last one. */
  next: number | null
}

/** A possible duplicate was noticed: nothing was changed that could be restored. */
export const isRestorable = ({ event }: HistoryEntry) => event !== 'duplicate'

export const groupsOf = ({ group, before, after }: HistoryEntry): Group[] =>
  group === null
    ? GROUPS.filter((each) => each in fieldsOf(before) || each in fieldsOf(after))
    : [group]

/** Whether an entry concerns a group; with null, any. */
export const isInGroup = (entry: HistoryEntry, group: Group | null): boolean =>
  group === null || groupsOf(entry).includes(group)

/** Whether an entry, which has its names, matches the search: its video, item, setting, values or note. */
export function isSearched(entry: AccountEntry, search: string): boolean {
  const searched = folded(search.trim())
  if (searched === '') return true
  const texts = [
    entry.name,
    entry.video_id,
    entry.item,
    entry.register,
    ...placeNames(entry),
    entry.note,
    ...valueTexts(entry),
  ]
  return texts.some((text) => text && folded(text).includes(searched))
}

/** Its values, unless they are secret: as they are displayed, in each language, and all that is in them. */
function valueTexts({ register, group, before, after, modes, videos }: AccountEntry): string[] {
  if (isSecret(register)) return []
  const values = [
    [before, modes?.before],
    [after, modes?.after],
  ]
  const inside = values.map(([value]) => JSON.stringify(value))
  if (group === null) return inside
  const video = (id: string) => videos?.[id]
  const displayed = values.flatMap(([value, mode]) =>
    LANGUAGES.map((language) => valueText(value, register, language, { mode, video })),
  )
  return [...inside, ...new Set(displayed)]
}

/** The names of its groups and its setting, in each language. */
const placeNames = (entry: HistoryEntry) =>
  groupsOf(entry).flatMap((group) =>
    ['', entry.register ?? ''].flatMap((register) =>
      LANGUAGES.map((language) => settingName(group, register, language)),
    ),
  )

export const changeHistoryCalls = {
  /** A page of the history of all videos, newest first, from before an entry. */
  page: {
    input: onAccount.extend({ filter: historyFilter, before: z.int().nullable() }),
    output: returns<HistoryPage>(),
    isStored: true,
    isLarge: true,
  },
  /** The drafts that `edits.restoreVideo` would make or change, and those that it would drop. Nothing is changed. */
  restoring: {
    input: onVideo.extend({ entry: z.int() }),
    output: returns<Record<'made' | 'dropped', Edit[]>>(),
    isStored: true,
    isLarge: true,
  },
} satisfies Record<string, Operation>
