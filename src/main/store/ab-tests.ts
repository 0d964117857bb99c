import { snapshotOf } from '../../shared/ab/arms.ts'
import { DeskError } from '../../shared/failure.ts'
import type {
  AbChoice,
  AbDecided,
  AbDecision,
  AbSnapshot,
  AbTestDesk,
} from '../../shared/model/ab-test.ts'
import { comparisonAnswer } from '../../shared/model/comparison-group.ts'
import type { Database } from './database.ts'
import { parsedTogether } from './stored-json.ts'

type Files = Record<'desk' | 'answers', Database>

/** What the desk itself knows of A/B tests: choices, decisions, and what each day once said. */
export function makeAbTestVerbs(
  { desk, answers }: Files,
  hasAccount: (account_id: string) => boolean,
) {
  const write = (account_id: string, work: () => void): void =>
    desk.transaction(() => {
      if (hasAccount(account_id)) return work()
      throw new DeskError({ kind: 'not-found', text: 'This account is not on the desk.' })
    })

  return {
    /** Every test of which anything is kept, by its id. */
    abTests(account_id: string): Record<string, AbTestDesk> {
      const tests: Record<string, AbTestDesk> = {}
      const of = (group_id: string) =>
        (tests[group_id] ??= { choice: null, decisions: [], snapshots: [] })
      for (const [group_id, choice] of choices(desk, account_id))
        of(group_id).choice = JSON.parse(choice) as AbChoice
      for (const [group_id, decision] of decisions(desk, account_id))
        of(group_id).decisions.push(decision)
      for (const snapshot of makeAbHistory(answers).list(account_id)) {
        of(snapshot.group_id).snapshots.push(snapshot)
      }
      return tests
    },
    keepAbChoice(account_id: string, group_id: string, choice: AbChoice): void {
      const sql = `INSERT INTO ab_choices (account_id, group_id, choice) VALUES (?, ?, ?)
        ON CONFLICT (account_id, group_id) DO UPDATE SET choice = excluded.choice`
      write(account_id, () => {
        desk.run(sql, account_id, group_id, JSON.stringify(choice))
      })
    },
    addAbDecision(account_id: string, group_id: string, decided: AbDecided & { at: number }): void {
      const sql = 'INSERT INTO ab_decisions (account_id, group_id, decision) VALUES (?, ?, ?)'
      write(account_id, () => {
        desk.run(sql, account_id, group_id, JSON.stringify(decided))
      })
    },
  }
}

const choices = (desk: Database, account_id: string) =>
  desk.all<[group_id: string, choice: string]>(
    'SELECT group_id, choice FROM ab_choices WHERE account_id = ?',
    account_id,
  )

function decisions(desk: Database, account_id: string): [string, AbDecision][] {
  const sql =
    'SELECT id, group_id, decision FROM ab_decisions WHERE account_id = ? ORDER BY id DESC'
  return desk
    .all<[id: number, group_id: string, decision: string]>(sql, account_id)
    .map(([id, group_id, text]) => [
      group_id,
      { id, ...(JSON.parse(text) as Omit<AbDecision, 'id'>) },
    ])
}

const PUT_SNAPSHOT = `INSERT OR REPLACE INTO ab_snapshots
  (account_id, input, as_of, pair, day, snapshot) VALUES (?, ?, ?, ?, ?, ?)`

/**
 * What each answer about a test once said, in little: each day asks for its own end, so together they
 * are the history of the test, and the answers themselves may go.
 */
export function makeAbHistory(answers: Database) {
  /** To be called in the transaction that keeps the answer. */
  function keep(account_id: string, input: string, { text, asOf }: { text: string; asOf: number }) {
    const snapshot = read(input, asOf, text)
    const { group_id, arms, day } = snapshot ?? {}
    const pair = arms && JSON.stringify([group_id, ...arms.map(({ player_id }) => player_id)])
    const stored = snapshot && JSON.stringify(snapshot)
    answers.run(PUT_SNAPSHOT, account_id, input, asOf, pair ?? null, day ?? null, stored)
  }

  /** Of answers that were kept before there was such a history. */
  function complete(account_id: string) {
    const missing = answers.all<[input: string]>(
      `SELECT input FROM answers WHERE account_id = ? AND name = 'comparisonStats'
       AND input NOT IN (SELECT input FROM ab_snapshots WHERE account_id = ?)`,
      ...[account_id, account_id],
    )
    if (missing.length === 0) return
    answers.transaction(() => {
      for (const [input] of missing) {
        const row = answers.first<[asOf: number, text: string]>(
          `SELECT as_of, value FROM answers WHERE account_id = ? AND name = 'comparisonStats' AND input = ?`,
          ...[account_id, input],
        )
        if (row) keep(account_id, input, { asOf: row[0], text: row[1] })
      }
    })
  }

  /** In the order of their days. */
  function list(account_id: string): AbSnapshot[] {
    complete(account_id)
    const texts = answers
      .all<[snapshot: string]>(
        'SELECT snapshot FROM ab_snapshots WHERE account_id = ? AND snapshot IS NOT NULL',
        account_id,
      )
      .map(([text]) => text)
    return (parsedTogether(texts) as (AbSnapshot | undefined)[])
      .filter((snapshot) => snapshot !== undefined)
      .sort((one, other) =>
        one.day === other.day ? one.asOf - other.asOf : one.day < other.day ? -1 : 1,
      )
  }

  return { keep, list }
}

function read(input: string, asOf: number, text: string): AbSnapshot | null {
  try {
    const value = comparisonAnswer.safeParse(JSON.parse(text))
    return value.success ? snapshotOf(JSON.parse(input), { value: value.data, asOf }) : null
  } catch {
    return null
  }
}
