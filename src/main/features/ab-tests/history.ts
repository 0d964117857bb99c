import { type ComparisonAnswer, comparisonAnswer } from '../../../shared/api/comparison-group.ts'
import type { AbSnapshot } from '../../../shared/features/ab-tests/ab-test.ts'
import {
  type ComparedItems,
  hasEveryArm,
  snapshotOf,
} from '../../../shared/features/ab-tests/arms.ts'
import { lastDay, testIn } from '../../../shared/features/ab-tests/times.ts'
import { dayEndsAt } from '../../../shared/time/period.ts'
import type { Database } from '../../database/database.ts'
import { parsed, parsedTogether } from '../../database/json.ts'
import { replace } from '../../database/statements.ts'
import { type Entry, packed, unpacked } from './packed-history.ts'

const SELECT_ONE = 'SELECT snapshots FROM ab_histories WHERE account_id = ? AND pair = ?'
const SELECT_NEWEST = 'SELECT pair, snapshot, timezone FROM ab_newest WHERE account_id = ?'
const SELECT_TEST = `SELECT snapshots FROM ab_histories
  WHERE account_id = ? AND pair > ? AND pair < ?`
/** Finds the histories of these two arms in any test: the key of a pair ends with its arms. */
const SELECT_OF_ARMS = `SELECT pair FROM ab_histories
  WHERE account_id = ? AND substr(pair, -length(?)) = ?`
const SELECT_WAITING = `SELECT own.input, own.snapshot, answers.as_of, answers.value
  FROM ab_snapshots AS own
  LEFT JOIN answers ON own.snapshot IS NULL AND answers.account_id = own.account_id
    AND answers.name = 'comparisonStats' AND answers.input = own.input
  WHERE own.account_id = ?`

type Newest = [pair: string, snapshot: string, timezone: string | null]

/**
 * A compact history of each test. Each day's request ends on that day, so the stored snapshots
 * together are the history of the test, and the answers themselves may be deleted.
 */
export function makeAbHistory(answers: Database) {
  const { entriesOf, pairsOfArms } = makeReading(answers)

  function put(account_id: string, pair: string, entries: Entry[]) {
    const last = entries.sort(byDay).at(-1)
    if (last) {
      replace(answers, 'ab_histories', { account_id, pair, snapshots: packed(entries) })
      const snapshot = JSON.stringify(last[1])
      replace(answers, 'ab_newest', { account_id, pair, snapshot, timezone: zoneOf(last) })
      return
    }
    for (const table of ['ab_histories', 'ab_newest'])
      answers.run(`DELETE FROM ${table} WHERE account_id = ? AND pair = ?`, account_id, pair)
  }

  /** To be called in the transaction that stores the answer. */
  function keep(account_id: string, input: string, { text, asOf }: { text: string; asOf: number }) {
    pack(account_id)
    const snapshot = read(input, asOf, text)
    const pair = snapshot && pairOf(snapshot)
    // A repeated request may now belong to another test, or have an answer that cannot be read.
    for (const other of new Set([...pairsOfArms(account_id, input), ...(pair ? [pair] : [])])) {
      const before = entriesOf(account_id, other)
      const entries = before.filter(([request]) => request !== input)
      if (snapshot && other === pair) entries.push([input, snapshot])
      else if (entries.length === before.length || lacksArm(other, input, text)) continue
      put(account_id, other, entries)
    }
  }

  /**
   * Migrates older files: snapshots stored one by one, and answers stored before there was a
   * history. To be called in a transaction.
   */
  function pack(account_id: string) {
    if (!isWaiting(account_id)) return
    type Waiting = [
      input: string,
      snapshot: string | null,
      asOf: number | null,
      value: string | null,
    ]
    const byPair = new Map<string, Entry[]>()
    answers.each<Waiting>(SELECT_WAITING, [account_id], ([input, stored, asOf, value]) => {
      const snapshot =
        stored === null
          ? value !== null && read(input, asOf ?? 0, value)
          : (parsed(stored) as AbSnapshot | undefined)
      if (!snapshot) return
      const pair = pairOf(snapshot)
      const entries = byPair.get(pair) ?? entriesOf(account_id, pair)
      byPair.set(pair, entries)
      entries.push([input, snapshot])
    })
    for (const [pair, entries] of byPair) put(account_id, pair, entries)
    answers.run('DELETE FROM ab_snapshots WHERE account_id = ?', account_id)
  }

  const isWaiting = (account_id: string) =>
    answers.first('SELECT 1 FROM ab_snapshots WHERE account_id = ? LIMIT 1', account_id) !== null

  function packWaiting(account_id: string) {
    if (isWaiting(account_id)) answers.transaction(() => pack(account_id))
  }

  return {
    keep,
    /** The newest snapshot in a zone of each pair of arms, of every test. */
    newest(account_id: string, timezone: string): AbSnapshot[] {
      packWaiting(account_id)
      const rows = answers.all<Newest>(SELECT_NEWEST, account_id)
      const inZone = rows.filter(([, , zone]) => zone === timezone).map(([, text]) => text)
      const behindOthers = rows
        .filter(([, , zone]) => zone !== timezone)
        .map(([pair]) => entriesOf(account_id, pair).findLast((one) => zoneOf(one) === timezone))
      return [
        ...(parsedTogether(inZone) as (AbSnapshot | undefined)[]),
        ...behindOthers.map((entry) => entry?.[1]),
      ].filter((snapshot) => snapshot !== undefined)
    },
    /**
     * In the order of their days, which are those of a zone: an account's zone may have changed since. Of
     * a pair's requests that end on the same day, as when the test finished since, only the newest answer.
     */
    ofTest(account_id: string, group_id: string, timezone: string): AbSnapshot[] {
      packWaiting(account_id)
      const start = JSON.stringify([group_id]).slice(0, -1)
      // The key continues with a comma; `-` is the character after the comma, so it ends the range.
      const all = answers
        .all<[Uint8Array]>(SELECT_TEST, account_id, `${start},`, `${start}-`)
        .flatMap(([stored]) => unpacked(stored))
        .filter((entry) => zoneOf(entry) === timezone)
        .sort(byDay)
      const newest = all.map(([, one]) => [`${one.day} ${pairOf(one)}`, one] as const)
      return [...new Map(newest).values()]
    },
  }
}

