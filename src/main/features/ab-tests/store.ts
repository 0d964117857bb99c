import { comparisonAnswer } from '../../../shared/api/comparison-group.ts'
import { DeskError } from '../../../shared/failure.ts'
import type {
  AbChoice,
  AbDecided,
  AbDecision,
  AbSnapshot,
  StoredAbTest,
} from '../../../shared/features/ab-tests/ab-test.ts'
import { snapshotOf } from '../../../shared/features/ab-tests/arms.ts'
import type { Database } from '../../database/database.ts'
import { parsedTogether } from '../../database/json.ts'

type Files = Record<'desk' | 'answers', Database>

/** What the desk itself knows of A/B tests: choices, decisions, and what each day once said. */
export function makeAbTestVerbs(
  { desk, answers }: Files,
  hasAccount: (account_id: string) => boolean,
) {
  const write = (account_id: string, work: () => void): void =>
    desk.transaction(() => {
      if (hasAccount(account_id)) return work()
      throw new DeskError({ kind: 'not-found', text: 'This account is not on this computer.' })
    })

  const history = makeAbHistory(answers)

  return {
    /** Every test of which anything is kept, by its id, with the newest snapshot of each pair of arms. */
    abTests(account_id: string): Record<string, StoredAbTest> {
      const tests = decidedTests(desk, account_id)
      for (const snapshot of history.newest(account_id))
        (tests[snapshot.group_id] ??= nothingKept()).snapshots.push(snapshot)
      return tests
    },
    /** A test with its whole history. */
    abTest: (account_id: string, group_id: string): StoredAbTest => ({
      ...(decidedTests(desk, account_id)[group_id] ?? nothingKept()),
      snapshots: history.ofTest(account_id, group_id),
    }),
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

const nothingKept = (): StoredAbTest => ({ choice: null, decisions: [], snapshots: [] })

/** What was chosen for each test and decided on it. */
function decidedTests(desk: Database, account_id: string): Record<string, StoredAbTest> {
  const tests: Record<string, StoredAbTest> = {}
  const of = (group_id: string) => (tests[group_id] ??= nothingKept())
  for (const [group_id, choice] of choices(desk, account_id))
    of(group_id).choice = JSON.parse(choice) as AbChoice
  for (const [group_id, decision] of decisions(desk, account_id))
    of(group_id).decisions.push(decision)
  return tests
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
const SELECT_PAIR = 'SELECT pair FROM ab_snapshots WHERE account_id = ? AND input = ?'
const PUT_NEWEST = `INSERT INTO ab_newest (account_id, pair, snapshot)
  SELECT account_id, pair, snapshot FROM ab_snapshots
  WHERE account_id = ? AND pair = ? AND json_valid(snapshot)
  ORDER BY day DESC, as_of DESC, input DESC LIMIT 1`
const SELECT_TEST = `SELECT snapshot FROM ab_snapshots
  WHERE account_id = ? AND pair > ? AND pair < ? ORDER BY day, as_of, input`

/**
 * What each answer about a test once said, in little: each day asks for its own end, so together they
 * are the history of the test, and the answers themselves may go.
 */
export function makeAbHistory(answers: Database) {
  const completed = new Set<string>()

  /** To be called in the transaction that keeps the answer. */
  function keep(account_id: string, input: string, { text, asOf }: { text: string; asOf: number }) {
    const snapshot = read(input, asOf, text)
    const { group_id, arms, day } = snapshot ?? {}
    const pair = arms && JSON.stringify([group_id, ...arms.map(({ player_id }) => player_id)])
    const stored = snapshot && JSON.stringify(snapshot)
    const [before] = answers.first<[string | null]>(SELECT_PAIR, account_id, input) ?? [null]
    answers.run(PUT_SNAPSHOT, account_id, input, asOf, pair ?? null, day ?? null, stored)
    // An answer may come again as one that cannot be read.
    for (const each of new Set([before, pair])) if (each) putNewest(account_id, each)
  }

  function putNewest(account_id: string, pair: string) {
    answers.run('DELETE FROM ab_newest WHERE account_id = ? AND pair = ?', account_id, pair)
    answers.run(PUT_NEWEST, account_id, pair)
  }

  /** Of answers that were kept before there was such a history: since then each brings its own. */
  function complete(account_id: string) {
    if (completed.has(account_id)) return
    const missing = answers.all<[input: string, asOf: number]>(
      `SELECT input, as_of FROM answers WHERE account_id = ? AND name = 'comparisonStats'
       AND NOT EXISTS (
         SELECT 1 FROM ab_snapshots AS own
         WHERE own.account_id = answers.account_id AND own.input = answers.input
       )`,
      account_id,
    )
    if (missing.length > 0) {
      answers.transaction(() => {
        for (const [input, asOf] of missing) {
          const row = answers.first<[text: string]>(
            `SELECT value FROM answers WHERE account_id = ? AND name = 'comparisonStats' AND input = ?`,
            ...[account_id, input],
          )
          if (row) keep(account_id, input, { asOf, text: row[0] })
        }
      })
    }
    completed.add(account_id)
  }

  const snapshotsIn = (rows: readonly [snapshot: string][]) =>
    (parsedTogether(rows.map(([text]) => text)) as (AbSnapshot | undefined)[]).filter(
      (snapshot) => snapshot !== undefined,
    )

  return {
    keep,
    /** Of each pair of arms, whichever test they are of. */
    newest(account_id: string): AbSnapshot[] {
      complete(account_id)
      const sql = 'SELECT snapshot FROM ab_newest WHERE account_id = ?'
      return snapshotsIn(answers.all(sql, account_id))
    },
    /** In the order of their days. */
    ofTest(account_id: string, group_id: string): AbSnapshot[] {
      complete(account_id)
      const start = JSON.stringify([group_id]).slice(0, -1)
      // A comma and what follows it: `-` is the next letter after the comma.
      return snapshotsIn(answers.all(SELECT_TEST, account_id, `${start},`, `${start}-`))
    },
  }
}

function read(input: string, asOf: number, text: string): AbSnapshot | null {
  try {
    const value = comparisonAnswer.safeParse(JSON.parse(text))
    return value.success ? snapshotOf(JSON.parse(input), { value: value.data, asOf }) : null
  } catch {
    return null
  }
}
