import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import {
  type JournalEntry,
  lastCommitIn,
  lastStates,
  openJournal,
  readJournal,
} from '../../../../src/main/features/publishing/journal.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import { testClock } from '../../../support/clock.ts'
import { anEditRow, aVideo, VIDEO } from '../../../support/edits.ts'
import { ACCOUNT, aFolder, anAccount } from '../../../support/store-folder.ts'

const account = anAccount()
const put = (...keys: string[]): JournalEntry => {
  return { account, put: keys.map((key) => anEditRow({ key })), remove: [] }
}
const gone = (...keys: string[]): JournalEntry => {
  return { account, put: [], remove: keys.map((key) => [VIDEO, key]) }
}
const keysIn = (file: string) =>
  lastStates(readJournal(file).lines).flatMap(({ put }) => put.map(({ key }) => key))

/** A journal whose database has what the test says. */
function aJournal(present: JournalEntry[] = []) {
  const file = join(aFolder(), 'outbox.log')
  return { file, present, journal: openJournal(file, () => present) }
}

test('edits that were appended and not removed are read back', () => {
  const { file, journal } = aJournal()
  for (const entry of [put('a', 'b'), gone('a'), put('c'), put('a'), gone('b')])
    journal.append(entry)
  // The first line made the file, from what the database had then: nothing.
  expect(keysIn(file)).toEqual(['a', 'c'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a torn or damaged line is skipped, and no other', () => {
  const { file, journal } = aJournal()
  for (const key of ['made', 'a', 'b', 'c']) journal.append(put(key))
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('"key":"b"', '"key":"X"'))
  appendFileSync(file, text.slice(0, 300))
  expect(keysIn(file)).toEqual(['a', 'c'])
  expect(lastStates(readJournal(join(file, 'nowhere')).lines)).toEqual([])
})

test('the last commit number is that of the last intact line that has one', () => {
  const { file, journal } = aJournal()
  expect(lastCommitIn(file)).toBe(null)
  for (const number of [1, 2, 3]) journal.append({ ...put('made'), commit: [7, number] })
  // The first line made the file, from what the database had then: nothing.
  expect(lastCommitIn(file)).toEqual([7, 3])
  const text = readFileSync(file, 'utf8')
  journal.append(put('of an earlier version'))
  expect(lastCommitIn(file)).toEqual([7, 3])
  writeFileSync(file, `${text.replace('[7,3]', '[7,9]')}${text.slice(0, 300)}`)
  expect(lastCommitIn(file)).toEqual([7, 2])
})

test('after a line could not be written, the next one contains all waiting edits', () => {
  const { file, present, journal } = aJournal()
  journal.append(put('made'))
  rmSync(file)
  mkdirSync(file)
  journal.append(put('lost'))
  expect(journal.isBehind()).toBe(true)
  rmSync(file, { recursive: true })
  present.push(put('lost', 'next'))
  journal.append(put('next'))
  expect([keysIn(file), journal.isBehind()]).toEqual([['lost', 'next'], false])
})

test('a journal that has grown is rewritten with the waiting edits only', () => {
  const { file, journal } = aJournal()
  journal.append(put('made'))
  const large = { ...put('large'), put: [anEditRow({ key: 'large', want: 'x'.repeat(600_000) })] }
  for (const entry of [large, large]) journal.append(entry)
  expect(statSync(file).size).toBeGreaterThan(1_200_000)
  journal.append(gone('large'))
  expect(readFileSync(file, 'utf8')).toBe('')
})

const setName = (value: string): Change => {
  const at = { group: 'call_actions', item_id: 'cta1', register: 'action.content' } as const
  return { kind: 'set', ...at, value }
}

const wants = (verbs: Verbs) => verbs.editRows(ACCOUNT, null).map(({ want }) => want)

/** A closed desk with two edits that wait, and a third that was undone. */
function aDesk() {
  const folder = aFolder()
  const verbs = makeVerbs(folder, testClock)
  verbs.putAccount(account)
  verbs.keepVideos(ACCOUNT, [aVideo()], 1)
  const save = (change: Change) =>
    verbs.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes: [change] }])
  save(setName('Mine'))
  save({ kind: 'create', group: 'pixels', item: { base: { name: 'New' } } })
  save({ kind: 'delete', group: 'pixels', item_id: 'pixel1' })
  verbs.undoStep(ACCOUNT)
  return { folder, verbs, rows: verbs.editRows(ACCOUNT, null) }
}

test.each([
  ['overwritten from end to end', (bytes: Buffer) => bytes.fill(0xa5)],
  ['emptied', () => Buffer.alloc(0)],
  ['cut to its half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['without its header', (bytes: Buffer) => bytes.fill(0xa5, 0, 100)],
])('when desk.db is %s, unsent edits are recovered with their account', (_, damage) => {
  const { folder, verbs, rows } = aDesk()
  verbs.close()
  const file = join(folder, 'desk.db')
  writeFileSync(file, damage(readFileSync(file)))
  const again = makeVerbs(folder, testClock)
  expect(again.recovery()?.kind).toBe('desk-recovered')
  expect(existsSync(again.recovery()?.keptAs ?? '')).toBe(true)
  expect(again.accounts()).toEqual([account])
  expect(again.editRows(ACCOUNT, null)).toEqual(rows)
  again.close()
})

test('when desk.db is missing, unsent edits are recovered with their account', () => {
  const { folder, verbs, rows } = aDesk()
  verbs.close()
  rmSync(join(folder, 'desk.db'))
  const again = makeVerbs(folder, testClock)
  expect([again.accounts(), again.editRows(ACCOUNT, null)]).toEqual([[account], rows])
  again.close()
})

test('without a journal, the readable edits of a damaged desk.db are recovered', () => {
  const { folder, verbs, rows } = aDesk()
  verbs.close()
  rmSync(join(folder, 'outbox.log'))
  const file = join(folder, 'desk.db')
  writeFileSync(file, readFileSync(file).fill(0xa5, 0, 100))
  const again = makeVerbs(folder, testClock)
  expect(again.editRows(ACCOUNT, null)).toEqual(rows)
  expect(again.videoBase(ACCOUNT, VIDEO)?.video).toEqual(aVideo())
  again.close()
})

test('a journal that lacks its last line is rewritten when the desk is opened', () => {
  const { folder, verbs } = aDesk()
  const cut = aFolder()
  for (const name of ['desk.db', 'desk.db-wal', 'answers.db', 'answers.db-wal']) {
    copyFileSync(join(folder, name), join(cut, name))
  }
  verbs.close()
  // The last line is missing, as when the power went between the commit and the line.
  const lines = readFileSync(join(folder, 'outbox.log'), 'utf8').trimEnd().split('\n')
  writeFileSync(join(cut, 'outbox.log'), `${lines.slice(0, -1).join('\n')}\n`)
  const again = makeVerbs(cut, testClock)
  const inJournal = lastStates(readJournal(join(cut, 'outbox.log')).lines).flatMap(
    (entry) => entry.put,
  )
  expect(inJournal.map(({ want }) => want)).toEqual(wants(again))
  expect(wants(again)).toEqual(['Mine', { base: { name: 'New' } }])
  again.close()
})

test('a desk without edits makes no journal', () => {
  const folder = aFolder()
  const verbs = makeVerbs(folder, testClock)
  verbs.putAccount(account)
  verbs.removeAccount(ACCOUNT)
  verbs.close()
  makeVerbs(folder, testClock).close()
  expect(existsSync(join(folder, 'outbox.log'))).toBe(false)
})
