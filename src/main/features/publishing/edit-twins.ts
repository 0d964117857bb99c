import type { Video } from '../../../shared/api/video.ts'
import type { Item } from '../../../shared/features/publishing/lay.ts'
import type { Database } from '../../database/database.ts'
import { type Adopted, type EditRow, newEquals } from './edit-row.ts'

// A request that was thought lost may be applied later than any should be.
const WATCHED_MS = 24 * 3_600_000

export interface OfVideo {
  account_id: string
  video_id: string
}

interface Watched {
  /** What made it; its `knownIds` are all items that it is known not to have made twice. */
  row: EditRow
  item_id: string
  until: number
}

export interface FoundTwin {
  row: EditRow
  /** The item made here. */
  item_id: string
  twin: Item
}

export interface StoredDuplicate extends Pick<EditRow, 'video_id' | 'group'> {
  item_id: string
  twin_of: string
  foundAt: number
}

/** Items whose making is watched. */
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

/** Items that took more than one request to make, and what may be a duplicate of one. */
export function makeTwins(database: Database) {
  const { watchedOf, watch, end } = makeWatches(database)

  function put({ account_id, video_id }: OfVideo, { row, item_id, twin }: FoundTwin, at: number) {
    database.run(
      `INSERT OR IGNORE INTO duplicates (account_id, video_id, item_id, collection, twin_of, found_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      account_id,
      video_id,
      twin.id,
      row.group,
      item_id,
      at,
    )
  }

  /** What a read shows beside what is known, each once; kept, with what was adopted by that read. */
  function look(of: OfVideo, { video, at, adopted = [] }: Seen): FoundTwin[] {
    const ids = adopted.flatMap(({ item, twins }) => [item.id, ...twins.map(({ id }) => id)])
    const watched = watchedOf(of, at).map((one) => knowing(one, ids))
    const found = [...adopted.flatMap(twinsOf), ...lateOf(watched, video)]
    const known = [...ids, ...found.map(({ twin }) => twin.id)]
    const resent = adopted.filter(({ row }) => row.attempt > 1)
    const fresh = resent.map(({ row, item }) => ({ row, item_id: item.id, until: at + WATCHED_MS }))
    if (known.length > 0) {
      for (const one of [...watched, ...fresh]) watch(of, knowing(one, known))
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
      .map(([video_id, item_id, group, twin_of, foundAt]) => {
        return { video_id, item_id, group, twin_of, foundAt }
      })
  }

  /** Both are wanted. */
  function settle({ account_id, video_id }: OfVideo, item_id: string) {
    const sql = 'DELETE FROM duplicates WHERE account_id = ? AND video_id = ? AND item_id = ?'
    database.run(sql, account_id, video_id, item_id)
  }

  return { look, list, settle }
}

export interface Seen {
  video: Video
  at: number
  adopted?: Adopted[] | undefined
}

const twinsOf = ({ row, item, twins }: Adopted): FoundTwin[] =>
  twins.map((twin) => ({ row, item_id: item.id, twin }))

/** Of two items made alike, one twin is told of once. */
function lateOf(watched: readonly Watched[], video: Video): FoundTwin[] {
  const found = new Map<string, FoundTwin>()
  for (const { row, item_id } of watched) {
    for (const twin of newEquals(row, video)) {
      if (!found.has(twin.id)) found.set(twin.id, { row, item_id, twin })
    }
  }
  return [...found.values()]
}

const knowing = (watched: Watched, ids: readonly string[]): Watched => ({
  ...watched,
  row: { ...watched.row, knownIds: [...new Set([...(watched.row.knownIds ?? []), ...ids])] },
})
