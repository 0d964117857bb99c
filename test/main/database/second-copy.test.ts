import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDatabase, type Value } from '../../../src/main/database/database.ts'
import { DESK, DESK_TABLES, tablesIn } from '../../../src/main/database/stored-features.ts'
import { makeVerbs, type Verbs } from '../../../src/main/database/verbs.ts'
import type { Schedule } from '../../../src/shared/features/reports/schedule.ts'
import { testClock } from '../../support/clock.ts'
import { save, setLabel } from '../../support/edited-store.ts'
import { aVideo } from '../../support/edits.ts'
import { fillDesk, tablesOf } from '../../support/full-desk.ts'
import { count } from '../../support/scale.ts'
import { ACCOUNT, aFolder, anAccount } from '../../support/store-folder.ts'
import { reportIdAt, storedReport } from '../../support/stored-reports.ts'

const HISTORIES = count('histories followed by the second copy', { usual: 10, full: 1000 })
const OTHER = 'account00002'
const period = { start: '2026-03-01', end: '2026-03-02' }
const at = (folder: string, name: string) => path.join(folder, name)

/** The rows of the second copy's tables, in a closed database. */
function rowsIn(file: string): Record<string, Value[][]> {
  const database = openDatabase({ file, synchronous: 'FULL', migrations: DESK, isCopy: true })
  const rows = tablesIn('copy').map((table) => [
    table,
    database.all<Value[]>(`SELECT rowid, * FROM ${table} ORDER BY rowid`),
  ])
  database.close()
  return Object.fromEntries(rows)
}

/** A closed desk with something of everything, and what is in it that no service has. */
function aFullDesk() {
  const folder = at(aFolder(), 'desk')
  fillDesk(folder)
  const verbs = makeVerbs(folder, testClock)
  verbs.addReport(storedReport(0))
  verbs.traffic.keepRules({ account_id: ACCOUNT, rules: { keys: {} } as never })
  verbs.close()
  const kept = tablesOf(at(folder, 'desk.db'))
  return { folder, kept: Object.fromEntries(tablesIn('copy').map((table) => [table, kept[table]])) }
}

const keptIn = (folder: string) => {
  const kept = tablesOf(at(folder, 'desk.db'))
  return Object.fromEntries(tablesIn('copy').map((table) => [table, kept[table]]))
}

function reopened<T>(folder: string, read: (verbs: Verbs) => T): T {
  const verbs = makeVerbs(folder, testClock)
  try {
    return read(verbs)
  } finally {
    verbs.close()
  }
}

const recoveryAt = (folder: string) => reopened(folder, (verbs) => verbs.recovery())

test('each table has a declared way of recovery', () => {
  const { folder } = aFullDesk()
  expect(Object.keys(tablesOf(at(folder, 'desk.db'))).toSorted()).toEqual(
    Object.keys(DESK_TABLES)
      .filter((table) => table !== 'seals')
      .toSorted(),
  )
})

const WORK: ((verbs: Verbs, number: number) => void)[] = [
  (verbs, number) => verbs.putAccount(anAccount({ name: `name ${number}` })),
  (verbs, number) =>
    verbs.annotations.add({
      account_id: ACCOUNT,
      fields: { player_id: null, period, text: `${number}`, tags: [] },
    }),
  (verbs) => verbs.annotations.undo({ account_id: ACCOUNT }),
  (verbs, number) =>
    verbs.players.tag({
      account_id: ACCOUNT,
      player_ids: [`player ${number % 3}`],
      add: [`${number}`],
      remove: [],
    }),
  (verbs, number) =>
    verbs.markers.put({
      account_id: ACCOUNT,
      player_id: 'player',
      marker: { second: number % 7, name: `${number}` },
    }),
  (verbs) => verbs.markers.undo({ account_id: ACCOUNT, player_id: 'player' }),
  (verbs, number) => verbs.addReport(storedReport(number % 4)),
  (verbs, number) => verbs.removeReports([reportIdAt(number % 4)], number),
  (verbs) => verbs.pruneReports(),
  (verbs, number) =>
    verbs.putReportSchedule({ id: `${number % 2}`, account_id: ACCOUNT } as Schedule),
  (verbs, number) => verbs.removeReportSchedule(`${number % 2}`),
  (verbs, number) => void save(verbs, setLabel(`${number}`)),
  (verbs, number) => void verbs.discardEdits(ACCOUNT, null, number),
  (verbs, number) => verbs.pruneEdits(number),
  (verbs) => {
    verbs.putAccount(anAccount({ id: OTHER }))
    verbs.players.opened({ account_id: OTHER, player_id: 'player' })
    verbs.removeAccount(OTHER)
  },
]

