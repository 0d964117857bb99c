import { COLLECTIONS } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import {
  type AccountEntry,
  type HistoryFilter,
  type HistoryPage,
  isInGroup,
  isSearched,
} from '../../../shared/features/publishing/change-history.ts'
import type { HistoryEntry } from '../../../shared/features/publishing/edit.ts'
import { itemsOf } from '../../../shared/features/publishing/lay.ts'
import { MODE, modesAround } from '../../../shared/features/publishing/modes.ts'
import { placeKey } from '../../../shared/features/publishing/register.ts'
import { FALLBACK, itemName } from '../../../shared/features/publishing/value-text.ts'
import { THRESHOLD } from '../../../shared/features/videos/codec.ts'
import { getOrCreate } from '../../../shared/maps.ts'
import type { Database } from '../../database/database.ts'
import { insert } from '../../database/statements.ts'
import type { NewHistory } from './edit-row.ts'

/** An entry may hold whole groups of settings: a page is about 1 MB. */
const PAGE_ENTRIES = 200

/** The history of each video's settings: entries are only added, and pruned by age. */
export function makeEditHistory(database: Database) {
  const names = makeHistoryNames(database)

  function add(account_id: string, video_id: string, entry: NewHistory) {
    const { at, event } = entry
    const row = { account_id, video_id, at, event, entry: JSON.stringify(entry) }
    insert(database, 'edit_history', row)
  }

  /** Newest first. */
  function list(account_id: string, video_id: string): HistoryEntry[] {
    const sql = `SELECT id, video_id, entry FROM edit_history
      WHERE account_id = ? AND video_id = ? ORDER BY id DESC`
    return database.all<HistoryRow>(sql, account_id, video_id).map(entryOf)
  }

  /** A page of the entries of all videos, newest first, before an entry. */
  function page(account_id: string, filter: HistoryFilter, before: number | null): HistoryPage {
    const entries: AccountEntry[] = []
    const named = names.ofEntries(account_id)
    for (let next = before; ; ) {
      const read = readBefore(account_id, filter, next)
      for (const one of read.filter((each) => isInGroup(each, filter.group))) {
        const entry = named(one)
        if (isSearched(entry, filter.search)) entries.push(entry)
        if (entries.length === PAGE_ENTRIES) return { entries, next: entry.id }
      }
      if (read.length < PAGE_ENTRIES) return { entries, next: null }
      next = read.at(-1)?.id ?? null
    }
  }

  function readBefore(
    account_id: string,
    { video_id, event, since }: HistoryFilter,
    before: number | null,
  ): VideoEntry[] {
    const where: [sql: string, value: string | number | null][] = [
      // Of all videos, the index of publishes would be read, which has another order.
      [video_id === null ? '+h.account_id = ?' : 'h.account_id = ?', account_id],
      ['h.id < ?', before],
      ['h.video_id = ?', video_id],
      ['h.event = ?', event],
      ['h.at >= ?', since],
    ]
    const chosen = where.filter(([, value]) => value !== null)
    const sql = `SELECT h.id, h.video_id, h.entry, v.name FROM edit_history h
      LEFT JOIN videos v ON v.account_id = h.account_id AND v.video_id = h.video_id
      WHERE ${chosen.map(([condition]) => condition).join(' AND ')}
      ORDER BY h.id DESC LIMIT ${PAGE_ENTRIES}`
    return database
      .all<[...HistoryRow, string | null]>(sql, ...chosen.map(([, value]) => value))
      .map(([id, of, entry, name]) => ({ ...entryOf([id, of, entry]), name: name ?? of }))
  }

  /** When a change of a video was last posted, epoch milliseconds; null when none was. */
  function lastPosted(account_id: string, video_id: string): number | null {
    const sql = `SELECT MAX(at) FROM edit_history
      WHERE account_id = ? AND video_id = ? AND event = 'posted'`
    return database.first<[number | null]>(sql, account_id, video_id)?.[0] ?? null
  }

  /** The history of all videos, newest first. */
  function ofPublish(account_id: string, publish: number): HistoryEntry[] {
    const sql = `SELECT id, video_id, entry FROM edit_history
      WHERE account_id = ? AND json_extract(entry, '$.publish') = ? ORDER BY id DESC`
    return database.all<HistoryRow>(sql, account_id, publish).map(entryOf)
  }

  /** For all accounts. */
  function prune(before: number) {
    database.run('DELETE FROM edit_history WHERE at < ?', before)
  }

  return { add, list, page, lastPosted, ofPublish, prune }
}

