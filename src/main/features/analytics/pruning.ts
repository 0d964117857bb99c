import type { Clock } from '../../../shared/clock.ts'
import type { Database } from '../../database/database.ts'
import { canonicalJson } from '../../database/json.ts'
import { makeOutdated } from '../ab-tests/history.ts'
import { type PeriodsUsed, spanOf, type UsedPeriod } from './periods-used.ts'

/** Periods last used within this time belong together, such as a period and its comparison. */
const SAME_USE_MS = 12 * 3_600_000
/** Longest time that a slice delays an edit, plus one batch. */
const SLICE_MS = 15
const ROWS_AT_ONCE = 25
const PAGES_AT_ONCE = 16

export interface Pruned {
  /** Size of the file on the disk. */
  bytes: number
  /** Whether nothing more can or need be deleted. */
  isDone: boolean
}

interface PruningParts {
  database: Database
  periodsUsed: PeriodsUsed
  clock: Pick<Clock, 'monotonic' | 'now'>
}

/** The position in the answers about a period. */
interface Place {
  period: UsedPeriod
  /** Later used periods of the same account and zone, latest first. */
  newer: UsedPeriod[]
  /** Endpoints still to do; `stats` has a table of its own. */
  names: string[]
  after: string
  /** Whether an answer about it must stay, because its request has no newer answer. */
  isNeeded: boolean
}

interface Row {
  id: number | null
  input: string
  asOf: number
}

/**
 * Deletes stored answers when they exceed the user's limit: about the least recently used period
 * first, and only those whose request was answered for a later used period too. So the newest
 * answer to each request stays, and everything about the periods used last.
 */
export function makePruning({ database, periodsUsed, clock }: PruningParts) {
  const file = makeFile(database)
  const rows = makeRows(database)
  const comparisons = makeComparisons(database)
  let place: Place | null = null
  /** Periods whose remaining answers must stay, until the next run. */
  const kept = new Set<string>()

  /** Deletes stored answers for some milliseconds, while the file is too large. To be called again until done. */
  function prune(mostBytes: number): Pruned {
    const until = clock.monotonic() + SLICE_MS
    while (clock.monotonic() < until) {
      const isDeleted = file.isOver(mostBytes) && (deleteSome(until) || comparisons.deleteSome())
      if (isDeleted || file.giveBackPages()) continue
      // Small enough, or the rest must stay.
      place = null
      kept.clear()
      comparisons.restart()
      database.checkpoint()
      return { bytes: file.bytes(), isDone: true }
    }
    return { bytes: file.bytes(), isDone: false }
  }

  /** Returns whether there may be more to delete. */
  function deleteSome(until: number): boolean {
    // Used between two slices: it is no longer the least recently used.
    if (place && !periodsUsed.isStill(place.period)) place = null
    place ??= nextPlace()
    if (!place) return false
    const { period } = place
    const [name] = place.names
    if (name === undefined) {
      if (place.isNeeded) kept.add(keyOf(period))
      else database.transaction(() => periodsUsed.remove(period))
      place = null
    } else if (!deleteNext(place, name, until)) {
      place.names.shift()
      place.after = ''
    }
    return true
  }

  /** Returns whether the endpoint had answers left. */
  function deleteNext(at: Place, name: string, until: number): boolean {
    const { period, newer } = at
    const goes: Row[] = []
    let last: Row | null = null
    for (const row of rows.next(at, name)) {
      last = row
      if (spanIn(row.input) !== period.span) continue
      if (rows.hasNewerRequest(newer, name, row)) goes.push(row)
      else at.isNeeded = true
      // Checked per row: a request without a newer answer is looked up in every period.
      if (clock.monotonic() >= until) break
    }
    if (!last) return false
    if (goes.length > 0)
      database.transaction(() => goes.forEach((row) => rows.remove(period, name, row)))
    at.after = last.input
    return true
  }

  function nextPlace(): Place | null {
    const all = periodsUsed.list()
    const now = clock.now()
    const latest = new Map<string, number>()
    // Limited to now: a time from when the clock was ahead must not make all others old.
    for (const { account_id, usedAt } of all)
      latest.set(account_id, Math.max(Math.min(usedAt, now), latest.get(account_id) ?? 0))
    const period = all.find(
      (one) =>
        !kept.has(keyOf(one)) && one.usedAt < (latest.get(one.account_id) ?? 0) - SAME_USE_MS,
    )
    if (!period) return null
    const newer = all.filter(
      (one) =>
        one.account_id === period.account_id &&
        one.timezone === period.timezone &&
        one.usedAt > period.usedAt,
    )
    const names = [STATS, ...rows.names(period.account_id)]
    return { period, newer: newer.reverse(), names, after: '', isNeeded: false }
  }

  return prune
}

