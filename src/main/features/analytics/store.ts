import type { Player } from '../../../shared/api/player.ts'
import { ADDITIVE, type DayStatistics } from '../../../shared/api/statistics.ts'
import type { Clock } from '../../../shared/clock.ts'
import type { Overview } from '../../../shared/features/overview/overview.ts'
import type { Fields } from '../../../shared/plain.ts'
import type { Period } from '../../../shared/time/period.ts'
import type { Database } from '../../database/database.ts'
import { type LargeJson, opened } from '../../threads/large-json.ts'
import { makeLedgerVerbs } from '../ledger/store.ts'
import { makeOverview } from '../overview/store.ts'
import { type AnswerKey, makeAnswers, type StoredAnswer } from './answers.ts'
import { dayNumber, daysMask, monthOf, monthStart } from './calendar.ts'
import { type DayParameters, type DayRun, makeDays, type StoredDay } from './days.ts'
import { makeEarlyDays } from './early-days.ts'
import { laneAsOf, laneValue } from './packed-month.ts'
import { type DayRange, makeSumsReader } from './period-sums.ts'
import { makePeriodsUsed } from './periods-used.ts'
import { makePruning, type Pruned } from './pruning.ts'
import { makeRollups, type Rollups } from './rollups.ts'
import { makeSeriesTable, type SeriesTable, type Zoned } from './series.ts'

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
  parameters: DayParameters,
  rows: DayStatistics[] | LargeJson,
  asOf: number,
]
export interface KeepAll {
  answers: readonly KeepAnswer[]
  days: readonly KeepDays[]
}
type ReadDays = [account_id: string, timezone: string, player_id: string, period: Period]
export type ReadOverview = [
  account_id: string,
  timezone: string,
  period: Period,
  comparison: Period | null,
]
type ReadTrends = [account_id: string, timezone: string, period: Period, player_ids: string[]]

/** The store's verbs for answers.db: what the analytics service said. */
export function makeAnswerVerbs(answers: Database, clock: Clock) {
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
      for (const [account_id, timezone, parameters, rows, asOf] of kept.days)
        days.keep({ account_id, timezone }, parameters, { rows: opened(rows), asOf })
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
    listedPlayers: (account_id: string): readonly Player[] =>
      (answersTable.find(account_id, 'players', {})?.value ?? []) as Player[],
    /** A player from the stored list of all players, and the age of that list. */
    listedPlayer(account_id: string, player_id: string): { player: Player; asOf: number } | null {
      const players = answersTable.find(account_id, 'players', {})
      const player = (players?.value as Player[] | undefined)?.find(({ id }) => id === player_id)
      return players && player ? { player, asOf: players.asOf } : null
    },
    /** The inputs of the stored answers to an endpoint, of one player or of all. */
    answeredInputs(account_id: string, name: string, player_id?: string): Fields[] {
      return answersTable.inputs(account_id, name, player_id)
    },
    /** When each answer was stored, epoch milliseconds, in order; null where there is none. */
    answeredAt(account_id: string, requests: readonly AnswerKey[]): (number | null)[] {
      return requests.map((request) => answersTable.timeOf(account_id, request))
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
    keepDownloaded: (...kept: Parameters<SeriesTable['keepDownloaded']>): void =>
      answers.transaction(() => seriesTable.keepDownloaded(...kept)),
    leaveZone: (...zones: Parameters<SeriesTable['leaveZone']>) =>
      answers.transaction(() => seriesTable.leaveZone(...zones)),
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

const PLAYS = ADDITIVE.indexOf('total_started')

/** Plays per day of each player; null where a day is not stored. */
function makeTrends(seriesTable: SeriesTable, rollups: Rollups) {
  return (zoned: Zoned, { start, end }: Period, player_ids: string[]) => {
    const range = { start: dayNumber(start), end: dayNumber(end) }
    const trend = (player_id: string) => playsByDay(zoned, player_id, range)
    return Object.fromEntries(player_ids.map((player_id) => [player_id, trend(player_id)]))
  }

  function playsByDay(zoned: Zoned, player_id: string, { start, end }: DayRange) {
    const plays = new Array<number | null>(end - start + 1).fill(null)
    const key = seriesTable.find(zoned, player_id)
    if (!key) return plays
    for (let month = monthOf(start); month <= monthOf(end); month++) {
      const lanes = rollups.read(key, month)
      const wanted = daysMask(month, start, end)
      for (let day = 0; lanes && day < 31; day++) {
        if ((wanted & (1 << day)) === 0 || laneAsOf(lanes, day) === 0) continue
        plays[monthStart(month) + day - start] = laneValue(lanes, PLAYS, day)
      }
    }
    return plays
  }
}
