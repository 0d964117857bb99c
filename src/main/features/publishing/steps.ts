import type { Clock } from '../../../shared/clock.ts'
import type { Group, VideoPlace } from '../../../shared/features/publishing/edit.ts'
import type { Database } from '../../database/database.ts'
import { insert } from '../../database/statements.ts'
import { forgetLink, restoreLinks } from '../templates/store.ts'
import type { EditRow } from './edit-row.ts'

/** One row of edits before and after; null where there was none. */
export interface RowChange {
  video_id: string
  key: string
  before: EditRow | null
  after: EditRow | null
  /** Why a posted edit is gone. */
  outcome?: 'published' | 'overwritten' | undefined
}

type ItemAt = Pick<EditRow, 'group' | 'item_id'>

export interface Step {
  id: number
  changes: RowChange[]
}

export type StepsTable = ReturnType<typeof makeSteps>

/** The user's steps in order, for unlimited undo and redo. */
export function makeSteps(database: Database, clock: Pick<Clock, 'now'>) {
  /** Starts a step and returns its id. Undone steps can no longer be redone. */
  function begin(account_id: string): number {
    database.run('DELETE FROM steps WHERE account_id = ? AND is_undone = 1', account_id)
    insert(database, 'steps', { account_id, is_undone: 0, made_at: clock.now() })
    return database.first<[number]>('SELECT last_insert_rowid()')?.[0] ?? 0
  }

  function add(account_id: string, step: number, changes: RowChange[]) {
    for (const { video_id, key, before, after } of changes) {
      insert(database, 'step_rows', {
        ...{ step, account_id, video_id, key },
        before: before && JSON.stringify(before),
        after: after && JSON.stringify(after),
      })
    }
  }

  /** Replaces a row's state before or after a step. */
  function replace(step: number, side: 'before' | 'after', row: EditRow) {
    const sql = `UPDATE step_rows SET ${side} = ? WHERE step = ? AND video_id = ? AND key = ?`
    database.run(sql, JSON.stringify(row), step, row.video_id, row.key)
  }

  function next(account_id: string, way: 'undo' | 'redo'): Step | null {
    const sql =
      way === 'undo'
        ? 'SELECT max(id) FROM steps WHERE account_id = ? AND is_undone = 0'
        : 'SELECT min(id) FROM steps WHERE account_id = ? AND is_undone = 1'
    const id = database.first<[number | null]>(sql, account_id)?.[0] ?? null
    return id === null ? null : { id, changes: changesOf(id) }
  }

  /** The step that was added last. */
  function last(account_id: string): number | null {
    const sql = 'SELECT max(id) FROM steps WHERE account_id = ?'
    return database.first<[number | null]>(sql, account_id)?.[0] ?? null
  }

  function changesOf(step: number): RowChange[] {
    const sql = 'SELECT video_id, key, before, after FROM step_rows WHERE step = ?'
    type Row = [video_id: string, key: string, before: string | null, after: string | null]
    return database.all<Row>(sql, step).map(([video_id, key, before, after]) => {
      return { video_id, key, before: parsed(before), after: parsed(after) }
    })
  }

  function mark(step: number, isUndone: boolean) {
    database.run('UPDATE steps SET is_undone = ? WHERE id = ?', Number(isUndone), step)
    restoreLinks(database, step, isUndone ? 'before' : 'after')
  }

  function can(account_id: string): { canUndo: boolean; canRedo: boolean } {
    const sql = `SELECT coalesce(max(is_undone = 0), 0), coalesce(max(is_undone = 1), 0)
      FROM steps WHERE account_id = ?`
    const [undo, redo] = database.first<[number, number]>(sql, account_id) ?? [0, 0]
    return { canUndo: undo === 1, canRedo: redo === 1 }
  }

  return { begin, add, replace, next, last, mark, can, ...makeForgetting(database) }
}

function makeForgetting(database: Database) {
  /** A finished edit can no longer be undone. */
  function forget(account_id: string, video_id: string, key: string) {
    const [group, item_id] = JSON.parse(key) as [Group, string | null]
    drop({ account_id, video_id, group, item_id }, 'key = ?', [key])
  }

  /** The same for every edit of an item. */
  function forgetItem(account_id: string, video_id: string, { group, item_id }: ItemAt) {
    const [start, end] = [`${JSON.stringify([group, item_id]).slice(0, -1)},`, '\u{10ffff}']
    const place = { account_id, video_id, group, item_id }
    drop(place, 'key BETWEEN ? AND ?', [start, start + end])
  }

  function drop(place: VideoPlace & { account_id: string }, which: string, keys: string[]) {
    const where = `WHERE account_id = ? AND video_id = ? AND ${which}`
    const of = [place.account_id, place.video_id, ...keys]
    const touched = database.all<[number]>(`SELECT DISTINCT step FROM step_rows ${where}`, ...of)
    if (touched.length === 0) return
    database.run(`DELETE FROM step_rows ${where}`, ...of)
    for (const [step] of touched) forgetLink(database, step, place)
    const sql = `DELETE FROM steps WHERE id = ?1
      AND NOT EXISTS (SELECT 1 FROM step_rows WHERE step = ?1)`
    for (const [step] of touched) database.run(sql, step)
  }

  /** Deletes steps from before that time without waiting edits. */
  function prune(before: number) {
    database.run(
      `DELETE FROM steps WHERE made_at < ? AND NOT EXISTS (
         SELECT 1 FROM step_rows JOIN edits USING (account_id, video_id, key)
         WHERE step_rows.step = steps.id
       )`,
      before,
    )
  }

  return { forget, forgetItem, prune }
}

const parsed = (row: string | null) => (row === null ? null : (JSON.parse(row) as EditRow))
