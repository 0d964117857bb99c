import { randomInt } from 'node:crypto'
import { AppError } from '../../../shared/failure.ts'
import type { Database } from '../../database/database.ts'
import { jsonRow, jsonRows, upsert } from '../../database/statements.ts'
import type { EditRow } from './edit-row.ts'

export type EditsTable = ReturnType<typeof makeEditsTable>

/** The waiting edits: one row per register of a video, or per created or deleted item. */
export function makeEditsTable(database: Database) {
  /** In the order in which they were made; of one video, or of all with null. */
  function list(account_id: string, video_id: string | null): EditRow[] {
    const where = video_id === null ? '' : 'AND video_id = ?'
    const sql = `SELECT edit FROM edits WHERE account_id = ? ${where} ORDER BY seq, video_id, key`
    const of = video_id === null ? [account_id] : [account_id, video_id]
    return jsonRows<EditRow>(database, sql, ...of).map(rowOf)
  }

  /** For all accounts. */
  function listAll(): EditRow[] {
    const sql = 'SELECT edit FROM edits ORDER BY account_id, seq, video_id, key'
    return jsonRows<EditRow>(database, sql).map(rowOf)
  }

  function hasAny(): boolean {
    return database.first('SELECT 1 FROM edits LIMIT 1') !== null
  }

  function find(account_id: string, video_id: string, key: string): EditRow | null {
    const sql = 'SELECT edit FROM edits WHERE account_id = ? AND video_id = ? AND key = ?'
    const row = jsonRow<EditRow>(database, sql, account_id, video_id, key)
    return row && rowOf(row)
  }

  function put(row: EditRow) {
    const { account_id, video_id, key, seq, kind, status } = row
    const others = { seq, kind, status, edit: JSON.stringify(row) }
    upsert(database, 'edits', { account_id, video_id, key }, others)
  }

  function remove(account_id: string, video_id: string, key: string) {
    const sql = 'DELETE FROM edits WHERE account_id = ? AND video_id = ? AND key = ?'
    database.run(sql, account_id, video_id, key)
  }

  function lastSeq(account_id: string): number {
    const sql = 'SELECT coalesce(max(seq), 0) FROM edits WHERE account_id = ?'
    return database.first<[number]>(sql, account_id)?.[0] ?? 0
  }

  return { list, listAll, hasAny, find, put, remove, lastSeq }
}

function rowOf(row: EditRow): EditRow {
  // Rows of earlier versions have none.
  row.revision ??= 0
  return row
}

export const newRevision = () => randomInt(2 ** 48 - 1)

/** Throws `refused` when the user changed or discarded the edit since this row was read. */
export function assertUnchanged(stored: EditRow | null, row: Pick<EditRow, 'revision'>) {
  if (row.revision !== stored?.revision) throw changedMeanwhile()
}

/** Throws `refused` for a draft: the user has changed it, and removing it would lose that. */
export function assertNoDraft(stored: EditRow | null) {
  if (stored?.status === 'draft') throw changedMeanwhile()
}

const changedMeanwhile = () =>
  new AppError({
    kind: 'refused',
    reason: 'edited-meanwhile',
    text: 'This change was edited meanwhile.',
  })
