import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openDatabase, type Value } from '../../../src/main/database/database.ts'
import { aFolder, failureFrom } from '../../support/store-folder.ts'

const execute = promisify(execFile)
const ONE = 'CREATE TABLE things (name TEXT NOT NULL UNIQUE, size INTEGER) STRICT'

function opened(file: string, migrations: string[] = [ONE]) {
  return openDatabase({ file, synchronous: 'FULL', migrations })
}

const namesIn = (database: ReturnType<typeof opened>) =>
  database.all<[string]>('SELECT name FROM things ORDER BY name').map(([name]) => name)

test('every setting holds at the first opening and at the next', () => {
  const file = join(aFolder(), 'a.db')
  for (const _ of ['first', 'next']) {
    const database = opened(file)
    const read = (name: string) => database.first<[Value]>(`PRAGMA ${name}`)?.[0]
    expect([read('journal_mode'), read('synchronous'), read('foreign_keys')]).toEqual(['wal', 2, 1])
    expect([read('fullfsync'), read('busy_timeout'), read('user_version')]).toEqual([1, 5000, 1])
    database.close()
  }
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('nothing of it is in memory that others share, at the first opening or the next', () => {
  const folder = aFolder()
  for (const _ of ['first', 'next']) {
    const database = opened(join(folder, 'a.db'))
    database.run('INSERT OR IGNORE INTO things VALUES (?, 1)', 'a')
    expect(readdirSync(folder).toSorted()).toEqual(['a.db', 'a.db-wal'])
    database.close()
  }
})

test('a file becomes able to shrink when it is opened so, also one of the current version', () => {
  const file = join(aFolder(), 'a.db')
  opened(file).close()
  const database = openDatabase({
    ...{ file, synchronous: 'FULL', migrations: [ONE], autoVacuum: true },
  })
  expect(database.first<[Value]>('PRAGMA auto_vacuum')?.[0]).toBe(2)
  database.close()
})

test('only strings, finite numbers, bigints, bytes and null are bound', () => {
  const database = opened(join(aFolder(), 'a.db'))
  for (const wrong of [new Date(0), true, undefined, NaN, Infinity, {}, []]) {
    const write = () => database.run('INSERT INTO things VALUES (?, 1)', wrong as never)
    expect(write).toThrow()
  }
  expect(namesIn(database)).toEqual([])
  const values = ['text', 1.5, 7n, new Uint8Array([1]), null] as const
  for (const value of values) {
    expect(database.first('SELECT ?', value)).toEqual([value === 7n ? 7 : value])
  }
  database.close()
})

// In a process of its own: another test's garbage is not measured.
test('a large value takes no memory once it is written', async () => {
  const writing = join(import.meta.dirname, '../../support/large-value.ts')
  const { stdout } = await execute(process.execPath, [writing, join(aFolder(), 'a.db')])
  const MB = 1024 * 1024
  const { rise, size } = JSON.parse(stdout) as { rise: number; size: number }
  expect(rise).toBeLessThan(64 * MB)
  expect(size).toBe(128 * MB)
})

test('a transaction is kept whole or not at all', () => {
  const database = opened(join(aFolder(), 'a.db'))
  const cut = () =>
    database.transaction(() => {
      database.run('INSERT INTO things VALUES (?, 1)', 'a')
      throw new Error('cut')
    })
  expect(cut).toThrow('cut')
  database.transaction(() => database.run('INSERT INTO things VALUES (?, 1)', 'b'))
  expect(namesIn(database)).toEqual(['b'])
  database.close()
})

test('an async function is refused as a transaction and leaves nothing behind', () => {
  const database = opened(join(aFolder(), 'a.db'))
  expect(() => database.transaction(async () => {})).toThrow('must not be async')
  const hidden = () => {
    database.run('INSERT INTO things VALUES (?, 1)', 'a')
    return Promise.resolve()
  }
  expect(() => database.transaction(hidden)).toThrow('must not be async')
  expect(namesIn(database)).toEqual([])
  database.close()
})

test('a migration that fails leaves the file at the version before it', () => {
  const file = join(aFolder(), 'a.db')
  const first = opened(file)
  first.run('INSERT INTO things VALUES (?, 1)', 'kept')
  first.close()
  const broken = `ALTER TABLE things ADD COLUMN colour TEXT; UPDATE things SET name = 'changed';
    INSERT INTO nowhere VALUES (1)`
  expect(failureFrom(() => opened(file, [ONE, broken]))?.kind).toBe('storage')
  const again = opened(file)
  expect([namesIn(again), again.first('PRAGMA user_version')]).toEqual([['kept'], [1]])
  again.close()
  const mended = opened(file, [ONE, 'ALTER TABLE things ADD COLUMN colour TEXT'])
  expect(mended.first('SELECT name, colour FROM things')).toEqual(['kept', null])
  mended.close()
})

test('a file of a newer version is refused and stays as it is', () => {
  const file = join(aFolder(), 'a.db')
  opened(file, [ONE, 'CREATE TABLE more (id INTEGER)']).close()
  const before = readFileSync(file)
  expect(failureFrom(() => opened(file))).toMatchObject({
    kind: 'storage',
    reason: 'newer',
    path: file,
  })
  expect(readFileSync(file).equals(before)).toBe(true)
})
