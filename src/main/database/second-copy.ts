import { existsSync, rmSync } from 'node:fs'
import { writeWholeSync } from '../disk/atomic-file.ts'
import { deskNumber, numberIn, putNumber } from './commits.ts'
import { type Database, openDatabase, type Value } from './database.ts'
import { columnsOf } from './rows.ts'
import { insertSql } from './statements.ts'
import { DESK, tablesIn } from './stored-features.ts'

export const SECOND_COPY = 'desk-copy.db'

export type SecondCopy = ReturnType<typeof makeSecondCopy>

/**
 * Repeats each commit to the tables that no service has in a second database, before the caller
 * learns that it is saved. Triggers of this connection record the changed rows, so that no part of
 * the store can forget to.
 */
export function makeSecondCopy(desk: Database, file: string, isInLine: boolean) {
  const tables = tablesIn('copy')
  const columns = new Map(tables.map((table) => [table, columnsOf(desk, table)]))
  let copy: Database | null = null
  let isBehind = !isInLine
  watch(desk, tables)

  /** Rebuilds the copy from desk.db. */
  function renew() {
    // Closed before it is replaced: Windows does not replace an open file.
    const sealed = () => {
      copy?.close()
      copy = null
      rmSync(`${file}-journal`, { force: true })
    }
    const fill = (partial: string) => fillCopy(desk, partial, columns)
    writeWholeSync(file, fill, { access: 'private', sealed })
    isBehind = false
  }

  /** Repeats the rows written or removed since the last call. */
  function follow() {
    const touched = desk.all<[string, number]>('SELECT DISTINCT name, id FROM touched')
    if (touched.length === 0) return
    desk.run('DELETE FROM touched')
    try {
      if (isBehind) return renew()
      isBehind = true
      const opened = (copy ??= openCopy(file))
      opened.transaction(() => {
        for (const [table, rowid] of touched) repeat(table, rowid, opened)
        storePosition(opened, desk)
      })
      isBehind = false
    } catch {
      // Usually a full disk. desk.db has the commit; the next one rebuilds the copy.
      isBehind = true
    }
  }

  function repeat(table: string, rowid: number, into: Database) {
    const names = columns.get(table) ?? []
    const select = `SELECT ${names.join(', ')} FROM ${table} WHERE rowid = ?`
    const row = desk.first<Value[]>(select, rowid)
    if (row) into.run(insertSql(table, ['rowid', ...names], 'OR REPLACE'), rowid, ...row)
    else into.run(`DELETE FROM ${table} WHERE rowid = ?`, rowid)
  }

  return {
    /** desk.db, with every transaction repeated in the copy. */
    followed: {
      ...desk,
      transaction: <T>(work: () => T): T => {
        const value = desk.transaction(() => {
          const done = work()
          const isTouched = desk.first('SELECT 1 FROM touched LIMIT 1') !== null
          if (isTouched) putNumber(desk, 'step', numberIn(desk, 'step') + 1)
          return done
        })
        follow()
        return value
      },
    } satisfies Database,
    renew() {
      try {
        renew()
      } catch {
        isBehind = true
      }
    },
    /** Rebuilds the copy without deleted rows. A copy that cannot be written is deleted. */
    erase() {
      if (isBehind) this.renew()
      if (isBehind) for (const each of [file, `${file}-journal`]) rmSync(each, { force: true })
    },
    /** Returns whether the copy has every commit of desk.db. */
    close(): boolean {
      try {
        copy?.close()
      } catch {
        isBehind = true
      }
      return !isBehind && existsSync(file)
    },
  }
}

export const openCopy = (file: string) =>
  openDatabase({ file, synchronous: 'FULL', migrations: DESK, isCopy: true })

function fillCopy(desk: Database, file: string, columns: ReadonlyMap<string, string[]>) {
  const made = openCopy(file)
  try {
    made.transaction(() => {
      for (const [table, own] of columns) {
        const names = ['rowid', ...own]
        const insert = insertSql(table, names, 'OR REPLACE')
        const select = `SELECT ${names.join(', ')} FROM ${table}`
        desk.each<Value[]>(select, [], (row) => made.run(insert, ...row))
      }
      storePosition(made, desk)
    })
  } finally {
    made.close()
    rmSync(`${file}-journal`, { force: true })
  }
}

/** Records the rows that each statement changes; a rollback also removes the records. */
function watch(desk: Database, tables: readonly string[]) {
  desk.exec('CREATE TEMP TABLE touched (name TEXT NOT NULL, id INTEGER NOT NULL)')
  for (const table of tables) {
    for (const [event, row] of [
      ['INSERT', 'NEW'],
      ['UPDATE', 'OLD'],
      ['UPDATE', 'NEW'],
      ['DELETE', 'OLD'],
    ]) {
      desk.exec(`CREATE TEMP TRIGGER ${table}_${event}_${row} AFTER ${event} ON main.${table}
        BEGIN INSERT INTO touched VALUES ('${table}', ${row}.rowid); END`)
    }
  }
}

function storePosition(copy: Database, desk: Database) {
  putNumber(copy, 'desk', deskNumber(desk))
  putNumber(copy, 'step', numberIn(desk, 'step'))
  putNumber(copy, 'journaled', numberIn(desk, 'journaled'))
}