test('after any sequence of changes, the second copy has every acknowledged row of desk.db', () => {
  const steps = fc.array(fc.nat({ max: WORK.length - 1 }), { minLength: 5, maxLength: 40 })
  fc.assert(
    fc.property(steps, (chosen) => {
      const folder = aFolder()
      const verbs = makeVerbs(folder, testClock)
      verbs.putAccount(anAccount())
      verbs.keepVideos(ACCOUNT, [aVideo()], 1)
      for (const [number, index] of chosen.entries()) WORK[index]?.(verbs, number + 1)
      // As after a kill: nothing was closed.
      const killed = at(aFolder(), 'killed')
      cpSync(folder, killed, { recursive: true })
      verbs.close()
      expect(rowsIn(at(killed, 'desk-copy.db'))).toEqual(rowsIn(at(killed, 'desk.db')))
      expect(rowsIn(at(folder, 'desk-copy.db'))).toEqual(rowsIn(at(folder, 'desk.db')))
    }),
    { numRuns: HISTORIES },
  )
})

test('forgetting an account erases it from the second copy too, to the byte', () => {
  const folder = aFolder()
  const verbs = makeVerbs(folder, testClock)
  for (const id of [ACCOUNT, OTHER]) verbs.putAccount(anAccount({ id, name: `company of ${id}` }))
  verbs.removeAccount(ACCOUNT)
  for (const name of readdirSync(folder).filter((each) => each.startsWith('desk-copy'))) {
    expect(readFileSync(at(folder, name)).includes(ACCOUNT)).toBe(false)
  }
  expect(readFileSync(at(folder, 'desk-copy.db')).includes(OTHER)).toBe(true)
  verbs.close()
})

test('a second copy that cannot be written blocks nothing, and is rebuilt by the next change', () => {
  const { folder } = aFullDesk()
  const copy = at(folder, 'desk-copy.db')
  rmSync(copy)
  mkdirSync(copy)
  const verbs = makeVerbs(folder, testClock)
  verbs.players.pin({ account_id: ACCOUNT, player_id: 'player', isPinned: true })
  rmSync(copy, { recursive: true })
  verbs.players.pin({ account_id: ACCOUNT, player_id: 'another', isPinned: true })
  verbs.close()
  expect(rowsIn(copy)).toEqual(rowsIn(at(folder, 'desk.db')))
})

test('a second copy that is damaged or missing is rebuilt at the next start', () => {
  const { folder } = aFullDesk()
  const copy = at(folder, 'desk-copy.db')
  for (const spoil of [() => rmSync(copy), () => writeFileSync(copy, 'none'.repeat(5000))]) {
    spoil()
    expect(recoveryAt(folder)).toBeNull()
    expect(rowsIn(copy)).toEqual(rowsIn(at(folder, 'desk.db')))
  }
})

test.each([
  ['missing', 'missing', (file: string) => rmSync(file)],
  ['overwritten', 'damaged', (file: string) => writeFileSync(file, Buffer.alloc(90_000, 7))],
  ['emptied', 'damaged', (file: string) => writeFileSync(file, '')],
])(
  'a desk that is %s is recovered completely from its second copy, and the recovery is reported',
  (_, cause, spoil) => {
    const { folder, kept } = aFullDesk()
    spoil(at(folder, 'desk.db'))
    const recovery = recoveryAt(folder)
    expect(recovery).toMatchObject({ kind: 'desk-recovered', cause, lost: {} })
    expect(keptIn(folder)).toEqual(kept)
    expect(recoveryAt(folder)).toBeNull()
  },
)

