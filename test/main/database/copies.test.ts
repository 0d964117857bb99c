import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyBeforeMigration, eraseFromCopies } from '../../../src/main/database/copies.ts'
import { openDatabase } from '../../../src/main/database/database.ts'
import { DESK } from '../../../src/main/database/stored-features.ts'
import { makeVerbs } from '../../../src/main/database/verbs.ts'
import { testClock } from '../../support/clock.ts'
import { tablesOf, versionOfFile } from '../../support/full-desk.ts'
import { ACCOUNT, aFolder, anAccount, failureFrom } from '../../support/store-folder.ts'
import { storedReport } from '../../support/stored-reports.ts'

const BEFORE = DESK.length - 1
const COPY = `desk-before-${DESK.length}.db`
const OTHER = 'account00002'

const opened = (file: string, migrations = DESK) =>
  openDatabase({ file, synchronous: 'FULL', migrations, onOlder: copyBeforeMigration })

/** A folder with a desk.db as the version before made it. */
function anOlderDesk(): string {
  const folder = aFolder()
  const desk = opened(join(folder, 'desk.db'), DESK.slice(0, BEFORE))
  for (const id of [ACCOUNT, OTHER]) {
    desk.run(
      `INSERT INTO accounts (id, name, is_demo, timezone, base_url, created_at)
       VALUES (?, ?, 0, 'UTC', 'https://analytics.example.com', 1)`,
      id,
      `The company ${id}`,
    )
  }
  desk.close()
  return folder
}

const copiesIn = (folder: string) =>
  readdirSync(folder).filter((name) => name.startsWith('desk-before-'))

test('a desk.db is copied before it is migrated, readable by its owner only', () => {
  const folder = anOlderDesk()
  const before = tablesOf(join(folder, 'desk.db'))
  makeVerbs(folder, testClock).close()
  expect(copiesIn(folder)).toEqual([COPY])
  expect(versionOfFile(join(folder, 'desk.db'))).toBe(DESK.length)
  expect(versionOfFile(join(folder, COPY))).toBe(BEFORE)
  expect(tablesOf(join(folder, COPY))).toEqual(before)
  expect(statSync(join(folder, COPY)).mode & 0o777).toBe(0o600)
})

test('a new desk and one that is up to date are not copied', () => {
  const folder = aFolder()
  for (const _ of ['new', 'up to date']) makeVerbs(folder, testClock).close()
  expect(copiesIn(folder)).toEqual([])
})

test('a migration that fails leaves the desk as it was, with every migration before it undone', () => {
  const folder = anOlderDesk()
  const file = join(folder, 'desk.db')
  const before = tablesOf(file)
  const broken = [...DESK, 'CREATE TABLE more (id)', 'INSERT INTO nowhere VALUES (1)']
  expect(failureFrom(() => opened(file, broken))?.kind).toBe('storage')
  expect(versionOfFile(file)).toBe(BEFORE)
  expect(tablesOf(file)).toEqual(before)
  expect(tablesOf(join(folder, COPY))).toEqual(before)
})

test('a desk.db that cannot be copied is not migrated', () => {
  const folder = anOlderDesk()
  const file = join(folder, 'desk.db')
  const isFull = () => {
    throw new Error('no room')
  }
  const open = () => openDatabase({ file, synchronous: 'FULL', migrations: DESK, onOlder: isFull })
  expect(failureFrom(open)).toMatchObject({ kind: 'storage' })
  expect(versionOfFile(file)).toBe(BEFORE)
})

test('the last three copies are kept', () => {
  const folder = anOlderDesk()
  const desk = opened(join(folder, 'desk.db'), DESK.slice(0, BEFORE))
  for (const version of [2, 9, 10, 11, 12]) copyBeforeMigration(desk, version)
  desk.close()
  expect(copiesIn(folder).toSorted()).toEqual([10, 11, 12].map((each) => `desk-before-${each}.db`))
})

test('forgetting an account erases it from the copies too, to the byte', () => {
  const folder = anOlderDesk()
  const verbs = makeVerbs(folder, testClock)
  expect(verbs.accounts().length).toBe(2)
  expect(readFileSync(join(folder, COPY)).includes(ACCOUNT)).toBe(true)
  verbs.removeAccount(ACCOUNT)
  expect(readFileSync(join(folder, COPY)).includes(ACCOUNT)).toBe(false)
  expect(readFileSync(join(folder, COPY)).includes(OTHER)).toBe(true)
  expect(existsSync(join(folder, `${COPY}-wal`))).toBe(false)
  verbs.putAccount(anAccount())
  verbs.close()
})

test('a report that is erased is erased from the copies too, to the byte', () => {
  const folder = anOlderDesk()
  const [erased, kept] = [storedReport(0), storedReport(1)]
  const desk = opened(join(folder, 'desk.db'), DESK.slice(0, BEFORE))
  for (const { id, about, document } of [erased, kept]) {
    desk.run(
      `INSERT INTO reports (id, origin, added_at, size, has_preview, tags, is_favourite, about)
       VALUES (?, 'made', 1, 1, 0, '[]', 0, ?)`,
      ...[id, JSON.stringify(about)],
    )
    desk.run('INSERT INTO report_documents (id, document) VALUES (?, ?)', id, document)
  }
  // As a version before there were reports left it.
  const first = opened(join(folder, 'first.db'), DESK.slice(0, 1))
  copyBeforeMigration(first, 2)
  first.close()
  desk.close()
  const verbs = makeVerbs(folder, testClock)
  verbs.removeReports([erased.id], 5)
  verbs.pruneReports()
  const bytes = readFileSync(join(folder, COPY))
  expect([erased, kept].map(({ id }) => bytes.includes(id))).toEqual([false, true])
  expect(bytes.includes(erased.about.title)).toBe(false)
  expect(copiesIn(folder)).toContain('desk-before-2.db')
  verbs.close()
})

test('a copy that cannot be opened is deleted when an account is forgotten', () => {
  const folder = anOlderDesk()
  makeVerbs(folder, testClock).close()
  writeFileSync(join(folder, COPY), 'no database at all'.repeat(1000))
  eraseFromCopies(folder, 'accounts', [ACCOUNT])
  expect(copiesIn(folder)).toEqual([])
})
