import type { Database, Value } from './database.ts'

type Row = Readonly<Record<string, Value>>

export const insertSql = (table: string, names: readonly string[], or = '') =>
  `INSERT ${or} INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`

/** Adds a row, given by its columns. */
export function insert(
  database: Database,
  table: string,
  row: Row,
  or?: 'OR REPLACE' | 'OR IGNORE',
) {
  database.run(insertSql(table, Object.keys(row), or), ...Object.values(row))
}

/** Adds a row in place of the one with the same key. */
export const replace = (database: Database, table: string, row: Row) =>
  insert(database, table, row, 'OR REPLACE')

/** Adds a row, or changes the one with the same key, which keeps its rowid and the rows that reference it. */
export function upsert(database: Database, table: string, key: Row, others: Row) {
  const row = { ...key, ...others }
  const changes = Object.keys(others).map((name) => `${name} = excluded.${name}`)
  const sql = `${insertSql(table, Object.keys(row))}
    ON CONFLICT (${Object.keys(key).join(', ')}) DO UPDATE SET ${changes.join(', ')}`
  database.run(sql, ...Object.values(row))
}

/** The values of the one column selected, whose texts are JSON. */
export const jsonRows = <T>(database: Database, sql: string, ...binds: Value[]): T[] =>
  database.all<[string]>(sql, ...binds).map(([text]) => JSON.parse(text) as T)

/** The same of the first row; null without one. */
export function jsonRow<T>(database: Database, sql: string, ...binds: Value[]): T | null {
  const row = database.first<[string]>(sql, ...binds)
  return row && (JSON.parse(row[0]) as T)
}