type VideoEntry = Pick<AccountEntry, 'name'> & HistoryEntry

type HistoryRow = [id: number, video_id: string, entry: string]

function entryOf([id, video_id, entry]: HistoryRow): HistoryEntry {
  return { id, video_id, ...(JSON.parse(entry) as NewHistory) }
}

/** Names of what the entries of the history are about. */
function makeHistoryNames(database: Database) {
  /**
   * Adds to an entry the names of its item and of the videos in its values, and the modes of a threshold.
   * A search asks for those of the whole history, so each is found once.
   */
  function ofEntries(account_id: string) {
    const inVideo = new Map<string, Map<string, string>>()
    const withPixels = new Map<string, Video>()
    const ofModes = new Map<string, HistoryEntry[]>()

    function itemOf(entry: HistoryEntry): string {
      const { video_id, group, item_id, register, before, after } = entry
      if (group === null || item_id === null) return ''
      if (register === null) return itemName(after ?? before)
      const known = getOrCreate(inVideo, video_id, () => namesIn(videoOf(account_id, video_id)))
      return getOrCreate(known, placeKey({ group, item_id }), () =>
        itemName(wholeItem(account_id, entry)),
      )
    }

    function ofValues(entry: HistoryEntry): Pick<AccountEntry, 'videos' | 'modes'> {
      const { video_id, register, before, after } = entry
      if (register === FALLBACK) return { videos: videoNames(account_id, [before, after]) }
      if (register !== THRESHOLD) return {}
      const video = getOrCreate(
        withPixels,
        video_id,
        () => videoOf(account_id, video_id) ?? { id: video_id },
      )
      const changed = getOrCreate(ofModes, `${video_id} ${entry.item_id}`, () =>
        modeEntries(account_id, entry),
      )
      return { modes: modesAround(entry, changed, video) }
    }

    return (entry: VideoEntry): AccountEntry => ({
      ...entry,
      item: itemOf(entry),
      ...ofValues(entry),
    })
  }

  function videoOf(account_id: string, video_id: string): Video | null {
    const sql = 'SELECT video FROM videos WHERE account_id = ? AND video_id = ?'
    const row = database.first<[string]>(sql, account_id, video_id)
    return row ? (JSON.parse(row[0]) as Video) : null
  }

  function videoNames(account_id: string, ids: unknown[]): Record<string, string> {
    const sql = `SELECT video_id, name FROM videos
      WHERE account_id = ? AND video_id IN (SELECT value FROM json_each(?))`
    return Object.fromEntries(database.all<[string, string]>(sql, account_id, JSON.stringify(ids)))
  }

  /** An item that no longer exists, as it was when it was created or deleted. */
  function wholeItem(account_id: string, { video_id, item_id }: HistoryEntry): unknown {
    const sql = `SELECT id, video_id, entry FROM edit_history WHERE account_id = ? AND video_id = ?
      AND json_extract(entry, '$.item_id') = ? AND json_extract(entry, '$.register') IS NULL
      ORDER BY id DESC LIMIT 1`
    const row = database.first<HistoryRow>(sql, account_id, video_id, item_id)
    if (!row) return null
    const { before, after } = entryOf(row)
    return after ?? before
  }

  /** The entries that may have changed the mode of a pixel: its own, and readings of pixels. */
  function modeEntries(account_id: string, { video_id, item_id }: HistoryEntry): HistoryEntry[] {
    const sql = `SELECT id, video_id, entry FROM edit_history WHERE account_id = ? AND video_id = ?
      AND (json_extract(entry, '$.item_id', '$.register') = json_array(?, ?)
        OR event = 'downloaded' AND json_extract(entry, '$.before.pixels') IS NOT NULL)`
    return database.all<HistoryRow>(sql, account_id, video_id, item_id, MODE).map(entryOf)
  }

  return { ofEntries }
}

/** The names of a video's items by their places. */
function namesIn(video: Video | null): Map<string, string> {
  if (!video) return new Map()
  const named = COLLECTIONS.flatMap((group) =>
    itemsOf(video, group).map(
      (item) => [placeKey({ group, item_id: item.id }), itemName(item)] as const,
    ),
  )
  return new Map(named)
}
