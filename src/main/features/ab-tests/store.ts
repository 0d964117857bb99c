import { DeskError } from '../../../shared/failure.ts'
import type {
  AbChoice,
  AbDecided,
  AbDecision,
  StoredAbTest,
} from '../../../shared/features/ab-tests/ab-test.ts'
import type { Database } from '../../database/database.ts'
import { makeAbHistory } from './history.ts'

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
