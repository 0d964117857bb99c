import type { Database, Value } from './database.ts'
import { insertSql } from './statements.ts'

type Text = string | null

interface UndoParts {
  /** Has the columns id, before, after and is_undone besides `of`. */
  table: string
  /** The columns that name what a step changed. */
  of: readonly string[]
  /** How many of these columns, from the first, form the scope of one undo sequence. */
  shared: number
  /** Writes a text back; null when there was none. */
  put: (of: readonly Value[], text: Text) => void
}

/** Undo and redo of texts. The caller stores the text and its step in one transaction. */
export function makeUndoSteps(desk: Database, { table, of, shared, put }: UndoParts) {
  const together = of
    .slice(0, shared)
    .map((column) => `${column} = ?`)
    .join(' AND ')

  return {
    /** Undone steps can no longer be redone. */
    keep(at: readonly Value[], [before, after]: [before: Text, after: Text]) {
      desk.run(`DELETE FROM ${table} WHERE ${together} AND is_undone = 1`, ...at.slice(0, shared))
      const sql = insertSql(table, [...of, 'before', 'after', 'is_undone'])
      desk.run(sql, ...at, before, after, 0)
    },
    /** Returns whether there was a step. */
    take(scope: readonly Value[], way: 'undo' | 'redo'): boolean {
      return desk.transaction(() => {
        const [isUndone, end] = way === 'undo' ? [0, 'DESC'] : [1, 'ASC']
        const step = desk.first<[id: number, before: Text, after: Text, ...at: Value[]]>(
          `SELECT id, before, after, ${of.join(', ')} FROM ${table}
           WHERE ${together} AND is_undone = ? ORDER BY id ${end} LIMIT 1`,
          ...scope,
          isUndone,
        )
        if (!step) return false
        const [id, before, after, ...at] = step
        put(at, way === 'undo' ? before : after)
        desk.run(`UPDATE ${table} SET is_undone = ? WHERE id = ?`, 1 - isUndone, id)
        return true
      })
    },
    left(scope: readonly Value[]) {
      const sql = `SELECT coalesce(max(is_undone = 0), 0), coalesce(max(is_undone = 1), 0)
        FROM ${table} WHERE ${together}`
      const [undo, redo] = desk.first<[number, number]>(sql, ...scope) ?? [0, 0]
      return { canUndo: undo === 1, canRedo: redo === 1 }
    },
  }
}
