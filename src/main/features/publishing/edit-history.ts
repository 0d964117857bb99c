import type { HistoryEntry } from '../../../shared/features/publishing/edit.ts'
import type { Database } from '../../database/database.ts'
import type { NewHistory } from './edit-row.ts'

type Row = [id: number, video_id: string, entry: string]

/** The history of each video's settings: entries are only added, and pruned by age. */
export function makeEditHistory(database: Database) {
  function add(account_id: string, video_id: string, entry: NewHistory) {
    database.run(
      'INSERT INTO edit_history (account_id, video_id, at, event, entry) VALUES (?, ?, ?, ?, ?)',
      account_id,
      video_id,
      entry.at,
      entry.event,
      JSON.stringify(entry),
    )
  }

  /** Newest first. */
  function list(account_id: string, video_id: string): HistoryEntry[] {
    const sql = `SELECT id, video_id, entry FROM edit_history
      WHERE account_id = ? AND video_id = ? ORDER BY id DESC`
    return database.all<Row>(sql, account_id, video_id).map(entryOf)
  }

  function find(account_id: string, video_id: string, id: number): HistoryEntry | null {
    const sql = `SELECT id, video_id, entry FROM edit_history
      WHERE account_id = ? AND video_id = ? AND id = ?`
    const row = database.first<Row>(sql, account_id, video_id, id)
    return row && entryOf(row)
  }

  /** Of every account. */
  function prune(before: number) {
    database.run('DELETE FROM edit_history WHERE at < ?', before)
  }

  return { add, list, find, prune }
}

function entryOf([id, video_id, entry]: Row): HistoryEntry {
  return { id, video_id, ...(JSON.parse(entry) as NewHistory) }
}
