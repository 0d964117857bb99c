import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Database, openDatabase, type Value } from '../../src/main/database/database.ts'
import { DESK, DESK_TABLES } from '../../src/main/database/stored-features.ts'
import type { Recovery, UserRecord } from '../../src/shared/features/backup/recovery.ts'
import { anEditRow } from './edits.ts'
import { ACCOUNT } from './store-folder.ts'

export type Rows = Map<string, string[]>

/** The content of a column by its name; others contain a text or number that identifies the row. */
const VALUES: Record<string, (number: number) => Value> = {
  account_id: () => ACCOUNT,
  is_demo: () => 0,
  // There are no figures beside it.
  downloaded_at: () => null,
  is_undone: () => 0,
  is_stopped: () => 0,
  is_dismissed: () => 0,
  is_pinned: () => 1,
  is_favourite: () => 0,
  is_settled: () => 0,
  has_preview: () => 0,
  has_analytics_key: () => 1,
  has_video_token: () => 1,
  origin: () => 'made',
  tags: (number) => JSON.stringify([`tag ${number}`]),
  schedule_id: () => 'id 1',
  template_id: () => 'id 1',
  step: (number) => number,
  edit: (number) => JSON.stringify(anEditRow({ key: `key ${number}`, seq: number })),
  markers: (number) => JSON.stringify([{ second: number, name: `mark ${number}` }]),
  preview: () => null,
  unread_ids: () => '[]',
  removed_at: () => null,
}
const OF_ONE_ROW = ['downloads', 'video_lists', 'traffic_rules', 'report_brand']

function valueOf({ table, isJson }: Of, [name, type]: [string, string], number: number): Value {
  if (table === 'accounts' && name === 'id') return number === 1 ? ACCOUNT : `account ${number}`
  const value = VALUES[name]
  if (value) return value(number)
  if (isJson(name)) return JSON.stringify({ name: `${name} ${number}`, n: number })
  if (type === 'BLOB') return Buffer.alloc(300, number)
  return type === 'TEXT' ? `${name} ${number}` : number
}

interface Of {
  table: string
  isJson: (column: string) => boolean
}

/** The JSON columns of a table: those with a check for JSON. */
function jsonColumns(database: Database, table: string) {
  const query = 'SELECT sql FROM sqlite_schema WHERE name = ?'
  const [sql = ''] = database.first<[string]>(query, table) ?? []
  const checked = [...sql.matchAll(/json_valid\((\w+)\)/gu)].map(([, name]) => name)
  return (column: string) => checked.includes(column)
}

const columnsOf = (database: Database, table: string) =>
  database.all<[string, string]>(`SELECT name, type FROM pragma_table_info('${table}')`)

const isThere = (database: Database, table: string) => columnsOf(database, table).length > 0

/**
 * Makes a desk.db as an earlier version did, with this many rows in each table, and returns its
 * tables.
 */
export function makeOlderDesk(folder: string, version: number, rows: number): string {
  const file = path.join(folder, 'desk.db')
  const desk = openDatabase({ file, synchronous: 'FULL', migrations: DESK.slice(0, version) })
  desk.transaction(() => {
    for (const table of Object.keys(DESK_TABLES)) {
      if (table === 'seals' || !isThere(desk, table)) continue
      const columns = columnsOf(desk, table)
      const sql = `INSERT INTO ${table} (${columns.map(([name]) => name).join(', ')})
        VALUES (${columns.map(() => '?').join(', ')})`
      const of = { table, isJson: jsonColumns(desk, table) }
      const count = OF_ONE_ROW.includes(table) ? 1 : rows
      for (let number = 1; number <= count; number++) {
        desk.run(sql, ...columns.map((column) => valueOf(of, column, number)))
      }
    }
  })
  desk.close()
  return file
}

/** Every row that exists on no service, by table, with the columns of the older version. */
export function keptRows(file: string, version: number): Rows {
  const migrations = DESK.slice(0, version)
  const own = new DatabaseSync(':memory:')
  for (const sql of migrations) own.exec(sql)
  const columns = own.prepare(
    `SELECT tables.name AS "table", columns.name
     FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns`,
  )
  const names = new Map<string, string[]>()
  for (const { table, name } of columns.all() as Record<'table' | 'name', string>[]) {
    names.set(table, [...(names.get(table) ?? []), name])
  }
  own.close()
  const desk = openDatabase({ file, synchronous: 'FULL', migrations: DESK, skipMigrations: true })
  const kept: Rows = new Map()
  for (const [table, { part }] of Object.entries(DESK_TABLES)) {
    const known = names.get(table)
    if (!part || !known) continue
    const rows = desk.all<Value[]>(`SELECT ${known.join(', ')} FROM ${table}`)
    kept.set(table, rows.map((row) => JSON.stringify(row)).toSorted())
  }
  desk.close()
  return kept
}

/** The parts of which more is missing than the recovery reports; an unknown number is enough. */
export function lostUntold(before: Rows, after: Rows, recovery: Recovery | null): string[] {
  const said = recovery?.kind === 'desk-recovered' ? recovery.lost : {}
  return [...missingOf(before, after)].flatMap(([part, gone]) => {
    const told = said[part]
    return told === null || (told ?? 0) >= gone
      ? []
      : [`${part}: ${gone} missing, ${told ?? 0} told`]
  })
}

function missingOf(before: Rows, after: Rows): Map<UserRecord, number> {
  const missing = new Map<UserRecord, number>()
  for (const [table, rows] of before) {
    const part = DESK_TABLES[table]?.part
    // A changed byte within a text loses no row, and cannot be noticed.
    const gone = rows.length - (after.get(table)?.length ?? 0)
    if (!part || gone <= 0) continue
    const known = missing.get(part) ?? 0
    // A report and its document count as one.
    missing.set(part, table === 'report_documents' ? Math.max(known, gone) : known + gone)
  }
  return missing
}
