import type { Player } from '../../shared/api/player.ts'
import type { DayStatistics } from '../../shared/api/statistics.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Erased } from '../../shared/features/accounts/account.ts'
import type { DownloadScope, DownloadState } from '../../shared/features/downloads/download.ts'
import type { Overview } from '../../shared/features/overview/overview.ts'
import type { Period } from '../../shared/time/period.ts'
import { makeAbTestVerbs } from '../features/ab-tests/store.ts'
import { makeAccountsTable, type StoredAccount } from '../features/accounts/store.ts'
import {
  type AnswerOfPlayer,
  type AnswerKey,
  makeAnswers,
  type StoredAnswer,
} from '../features/analytics/answers.ts'
import {
  type AskedWith,
  type DayRun,
  makeDays,
  type StoredDay,
} from '../features/analytics/days.ts'
import { makeEarlyDays } from '../features/analytics/early-days.ts'
import { makeSumsReader } from '../features/analytics/period-sums.ts'
import { makePeriodsUsed } from '../features/analytics/periods-used.ts'
import { makePruning, type Pruned } from '../features/analytics/pruning.ts'
import { makeRollups } from '../features/analytics/rollups.ts'
import { makeSeriesTable } from '../features/analytics/series.ts'
import { makeTrends } from '../features/analytics/trends.ts'
import { makeAnnotationVerbs } from '../features/annotations/store.ts'
import { makeBackupVerbs } from '../features/backup/store.ts'
import { makeDownloadsTable, type OpenDownload } from '../features/downloads/store.ts'
import { makeLedgerVerbs } from '../features/ledger/store.ts'
import { makeMarkerVerbs } from '../features/markers/store.ts'
import { makeOverview } from '../features/overview/store.ts'
import { makePictureVerbs } from '../features/pictures/store.ts'
import { makeCurvesViewVerbs } from '../features/player/curves-views.ts'
import { makePlayerMarkVerbs, nearPlayers, withMarks } from '../features/player-marks/store.ts'
import { makeEditVerbs } from '../features/publishing/edit-verbs.ts'
import { makeReportScheduleVerbs } from '../features/reports/schedule-store.ts'
import { makeReportVerbs } from '../features/reports/store.ts'
import { makeTrafficRulesVerbs } from '../features/traffic/store.ts'
import { type LargeJson, opened } from '../threads/large-json.ts'
import { eraseFromCopies } from './copies.ts'
import { type Database, versionOf } from './database.ts'
import { openFiles } from './files.ts'
import type { Recovery } from './recovery.ts'

export type KeepAnswer = [
  account_id: string,
  name: string,
  input: object,
  value: unknown,
  asOf: number,
  isSettled: boolean,
]
export type KeepDays = [
  account_id: string,
  timezone: string,
  askedWith: AskedWith,
  rows: DayStatistics[] | LargeJson,
  asOf: number,
]
export interface KeepAll {
  answers: readonly KeepAnswer[]
  days: readonly KeepDays[]
}
type ReadDays = [account_id: string, timezone: string, player_id: string, period: Period]
type ReadOverview = [
  account_id: string,
  timezone: string,
  period: Period,
  comparison: Period | null,
]
type ReadTrends = [account_id: string, timezone: string, period: Period, player_ids: string[]]

export type Verbs = ReturnType<typeof makeVerbs>

