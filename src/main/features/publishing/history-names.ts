import type { Video } from '../../../shared/api/video.ts'
import type { AccountEntry } from '../../../shared/features/publishing/change-history.ts'
import type { HistoryEntry } from '../../../shared/features/publishing/edit.ts'
import { itemAt } from '../../../shared/features/publishing/lay.ts'
import { MODE, modesAround } from '../../../shared/features/publishing/modes.ts'
import { FALLBACK, itemName } from '../../../shared/features/publishing/value-text.ts'
import { THRESHOLD } from '../../../shared/features/videos/codec.ts'
import type { Database } from '../../database/database.ts'
import type { NewHistory } from './edit-row.ts'

export type HistoryRow = [id: number, video_id: string, entry: string]

export function entryOf([id, video_id, entry]: HistoryRow): HistoryEntry {
  return { id, video_id, ...(JSON.parse(entry) as NewHistory) }
}

const OF_ITEM = `SELECT id, video_id, entry FROM edit_history WHERE account_id = ? AND video_id = ?
  AND json_extract(entry, '$.item_id') = ?`

/** Names of what the entries of the history are about. */
export function makeHistoryNames(database: Database) {
  /** Adds the names of items and videos to the entries; each video is read once. */
  function withNames(account_id: string, entries: readonly AccountEntry[]): AccountEntry[] {
    const videos = new Map<string, Video | null>()
    return entries.map((entry) => {
      const { video_id, item_id, register, before, after } = entry
      if (register === FALLBACK) {
        return { ...entry, videos: videoNames(account_id, [before, after]) }
      }
      if (item_id === null) return entry
      if (register === null) return { ...entry, item: itemName(after ?? before) }
      const video = videos.get(video_id) ?? videoOf(account_id, video_id)
      videos.set(video_id, video)
      return ofItem(account_id, entry, video)
    })
  }

  function ofItem(account_id: string, entry: AccountEntry, video: Video | null): AccountEntry {
    const { group, item_id, register } = entry
    const known = video && group && itemAt(video, { group, item_id })
    const item = itemName(known ?? wholeItem(account_id, entry))
    if (register !== THRESHOLD) return { ...entry, item }
    const changed = modeEntries(account_id, entry)
    return { ...entry, item, modes: modesAround(entry, changed, video ?? undefined) }
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
    const sql = `${OF_ITEM} AND json_extract(entry, '$.register') IS NULL ORDER BY id DESC LIMIT 1`
    const row = database.first<HistoryRow>(sql, account_id, video_id, item_id)
    if (!row) return null
    const { before, after } = entryOf(row)
    return after ?? before
  }

  function modeEntries(account_id: string, { video_id, item_id }: HistoryEntry): HistoryEntry[] {
    const sql = `${OF_ITEM} AND json_extract(entry, '$.register') = ? ORDER BY id DESC`
    return database.all<HistoryRow>(sql, account_id, video_id, item_id, MODE).map(entryOf)
  }

  return { withNames }
}
