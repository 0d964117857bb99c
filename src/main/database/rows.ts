import { z } from 'zod'
import { videoId } from '../../shared/api/video.ts'
import { failureOf } from '../../shared/failure.ts'
import { accountId, playerId } from '../../shared/model/ids.ts'
import { backupError } from '../features/backup/parts.ts'
import { readJson } from '../http/json.ts'
import type { Database, Value } from './database.ts'

// Parts of the schemas by which the rows of a backup are checked.

export const count = z.int().nonnegative()
export const flag = z.literal([0, 1])
export const itemId = z.string().min(1).max(200)
export const ofPlayer = { account_id: accountId, player_id: playerId }
export const ofVideo = { account_id: accountId, video_id: videoId }
/** The columns that tables of undo steps share. */
export const undoStep = { id: count, account_id: accountId, is_undone: flag }

/** A text whose JSON fits the schema. `mayBeInexact` as in `readJson`. */
export const json = (schema: z.ZodType, mayBeInexact?: Parameters<typeof readJson>[1]) =>
  z.string().superRefine((text, context) => {
    try {
      const { error } = schema.safeParse(readJson(text, mayBeInexact))
      for (const { path, message } of error?.issues ?? []) {
        context.addIssue({ code: 'custom', path, message })
      }
    } catch (thrown) {
      const failure = failureOf(thrown)
      const message = failure.kind === 'malformed' ? `${failure.reason}: ${failure.where}` : 'JSON'
      context.addIssue({ code: 'custom', message })
    }
  })

/** A schema for the rows of each table, by the table's name. */
export type Rows = Readonly<Record<string, z.ZodType>>

/** The tables made by migrations, without SQLite's own. */
export const tablesOf = (database: Database): string[] =>
  database
    .all<[string]>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
    )
    .flat()

export const columnsOf = (database: Pick<Database, 'all'>, table: string): string[] =>
  database.all<[string]>(`SELECT name FROM pragma_table_info('${table}')`).flat()

/** Throws `backup` with table and row (from 1) for the first row that does not fit its schema. */
export function assertRows(database: Database, rows: Rows) {
  for (const table of tablesOf(database)) {
    eachInvalid(database, table, rows[table], (_row, where) => {
      throw backupError('row', '', where)
    })
  }
}

/** Deletes the rows that do not fit their schemas; returns the tables that had such rows. */
export function deleteInvalidRows(database: Database, rows: Rows): string[] {
  return tablesOf(database).filter((table) => {
    const sql = `SELECT name FROM pragma_table_info('${table}') WHERE pk > 0`
    const key = database.all<[string]>(sql).flat()
    const invalid: Value[][] = []
    eachInvalid(database, table, rows[table], (row) => {
      invalid.push(key.map((name) => row[name] ?? null))
    })
    const isRow = key.map((name) => `${name} = ?`).join(' AND ')
    for (const values of invalid) {
      const isFound = database.run(`DELETE FROM ${table} WHERE ${isRow}`, ...values) > 0
      // Text that is not UTF-8 is read as another text.
      if (!isFound) database.run(`DELETE FROM ${table}`)
    }
    return invalid.length > 0
  })
}

function eachInvalid(
  database: Database,
  table: string,
  schema: z.ZodType = z.never(),
  visit: (row: Record<string, Value>, where: string) => void,
) {
  const columns = columnsOf(database, table)
  let number = 0
  database.each<Value[]>(
    `SELECT ${columns.map(readable).join(', ')} FROM ${table}`,
    [],
    (values) => {
      number += 1
      const row = Object.fromEntries(columns.map((name, index) => [name, values[index] ?? null]))
      const [issue] = schema.safeParse(row).error?.issues ?? []
      if (!issue) return
      const why = `${issue.path.join('.')}: ${issue.message}`.slice(0, LONGEST_REASON)
      visit(row, `${table}, row ${number}: ${why}`)
    },
  )
}

/** The driver fails for good on integers beyond 2^53. As text they fail the schema instead. */
const readable = (column: string) =>
  `iif(typeof(${column}) = 'integer' AND abs(${column} / 2) > ${Number.MAX_SAFE_INTEGER} / 2,
    CAST(${column} AS TEXT), ${column})`

const LONGEST_REASON = 200