/** All verbs of the store on the files of one folder. Each verb is one transaction per file. */
export function makeVerbs(folder: string, clock: Clock) {
  const { desk, answers, copy, journal, recovery, close } = openFiles(folder, clock)
  const { remove, ...ofAnswers } = answersVerbs(answers, clock)
  const { accounts, ...ofDesk } = deskVerbs(desk)
  const findAccount = (account_id: string) =>
    accounts.list().find(({ id }) => id === account_id) ?? null
  const ofPerson = personVerbs({ desk, answers }, (account_id) => findAccount(account_id) !== null)
  // Answers that arrive after their account was removed must not be stored.
  const forgotten = new Set<string>()

  return {
    ...ofDesk,
    ...ofAnswers,
    ...makeEditVerbs({ clock, desk, journal, findAccount }),
    ...ofPerson,
    ...notedVerbs(ofAnswers, ofPerson),
    recovery: (): Recovery | null => recovery,
    ...makeBackupVerbs({ desk, answers }),
    accounts: (): StoredAccount[] => accounts.list(),
    putAccount(account: StoredAccount): void {
      desk.transaction(() => accounts.put(account))
      forgotten.delete(account.id)
    },
    changeAccount: (account_id: string, change: Partial<StoredAccount>) =>
      changedAccount({ desk, accounts, findAccount }, account_id, change),
    /** Answers first: after an interruption the account is still there and can be removed again. */
    removeAccount(account_id: string): Omit<Erased, 'name' | 'keys' | 'keysLater'> {
      forgotten.add(account_id)
      const erased = answers.transaction(() => remove(account_id))
      const ofDesk = desk.transaction(() => accounts.remove(account_id))
      journal.renew()
      eraseFromCopies(folder, account_id)
      copy.erase()
      for (const database of [answers, desk]) database.checkpoint()
      return { ...erased, ...ofDesk }
    },
    keepAnswer(...kept: KeepAnswer): void {
      if (!forgotten.has(kept[0])) ofAnswers.keepAnswer(...kept)
    },
    keepDays(...kept: KeepDays): void {
      if (!forgotten.has(kept[0])) ofAnswers.keepDays(...kept)
    },
    /** Stores all of it or nothing. */
    keepAll(account_id: string, kept: KeepAll): void {
      if (!forgotten.has(account_id)) ofAnswers.keepAll(kept)
    },
    /** The version and row counts of each file. */
    facts: () => ({ 'desk.db': factsOf(desk), 'answers.db': factsOf(answers) }),
    /** `ok` or the problems of each file. Reads all and blocks the store: for tests only. */
    integrity: () => ({ desk: integrityOf(desk), answers: integrityOf(answers) }),
    close,
  }
}

interface Changing {
  desk: Database
  accounts: ReturnType<typeof makeAccountsTable>
  findAccount: (account_id: string) => StoredAccount | null
}

/** Returns the changed account; null when there is none, since a removed one must not come back. */
function changedAccount(
  { desk, accounts, findAccount }: Changing,
  account_id: string,
  change: Partial<StoredAccount>,
): StoredAccount | null {
  return desk.transaction(() => {
    const known = findAccount(account_id)
    if (!known) return null
    const account = { ...known, ...change, id: account_id }
    accounts.put(account)
    return account
  })
}

/** Figures of players joined with the person's tags and pins. */
function notedVerbs(
  { overview, answer }: Pick<ReturnType<typeof answersVerbs>, 'overview' | 'answer'>,
  { playerMarks }: Pick<ReturnType<typeof personVerbs>, 'playerMarks'>,
) {
  return {
    overview: (...args: ReadOverview): Overview =>
      withMarks(overview(...args), playerMarks(args[0])),
    nearPlayers: (account_id: string) =>
      nearPlayers(playerMarks(account_id), opened(answer(account_id, 'players', {})?.value)),
  }
}

/** Tables of what the person chose, noted and decided. */
function personVerbs(
  { desk, answers }: { desk: Database; answers: Database },
  hasAccount: (account_id: string) => boolean,
) {
  return {
    ...makePictureVerbs(desk, hasAccount),
    ...makeTrafficRulesVerbs(desk, hasAccount),
    ...makeAbTestVerbs({ desk, answers }, hasAccount),
    ...makePlayerMarkVerbs(desk, hasAccount),
    ...makeAnnotationVerbs(desk, hasAccount),
    ...makeMarkerVerbs(desk, hasAccount),
    ...makeCurvesViewVerbs(desk, hasAccount),
    ...makeReportVerbs(desk),
    ...makeReportScheduleVerbs(desk, hasAccount),
  }
}

function deskVerbs(desk: Database) {
  const downloads = makeDownloadsTable(desk)
  return {
    accounts: makeAccountsTable(desk),
    openDownload(scope: DownloadScope, startedAt: number): void {
      desk.transaction(() => downloads.open(scope, startedAt))
    },
    closeDownload(account_id: string, status: Status, state: DownloadState): void {
      desk.transaction(() => downloads.close(account_id, status, state))
    },
    /** Downloads that were not closed; at a start, those that were interrupted. */
    openDownloads: (): OpenDownload[] => downloads.listOpen(),
    /** The final state of each account's last download. */
    closedDownloads: (): DownloadState[] => downloads.listClosed(),
  }
}

type Status = DownloadState['status']

