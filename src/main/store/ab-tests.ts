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
      for (const snapshot of snapshots(answers, account_id)) {
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

/** The answers are kept by question, and each day asks for its own end: so they are the history. */
function snapshots(answers: Database, account_id: string): AbSnapshot[] {
  const rows = answers.all<[input: string, as_of: number, value: string]>(
    `SELECT input, as_of, value FROM answers WHERE account_id = ? AND name = 'comparisonStats'`,
    account_id,
  )
  return rows
    .flatMap(([input, asOf, text]) => read(input, asOf, text) ?? [])
    .sort((one, other) => one.day.localeCompare(other.day) || one.asOf - other.asOf)
}

function read(input: string, asOf: number, text: string): AbSnapshot | null {
  try {
    const value = comparisonAnswer.safeParse(JSON.parse(text))
    return value.success ? snapshotOf(JSON.parse(input), { value: value.data, asOf }) : null
  } catch {
    // Damage makes it as if it were not stored; the service can be asked again.
    return null
  }
}