const WRITER = at(import.meta.dirname, '../../support/store-writer.ts')

test.each(['migration', 'checkpoint', 'checkpoint:2'])(
  'a recovery of a missing desk that was killed at %s is done again at the next start',
  (point) => {
    const { folder, kept } = aFullDesk()
    const { edits } = tablesOf(at(folder, 'desk.db'))
    rmSync(at(folder, 'desk.db'))
    const env = { ...process.env, CUEPOINT_FAILPOINT: point }
    expect(spawnSync(process.execPath, [WRITER, folder], { env }).signal).toBe('SIGKILL')
    expect(recoveryAt(folder)).toMatchObject({ cause: 'missing', lost: {} })
    expect(keptIn(folder)).toEqual(kept)
    expect(tablesOf(at(folder, 'desk.db'))['edits']).toEqual(edits)
    expect(readdirSync(folder).filter((name) => /salvaged/.test(name))).toEqual([])
  },
)

test('the recovery of a missing desk without edits reports no lost edits', () => {
  const folder = aFolder()
  reopened(folder, (verbs) => verbs.putAccount(anAccount()))
  rmSync(at(folder, 'desk.db'))
  expect(recoveryAt(folder)).toMatchObject({ cause: 'missing', kept: 1, lost: {} })
})

test('changes made after an older desk.db was put back are recovered, and the recovery is reported', () => {
  const { folder } = aFullDesk()
  const earlier = readFileSync(at(folder, 'desk.db'))
  reopened(folder, (verbs) => {
    verbs.players.pin({ account_id: ACCOUNT, player_id: 'since', isPinned: true })
    save(verbs, setLabel('since'))
  })
  const { kept, edits } = { kept: keptIn(folder), edits: tablesOf(at(folder, 'desk.db'))['edits'] }
  writeFileSync(at(folder, 'desk.db'), earlier)
  const recovery = recoveryAt(folder)
  expect(recovery).toMatchObject({ kind: 'desk-recovered', cause: 'behind', lost: {} })
  expect(existsSync(recovery?.keptAs ?? '')).toBe(true)
  expect(keptIn(folder)).toEqual(kept)
  expect(tablesOf(at(folder, 'desk.db'))['edits']).toEqual(edits)
})

test('acknowledged changes survive the loss of the write-ahead log, and the recovery is reported', () => {
  const { folder } = aFullDesk()
  const verbs = makeVerbs(folder, testClock)
  verbs.players.pin({ account_id: ACCOUNT, player_id: 'in the log', isPinned: true })
  save(verbs, setLabel('in the log'))
  const killed = at(aFolder(), 'killed')
  cpSync(folder, killed, { recursive: true })
  verbs.close()
  rmSync(at(killed, 'desk.db-wal'))
  expect(recoveryAt(killed)).toMatchObject({ kind: 'desk-recovered', cause: 'behind', lost: {} })
  expect(keptIn(killed)).toEqual(keptIn(folder))
})

test('when both copies are damaged, each kind of data is reported as lost, and the edits are recovered', () => {
  const { folder } = aFullDesk()
  for (const name of ['desk.db', 'desk-copy.db']) {
    const bytes = readFileSync(at(folder, name))
    writeFileSync(at(folder, name), bytes.fill(0x5a))
  }
  const recovery = recoveryAt(folder)
  expect(recovery).toMatchObject({
    ...{ kind: 'desk-recovered', cause: 'damaged' },
    lost: { annotations: null, reports: null, markers: null, players: null, tests: null },
  })
  // The journal still has these, and the account that they are of.
  reopened(folder, (verbs) => {
    expect(verbs.accounts()).toEqual([anAccount()])
    expect(verbs.editRows(ACCOUNT, null).length).toBe(1)
  })
})

