import type { Fields } from '../../../shared/plain.ts'
import type { Database } from '../../database/database.ts'
import { canonicalJson, parsed, parsedTogether } from '../../database/json.ts'
import { isLargeJson, LARGE_BYTES } from '../../threads/large-json.ts'
import { makeAbHistory } from '../ab-tests/history.ts'
import { type PeriodsUsed, spanOf } from './periods-used.ts'

export interface StoredAnswer {
  /** A large value may be its JSON bytes. */
  value: unknown
  /** When the service sent it, epoch milliseconds. */
  asOf: number
  isSettled: boolean
}

/** A request by endpoint and input. */
export interface AnswerKey {
  name: string
  input: object
}

const LARGE_ANSWER = `FROM answers
  WHERE account_id = ? AND name = ? AND input = ? AND octet_length(value) > ${LARGE_BYTES}`

export type Answers = ReturnType<typeof makeAnswers>

/** The last complete answer to every request, by account, endpoint and input. */
export function makeAnswers(database: Database, periodsUsed: PeriodsUsed) {
  const cache = makeParsedCache()
  const abHistory = makeAbHistory(database)

  function find(account_id: string, name: string, input: object): StoredAnswer | null {
    const row = database.first<[number, number, string]>(
      isOfPeriod(name)
        ? `SELECT as_of, is_settled, value FROM period_answers
           WHERE account_id = ? AND span = ? AND input = ?`
        : 'SELECT as_of, is_settled, value FROM answers WHERE account_id = ? AND name = ? AND input = ?',
      ...keyOf(account_id, name, input),
    )
    if (!row) return null
    periodsUsed.read(account_id, input)
    const [asOf, is_settled, text] = row
    const isList = name === LONGEST_LIST
    const value = isList ? cache.of(account_id, [{ key: '', text }])[0] : parsed(text)
    return value === undefined ? null : { value, asOf, isSettled: is_settled === 1 }
  }

  /** As `find`, for another thread: a large value is returned as its JSON bytes. */
  function findToSend(account_id: string, name: string, input: object): StoredAnswer | null {
    if (isOfPeriod(name)) return find(account_id, name, input)
    const key = keyOf(account_id, name, input)
    // Checked here because a large value is not parsed, so damage would go unnoticed. In a query of
    // its own: each takes more memory than its size.
    const valid = database.first<[number]>(`SELECT json_valid(value) ${LARGE_ANSWER}`, ...key)
    if (!valid) return find(account_id, name, input)
    const row = database.first<[number, number, Uint8Array]>(
      `SELECT as_of, is_settled, CAST(value AS BLOB) ${LARGE_ANSWER}`,
      ...key,
    )
    freeMemory()
    if (!row || valid[0] === 0) return null
    periodsUsed.read(account_id, input)
    const [asOf, is_settled, largeJson] = row
    return { value: { largeJson }, asOf, isSettled: is_settled === 1 }
  }

  function keep(key: { account_id: string; name: string; input: object }, answer: StoredAnswer) {
    const { account_id, name, input } = key
    const { value } = answer
    // Bytes take a third of the memory of a string.
    const text = isLargeJson(value) ? value.largeJson : JSON.stringify(value)
    if (text === undefined) throw new TypeError('An answer without a value cannot be kept.')
    database.run(
      isOfPeriod(name)
        ? `INSERT OR REPLACE INTO period_answers (account_id, span, input, as_of, is_settled, value)
           VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT))`
        : `INSERT INTO answers (account_id, name, input, as_of, is_settled, value)
           VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT))
           ON CONFLICT (account_id, name, input) DO UPDATE
           SET as_of = excluded.as_of, is_settled = excluded.is_settled, value = excluded.value`,
      ...keyOf(account_id, name, input),
      answer.asOf,
      answer.isSettled ? 1 : 0,
      text,
    )
    if (isLargeJson(value)) freeMemory()
    periodsUsed.kept(account_id, input)
    if (name === 'comparisonStats') {
      const whole = typeof text === 'string' ? text : Buffer.from(text).toString()
      abHistory.keep(account_id, canonicalJson(input), { text: whole, asOf: answer.asOf })
    }
  }

  /** Frees the pages of a large answer, which SQLite would keep cached. */
  const freeMemory = () => database.exec('PRAGMA shrink_memory')

  /** Returns the number of deleted answers. */
  function remove(account_id: string): number {
    cache.forget()
    periodsUsed.forget(account_id)
    for (const table of ['ab_snapshots', 'ab_histories', 'ab_newest'])
      database.run(`DELETE FROM ${table} WHERE account_id = ?`, account_id)
    return (
      database.run('DELETE FROM answers WHERE account_id = ?', account_id) +
      database.run('DELETE FROM period_answers WHERE account_id = ?', account_id)
    )
  }

  const readers = {
    timeOf: makeTimeOf(database),
    ofPeriod: makeOfPeriod({ database, periodsUsed, cache }),
  }
  return { ...readers, inputs: makeInputs(database), find, findToSend, keep, remove }
}