/** The size of the file. */
function makeFile(database: Database) {
  const pragma = (name: string) => database.first<[number]>(`PRAGMA ${name}`)?.[0] ?? 0
  const bytes = () => pragma('page_count') * pragma('page_size')
  const isOver = (mostBytes: number) =>
    (pragma('page_count') - pragma('freelist_count')) * pragma('page_size') > mostBytes

  /** Returns whether a page was freed. */
  function giveBackPages(): boolean {
    const before = pragma('freelist_count')
    if (before === 0) return false
    database.transaction(() => database.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`))
    return pragma('freelist_count') < before
  }

  return { bytes, isOver, giveBackPages }
}

/** The answers of both tables, by their period. */
function makeRows(database: Database) {
  /** Found one by one in the index; a scan would read every answer. */
  function names(account_id: string): string[] {
    const all: string[] = []
    for (let name: string | null = ''; name !== null; ) {
      const sql = 'SELECT min(name) FROM answers WHERE account_id = ? AND name > ?'
      name = database.first<[string | null]>(sql, account_id, name)?.[0] ?? null
      if (name !== null) all.push(name)
    }
    return all
  }

  /** The next rows that may be about the period, in the order of their input. */
  function next({ period, after }: Place, name: string): Row[] {
    const { account_id, span, end } = period
    if (name === STATS) {
      return database
        .all<[string, number]>(
          `SELECT input, as_of FROM period_answers WHERE account_id = ? AND span = ? AND input > ?
           ORDER BY input LIMIT ${ROWS_AT_ONCE}`,
          ...[account_id, span, after],
        )
        .map(([input, asOf]) => ({ id: null, input, asOf }))
    }
    // Keys of an input are sorted, so inputs with the same end are adjacent in the index.
    const first = `{"end_date":${JSON.stringify(end)}`
    return database
      .all<[number, string, number]>(
        `SELECT id, input, as_of FROM answers WHERE account_id = ? AND name = ?
         AND input > ? AND input < ? ORDER BY input LIMIT ${ROWS_AT_ONCE}`,
        ...[account_id, name, after || first, `${first}~`],
      )
      .map(([id, input, asOf]) => ({ id, input, asOf }))
  }

  /** Whether the same request about one of these periods has a newer answer. */
  function hasNewerRequest(periods: readonly UsedPeriod[], name: string, { input, asOf }: Row) {
    const own = JSON.parse(input) as object
    return periods.some(({ account_id, span, start, end }) => {
      const key = canonicalJson({ ...own, start_date: start, end_date: end })
      const [sql, of] =
        name === STATS
          ? [
              'SELECT as_of FROM period_answers WHERE account_id = ? AND span = ? AND input = ?',
              span,
            ]
          : ['SELECT as_of FROM answers WHERE account_id = ? AND name = ? AND input = ?', name]
      const other = database.first<[number]>(sql, account_id, of, key)
      return other !== null && other[0] >= asOf
    })
  }

  function remove({ account_id, span }: UsedPeriod, name: string, { id, input }: Row) {
    if (name !== STATS) return database.run('DELETE FROM answers WHERE id = ?', id)
    const sql = 'DELETE FROM period_answers WHERE account_id = ? AND span = ? AND input = ?'
    return database.run(sql, account_id, span, input)
  }

  return { names, next, hasNewerRequest, remove }
}

const COMPARISONS = 'comparisonStats'
const SELECT_COMPARISONS = `SELECT id, input, as_of FROM answers
  WHERE account_id = ? AND name = '${COMPARISONS}' AND input > ?
  ORDER BY input LIMIT ${ROWS_AT_ONCE}`

/** The answers about A/B tests, each of its own period: the newest of each pair of arms stays. */
function makeComparisons(database: Database) {
  const outdated = makeOutdated(database)
  let account: string | null = ''
  let after = ''

  /** Returns whether there may be more to delete. */
  function deleteSome(): boolean {
    if (account === null) return false
    const rows = database
      .all<[id: number, input: string, asOf: number]>(SELECT_COMPARISONS, account, after)
      .map(([id, input, asOf]) => ({ id, input, asOf }))
    const last = rows.at(-1)
    if (last) {
      const old = outdated(account, rows)
      if (old.length > 0) database.transaction(() => old.forEach(({ id }) => deleteOne(id)))
      after = last.input
    } else {
      const next = 'SELECT min(account_id) FROM answers WHERE account_id > ?'
      account = database.first<[string | null]>(next, account)?.[0] ?? null
      after = ''
    }
    return account !== null
  }

  const deleteOne = (id: number) => database.run('DELETE FROM answers WHERE id = ?', id)

  function restart() {
    account = ''
    after = ''
  }

  return { deleteSome, restart }
}

const STATS = 'stats'

const keyOf = ({ account_id, span }: UsedPeriod) => JSON.stringify([account_id, span])

function spanIn(input: string): string | null {
  try {
    return spanOf(JSON.parse(input) as object)
  } catch {
    // A damaged row counts as missing.
    return null
  }
}