function answersVerbs(answers: Database, clock: Clock) {
  const periodsUsed = makePeriodsUsed(answers, clock)
  const answersTable = makeAnswers(answers, periodsUsed)
  const prune = makePruning({ database: answers, periodsUsed, clock })
  const seriesTable = makeSeriesTable(answers)
  const rollups = makeRollups(answers)
  const earlyDays = makeEarlyDays(answers, seriesTable)
  const days = makeDays({ database: answers, seriesTable, rollups, earlyDays })
  const readSums = makeSumsReader(answers, seriesTable, rollups)
  const readOverview = makeOverview({ answers: answersTable, readSums })
  const readTrends = makeTrends(seriesTable, rollups)
  const keepAll = (kept: KeepAll): void =>
    answers.transaction(() => {
      for (const [account_id, timezone, askedWith, rows, asOf] of kept.days)
        days.keep({ account_id, timezone }, askedWith, { rows: opened(rows), asOf })
      for (const [account_id, name, input, value, asOf, isSettled] of kept.answers)
        answersTable.keep({ account_id, name, input }, { value, asOf, isSettled })
    })

  return {
    ...makeLedgerVerbs({ answers, answersTable, seriesTable }),
    /** To be called in a transaction. */
    remove(account_id: string) {
      readSums.forget()
      return { answers: answersTable.remove(account_id), days: seriesTable.remove(account_id) }
    },
    answer(account_id: string, name: string, input: object): StoredAnswer | null {
      return answersTable.findToSend(account_id, name, input)
    },
    /** A player from the stored list of all players, and the age of that list. */
    listedPlayer(account_id: string, player_id: string): { player: Player; asOf: number } | null {
      const players = answersTable.find(account_id, 'players', {})
      const player = (players?.value as Player[] | undefined)?.find(({ id }) => id === player_id)
      return players && player ? { player, asOf: players.asOf } : null
    },
    /** The stored answers to an endpoint about one player, whatever their other parameters. */
    answersOfPlayer(account_id: string, name: string, player_id: string): AnswerOfPlayer[] {
      return answersTable.ofPlayer(account_id, name, player_id)
    },
    /** The inputs of the stored answers to an endpoint. */
    answeredInputs(account_id: string, name: string): AnswerOfPlayer['input'][] {
      return answersTable.inputs(account_id, name)
    },
    /** When each answer was stored, epoch milliseconds, in order; null where there is none. */
    answeredAt(account_id: string, questions: readonly AnswerKey[]): (number | null)[] {
      return questions.map((question) => answersTable.timeOf(account_id, question))
    },
    keepAnswer: (...kept: KeepAnswer): void => keepAll({ answers: [kept], days: [] }),
    keepDays: (...kept: KeepDays): void => keepAll({ answers: [], days: [kept] }),
    keepAll,
    /** The stored days of a player in a period, in order. Days that are not stored have no row. */
    days(...[account_id, timezone, player_id, period]: ReadDays): StoredDay[] {
      return days.read({ account_id, timezone }, player_id, period)
    },
    /** The stored days of each player in the period, as runs, oldest first. */
    dayCover(account_id: string, timezone: string, period: Period): Record<string, DayRun[]> {
      return days.cover({ account_id, timezone }, period)
    },
    /** Deletes old answers for a few milliseconds, when the answers take more than `mostBytes`. */
    pruneAnswers: (mostBytes: number): Pruned => prune(mostBytes),
    overview(...[account_id, timezone, period, comparison]: ReadOverview): Overview {
      return readOverview({ account_id, timezone }, period, comparison)
    },
    growth: (account_id: string, timezone: string) => earlyDays.growth({ account_id, timezone }),
    /** Plays per day of each player; null where a day is not stored. */
    trends(...[account_id, timezone, period, player_ids]: ReadTrends) {
      return readTrends({ account_id, timezone }, period, player_ids)
    },
  }
}

export interface FileFacts {
  version: number
  /** Number of rows by table. */
  counts: Record<string, string>
}

/** Counting stops here: counting a large table would block the store. */
const MOST_COUNTED = 10_000

function factsOf(database: Database): FileFacts {
  const tables = database.all<[string]>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  )
  const counts = tables.map(([table]) => {
    const sql = `SELECT count(*) FROM (SELECT 1 FROM "${table}" LIMIT ${MOST_COUNTED})`
    const [count] = database.first<[number]>(sql) ?? [0]
    return [table, count < MOST_COUNTED ? `${count}` : `${MOST_COUNTED} or more`]
  })
  return { version: versionOf(database), counts: Object.fromEntries(counts) }
}

function integrityOf(database: Database): string {
  const rows = database.all<[string]>('PRAGMA integrity_check(5)')
  const problems = rows.map(([text]) => text).filter((text) => text !== 'ok')
  const foreign = database.all('PRAGMA foreign_key_check').length
  if (foreign > 0) problems.push(`${foreign} rows refer to nothing`)
  return problems.length === 0 ? 'ok' : problems.join('; ')
}