function makeReading(answers: Database) {
  function entriesOf(account_id: string, pair: string): Entry[] {
    const row = answers.first<[Uint8Array]>(SELECT_ONE, account_id, pair)
    return row ? unpacked(row[0]) : []
  }

  function pairsOfArms(account_id: string, input: string): string[] {
    const arms = endOfPair(input)
    return answers.all<[pair: string]>(SELECT_OF_ARMS, account_id, arms, arms).flat()
  }

  return { entriesOf, pairsOfArms }
}

/** Finds which of some answers are in a history that has newer ones of the same arms. */
export function makeOutdated(answers: Database) {
  const { entriesOf, pairsOfArms } = makeReading(answers)
  return <T extends { input: string; asOf: number }>(account_id: string, some: readonly T[]) => {
    const histories = new Map<string, Entry[]>()
    const historyOf = (pair: string) => {
      const entries = histories.get(pair) ?? entriesOf(account_id, pair)
      histories.set(pair, entries)
      return entries
    }
    return some.filter(({ input, asOf }) =>
      pairsOfArms(account_id, input).some((pair) => {
        const entries = historyOf(pair)
        const own = entries.find(
          ([request, snapshot]) => request === input && snapshot.asOf === asOf,
        )
        return own !== undefined && entries.some((other) => isNewer(other, own))
      }),
    )
  }
}

const pairOf = ({ group_id, arms }: AbSnapshot) =>
  JSON.stringify([group_id, ...arms.map(({ player_id }) => player_id)])

/** The zone of a request's dates. */
const zoneOf = ([input]: Entry): string | null =>
  (parsed(input) as { timezone?: string } | undefined)?.timezone ?? null

/** The end of the key of a request's pair of arms, which is equal in every test. */
function endOfPair(input: string): string {
  const { items = [] } = (parsed(input) ?? {}) as { items?: { player_id: string }[] }
  const arms = items.map(({ player_id }) => JSON.stringify(player_id.toLowerCase()))
  return `,${arms.slice(0, 2).join()}]`
}

const isNewer = ([, one]: Entry, [, other]: Entry) =>
  one.day > other.day || (one.day === other.day && one.asOf > other.asOf)

const byDay = (one: Entry, other: Entry) =>
  isNewer(one, other) ? 1 : isNewer(other, one) ? -1 : one[0] < other[0] ? -1 : 1

/** A day after the test's end is none of its history; it is requested while the stored list does not have the end. */
function isAfterTest({ day }: AbSnapshot, answer: ComparisonAnswer, zone: string): boolean {
  const group = testIn({ ...answer.comparison_group, players: [] }, zone)
  return day > lastDay(group, zone, dayEndsAt(day, zone))
}

/** Whether an answer is of a pair's test but lacks an arm, so that it does not contradict an earlier one. */
function lacksArm(pair: string, input: string, text: string): boolean {
  const { data } = comparisonAnswer.safeParse(parsed(text))
  const request = { items: [], ...(parsed(input) as Partial<ComparedItems> | undefined) }
  const [test] = parsed(pair) as unknown[]
  return data !== undefined && data.comparison_group.id === test && !hasEveryArm(request, data)
}

function read(input: string, asOf: number, text: string): AbSnapshot | null {
  try {
    const { data } = comparisonAnswer.safeParse(JSON.parse(text))
    const request = JSON.parse(input)
    const snapshot = data ? snapshotOf(request, { value: data, asOf }) : null
    return snapshot && data && isAfterTest(snapshot, data, request.timezone) ? null : snapshot
  } catch {
    return null
  }
}