interface OfPeriodParts {
  database: Database
  periodsUsed: PeriodsUsed
  cache: ParsedCache
}

/** The `stats` answers of one period, by their canonical input. */
function makeOfPeriod({ database, periodsUsed, cache }: OfPeriodParts) {
  return (account_id: string, input: object): Map<string, StoredAnswer> => {
    const rows = database.all<[string, number, number, string]>(
      `SELECT input, as_of, is_settled, value FROM period_answers
       WHERE account_id = ? AND span = ?`,
      account_id,
      spanOf(input),
    )
    if (rows.length > 0) periodsUsed.read(account_id, input)
    const period = JSON.stringify([account_id, spanOf(input)])
    const values = cache.of(
      period,
      rows.map(([key, , , text]) => ({ key, text })),
    )
    return new Map(
      rows.map(([key, asOf, is_settled], index) => [
        key,
        { value: values[index], asOf, isSettled: is_settled === 1 },
      ]),
    )
  }
}

/** When a request was answered, epoch milliseconds, without reading the answer; or null. */
function makeTimeOf(database: Database) {
  return (account_id: string, { name, input }: AnswerKey): number | null => {
    const sql = isOfPeriod(name)
      ? 'SELECT as_of FROM period_answers WHERE account_id = ? AND span = ? AND input = ?'
      : 'SELECT as_of FROM answers WHERE account_id = ? AND name = ? AND input = ?'
    return database.first<[number]>(sql, ...keyOf(account_id, name, input))?.[0] ?? null
  }
}

/** The inputs of an endpoint's answers, of one player or of all, read from an index alone. */
function makeInputs(database: Database) {
  return (account_id: string, name: string, player_id?: string): Fields[] => {
    const sql =
      'SELECT input FROM answers WHERE account_id = ? AND name = ? AND instr(input, ?) > 0'
    // An input is canonical JSON. The empty text is in every one.
    const ofPlayer = player_id === undefined ? '' : `"player_id":${JSON.stringify(player_id)}`
    return database
      .all<[string]>(sql, account_id, name, ofPlayer)
      .map(([text]) => parsed(text) as Fields | undefined)
      .filter((input) => input !== undefined)
  }
}

const isOfPeriod = (name: string) => name === 'stats'

function keyOf(account_id: string, name: string, input: object): [string, string, string] {
  return [account_id, isOfPeriod(name) ? spanOf(input) : name, canonicalJson(input)]
}

/** The list of all players: read often, and rarely changed. */
const LONGEST_LIST = 'players'
/** The lists of two accounts, and the answers of two periods and their comparisons. */
const MOST_CACHED = 6

type ParsedCache = ReturnType<typeof makeParsedCache>

interface StoredText {
  key: string
  text: string
}

/**
 * Caches the values of stored texts, and parses only changed ones: the same text gives the same
 * object, which must not be changed. The groups used longest ago are dropped.
 */
function makeParsedCache() {
  type Known = Map<string, { text: string; value: unknown }>
  const groups = new Map<string, Known>()

  function of(group: string, texts: readonly StoredText[]): unknown[] {
    const known: Known = groups.get(group) ?? new Map()
    const fresh = texts.filter(({ key, text }) => known.get(key)?.text !== text)
    const values = parsedTogether(fresh.map(({ text }) => text))
    const next: Known = new Map()
    for (const [index, { key, text }] of fresh.entries())
      next.set(key, { text, value: values[index] })
    for (const { key } of texts) {
      const same = known.get(key)
      if (same && !next.has(key)) next.set(key, same)
    }
    groups.delete(group)
    groups.set(group, next)
    if (groups.size > MOST_CACHED) groups.delete(groups.keys().next().value ?? group)
    return texts.map(({ key }) => next.get(key)?.value)
  }

  return { of, forget: () => groups.clear() }
}
