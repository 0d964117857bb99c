import {
  type AccountEntry,
  type HistoryFilter,
  type HistoryPage,
  isShown,
} from '../../../shared/features/publishing/change-history.ts'
import type { HistoryEntry } from '../../../shared/features/publishing/edit.ts'
import type { Database } from '../../database/database.ts'
import type { NewHistory } from './edit-row.ts'
import { entryOf, type HistoryRow, makeHistoryNames } from './history-names.ts'

/** An entry may hold whole groups of settings: a page is about 1 MB. */
const PAGE_ENTRIES = 200

/** The history of each video's settings: entries are only added, and pruned by age. */
export function makeEditHistory(database: Database) {
  const names = makeHistoryNames(database)

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
    return database.all<HistoryRow>(sql, account_id, video_id).map(entryOf)
  }

  /** A page of the entries of all videos, newest first, before an entry. */
  function page(account_id: string, filter: HistoryFilter, before: number | null): HistoryPage {
    const entries: AccountEntry[] = []
    const named = (all: AccountEntry[]) => names.withNames(account_id, all)
    for (let next = before; ; ) {
      const read = readBefore(account_id, filter, next)
      for (const entry of read) {
        if (isShown(entry, filter)) entries.push(entry)
        if (entries.length === PAGE_ENTRIES) return { entries: named(entries), next: entry.id }
      }
      if (read.length < PAGE_ENTRIES) return { entries: named(entries), next: null }
      next = read.at(-1)?.id ?? null
    }
  }

  function readBefore(
    account_id: string,
    { video_id, event, since, until }: HistoryFilter,
    before: number | null,
  ): AccountEntry[] {
    const where: [sql: string, value: string | number | null][] = [
      ['h.account_id = ?', account_id],
      ['h.id < ?', before],
      ['h.video_id = ?', video_id],
      ['h.event = ?', event],
      ['h.at >= ?', since],
      ['h.at < ?', until],
    ]
    const chosen = where.filter(([, value]) => value !== null)
    const sql = `SELECT h.id, h.video_id, h.entry, v.name FROM edit_history h
      LEFT JOIN videos v ON v.account_id = h.account_id AND v.video_id = h.video_id
      WHERE ${chosen.map(([condition]) => condition).join(' AND ')}
      ORDER BY h.id DESC LIMIT ${PAGE_ENTRIES}`
    return database
      .all<[...HistoryRow, string | null]>(sql, ...chosen.map(([, value]) => value))
      .map(([id, of, entry, name]) => ({ ...entryOf([id, of, entry]), name: name ?? of, item: '' }))
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

  return { add, list, page, ofPublish, prune }
}
