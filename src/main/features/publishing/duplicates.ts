import { isCollection } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import type { Duplicate } from '../../../shared/features/publishing/edit.ts'
import { type Item, itemAt } from '../../../shared/features/publishing/lay.ts'
import type { Database } from '../../database/database.ts'
import { insert } from '../../database/statements.ts'
import { type Adopted, type EditRow, newEquals, type StoredBase } from './edit-row.ts'

// A request that seemed lost may be applied far later than the quarantine.
const WATCHED_MS = 24 * 3_600_000

export interface OfVideo {
  account_id: string
  video_id: string
}

interface Watched {
  /** The `create` edit; its `knownIds` are all items that are known not to be made by it. */
  row: EditRow
  item_id: string
  until: number
}

export interface FoundDuplicate {
  row: EditRow
  /** The item that the edit made. */
  item_id: string
  duplicate: Item
}

export interface StoredDuplicate extends Pick<EditRow, 'video_id' | 'group'> {
  item_id: string
  duplicate_of: string
  foundAt: number
}

/** Items that a late request may still make a second time. */
function makeWatches(database: Database) {
  function watchedOf({ account_id, video_id }: OfVideo, now: number): Watched[] {
    const sql = `SELECT item_id, until, edit FROM watched_items
      WHERE account_id = ? AND video_id = ? AND until > ?`
    type Row = [item_id: string, until: number, edit: string]
    return database
      .all<Row>(sql, account_id, video_id, now)
      .map(([item_id, until, edit]) => ({ item_id, until, row: JSON.parse(edit) as EditRow }))
  }

  function watch({ account_id, video_id }: OfVideo, { item_id, until, row }: Watched) {
    const sql = `INSERT INTO watched_items (account_id, video_id, item_id, until, edit)
      VALUES (?, ?, ?, ?, ?) ON CONFLICT (account_id, video_id, item_id)
      DO UPDATE SET edit = excluded.edit`
    database.run(sql, account_id, video_id, item_id, until, JSON.stringify(row))
  }

  function end(account_id: string, now: number) {
    const sql = 'DELETE FROM watched_items WHERE account_id = ? AND until <= ?'
    database.run(sql, account_id, now)
  }

  return { watchedOf, watch, end }
}

/** Items whose creation took more than one request, and possible duplicates of them. */
export function makeDuplicates(database: Database) {
  const { watchedOf, watch, end } = makeWatches(database)

  function put(
    { account_id, video_id }: OfVideo,
    { row, item_id, duplicate }: FoundDuplicate,
    at: number,
  ) {
    const place = { account_id, video_id, item_id: duplicate.id, collection: row.group }
    insert(database, 'duplicates', { ...place, twin_of: item_id, found_at: at }, 'OR IGNORE')
  }

  /** Finds and stores possible duplicates; watches items adopted after a repeated request. */
  function find(of: OfVideo, { video, at, adopted = [] }: Seen): FoundDuplicate[] {
    const ids = adopted.flatMap(({ item, duplicates }) => [
      item.id,
      ...duplicates.map(({ id }) => id),
    ])
    const watched = watchedOf(of, at).map((one) => withKnownIds(one, ids))
    const found = [...adopted.flatMap(duplicatesOf), ...lateOf(watched, video)]
    const known = [...ids, ...found.map(({ duplicate }) => duplicate.id)]
    const resent = adopted.filter(({ row }) => row.attempt > 1)
    const fresh = resent.map(({ row, item }) => ({ row, item_id: item.id, until: at + WATCHED_MS }))
    if (known.length > 0) {
      for (const one of [...watched, ...fresh]) watch(of, withKnownIds(one, known))
      end(of.account_id, at)
    }
    for (const one of found) put(of, one, at)
    return found
  }

  function list(account_id: string): StoredDuplicate[] {
    const sql = `SELECT video_id, item_id, collection, twin_of, found_at FROM duplicates
      WHERE account_id = ? ORDER BY found_at, item_id`
    type Row = [string, string, EditRow['group'], string, number]
    return database
      .all<Row>(sql, account_id)
      .map(([video_id, item_id, group, duplicate_of, foundAt]) => {
        return { video_id, item_id, group, duplicate_of, foundAt }
      })
  }

  /** The user wants both items. */
  function settle({ account_id, video_id }: OfVideo, item_id: string) {
    const sql = 'DELETE FROM duplicates WHERE account_id = ? AND video_id = ? AND item_id = ?'
    database.run(sql, account_id, video_id, item_id)
  }

  return { find, list, settle }
}

export interface Seen {
  video: Video
  at: number
  adopted?: Adopted[] | undefined
}

const duplicatesOf = ({ row, item, duplicates }: Adopted): FoundDuplicate[] =>
  duplicates.map((duplicate) => ({ row, item_id: item.id, duplicate }))

/** When two watched items are equal, a duplicate of both is reported once. */
function lateOf(watched: readonly Watched[], video: Video): FoundDuplicate[] {
  const found = new Map<string, FoundDuplicate>()
  for (const { row, item_id } of watched) {
    for (const duplicate of newEquals(row, video)) {
      if (!found.has(duplicate.id)) found.set(duplicate.id, { row, item_id, duplicate })
    }
  }
  return [...found.values()]
}

const withKnownIds = (watched: Watched, ids: readonly string[]): Watched => ({
  ...watched,
  row: { ...watched.row, knownIds: [...new Set([...(watched.row.knownIds ?? []), ...ids])] },
})

interface Tables {
  duplicates: { list: (account_id: string) => StoredDuplicate[] }
  videos: { find: (account_id: string, video_id: string) => StoredBase | null }
}

/** Possible duplicates, as long as both items exist and neither is to be deleted. */
export function duplicatesShown(
  { duplicates, videos }: Tables,
  account_id: string,
  rows: readonly EditRow[],
): Duplicate[] {
  const stored = duplicates.list(account_id)
  const deleted = new Set(rows.filter(({ kind }) => kind === 'delete').map(placeOf))
  return stored.flatMap(({ group, ...found }) => {
    const { video_id, item_id, duplicate_of } = found
    const video = videos.find(account_id, video_id)?.video
    if (!video || !isCollection(group)) return []
    const item = itemAt(video, { group, item_id })
    const other = itemAt(video, { group, item_id: duplicate_of })
    const isLeft = [item_id, duplicate_of].some((id) =>
      deleted.has(placeOf({ video_id, group, item_id: id })),
    )
    if (!item || !other || isLeft) return []
    return [{ ...found, group, item, videoName: video.name ?? video_id }]
  })
}

const placeOf = ({ video_id, group, item_id }: Pick<EditRow, 'video_id' | 'group' | 'item_id'>) =>
  JSON.stringify([video_id, group, item_id])