test('damages of desk.db and answers.db are reported together', () => {
  const { folder } = aFullDesk()
  for (const name of ['desk.db', 'answers.db']) {
    writeFileSync(at(folder, name), Buffer.alloc(90_000, 7))
  }
  expect(recoveryAt(folder)).toMatchObject({
    kind: 'desk-recovered',
    also: [{ kind: 'answers-rebuilt' }],
  })
  rmSync(at(folder, 'answers.db'))
  expect(recoveryAt(folder)).toMatchObject({ kind: 'answers-missing' })
})

/** A desk in use, copied as a kill leaves it: with its log. */
function aKilledDesk(name: string) {
  const folder = aFolder()
  const verbs = makeVerbs(folder, testClock)
  verbs.putAccount(anAccount({ name }))
  verbs.close()
  const again = makeVerbs(folder, testClock)
  again.putAccount(anAccount({ name: `${name} in the log` }))
  const killed = at(aFolder(), 'killed')
  cpSync(folder, killed, { recursive: true })
  again.close()
  return { closed: folder, killed }
}

test('the write-ahead log of another desk is set aside, and none of it is applied', () => {
  const { closed } = aKilledDesk('mine')
  const { killed: other } = aKilledDesk('theirs')
  const log = readFileSync(at(other, 'desk.db-wal'))
  writeFileSync(at(closed, 'desk.db-wal'), log)
  const { recovery, accounts } = reopened(closed, (verbs) => {
    return { recovery: verbs.recovery(), accounts: verbs.accounts() }
  })
  expect(recovery).toMatchObject({ kind: 'strange-file' })
  expect(readFileSync(recovery?.keptAs ?? '').equals(log)).toBe(true)
  expect(accounts.map(({ name }) => name)).toEqual(['mine in the log'])
})

test('a log beside an older desk.db is set aside, and its changes are recovered', () => {
  const { closed, killed } = aKilledDesk('mine')
  const earlier = readFileSync(at(closed, 'desk.db'))
  for (let start = 0; start < 3; start++)
    reopened(closed, (verbs) =>
      verbs.players.pin({ account_id: ACCOUNT, player_id: `${start}`, isPinned: true }),
    )
  const later = makeVerbs(closed, testClock)
  later.putAccount(anAccount({ name: 'latest' }))
  for (const name of ['desk.db-wal', 'desk-copy.db']) {
    copyFileSync(at(closed, name), at(killed, name))
  }
  later.close()
  writeFileSync(at(killed, 'desk.db'), earlier)
  const recovery = recoveryAt(killed)
  expect([recovery?.kind, ...(recovery?.also ?? []).map(({ kind }) => kind)]).toEqual([
    'desk-recovered',
    'strange-file',
  ])
  expect(keptIn(killed)).toEqual(keptIn(closed))
})

test('a log without its desk.db is kept, and the desk is recovered from its second copy', () => {
  const { closed, killed } = aKilledDesk('mine')
  rmSync(at(killed, 'desk.db'))
  const recovery = recoveryAt(killed)
  expect(recovery).toMatchObject({ kind: 'desk-recovered', cause: 'missing', lost: {} })
  expect(existsSync(`${recovery?.keptAs}-wal`)).toBe(true)
  expect(keptIn(killed)).toEqual(keptIn(closed))
})

test('the desk’s own log is applied after a kill', () => {
  const { closed, killed } = aKilledDesk('mine')
  expect(recoveryAt(killed)).toBeNull()
  expect(keptIn(killed)).toEqual(keptIn(closed))
})

test.each([
  ['second copy', 'desk-copy.db'],
  ['journal', 'outbox.log'],
])('the %s of another desk is put aside', (_, name) => {
  const [{ folder }, { folder: other }] = [aFullDesk(), aFullDesk()]
  const bytes = readFileSync(at(other, name))
  renameSync(at(other, name), at(folder, name))
  const recovery = recoveryAt(folder)
  expect(recovery?.kind).toBe('strange-file')
  expect(readFileSync(recovery?.keptAs ?? '').equals(bytes)).toBe(true)
  expect(recoveryAt(folder)).toBeNull()
})
