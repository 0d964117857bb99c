import { z } from 'zod'
import {
  type AbChoice,
  type AbDecision,
  abChoice,
  abDecided,
  type StoredAbTest,
} from '../../../shared/features/ab-tests/ab-test.ts'
import { accountId } from '../../../shared/model/ids.ts'
import { instant } from '../../../shared/time/time.ts'
import type { Database } from '../../database/database.ts'
import { count, itemId, json } from '../../database/rows.ts'
import { insert, upsert } from '../../database/statements.ts'
import type { StoreContext, Stored, StoredCalls } from '../../database/stored.ts'
import { makeAbHistory } from './history.ts'

const ofTest = { account_id: accountId, group_id: itemId }

/**
 * The metric and guardrails chosen for each A/B test before it was read, and the decisions on it.
 */
export const abTestsStored = {
  tables: {
    ab_choices: {
      alsoIn: 'copy',
      part: 'tests',
      row: () => z.object({ ...ofTest, choice: json(abChoice) }),
    },
    ab_decisions: {
      alsoIn: 'copy',
      part: 'tests',
      row: () =>
        z.object({ id: count, ...ofTest, decision: json(abDecided.extend({ at: instant })) }),
    },
  },
  migrations: {
    5: `
  -- What was chosen for an A/B test before reading it, and what was decided on it.
  CREATE TABLE ab_choices (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    group_id TEXT NOT NULL,
    choice TEXT NOT NULL CHECK (json_valid(choice)),
    UNIQUE (account_id, group_id)
  ) STRICT;
  CREATE TABLE ab_decisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    group_id TEXT NOT NULL,
    decision TEXT NOT NULL CHECK (json_valid(decision))
  ) STRICT;
  CREATE INDEX ab_decisions_of_account ON ab_decisions (account_id, id);
  `,
  },
  verbs: (context) => ({ abTests: makeAbTests(context) }),
} satisfies Stored<Pick<StoredCalls, 'abTests'>>

function makeAbTests({ desk, answers, clock, write }: StoreContext) {
  const history = makeAbHistory(answers)
  const zoneOf = (account_id: string) =>
    desk.first<[string]>('SELECT timezone FROM accounts WHERE id = ?', account_id)?.[0] ?? ''

  return {
    /** Every test of which anything is stored, with the newest snapshot of each pair of arms in its zone. */
    list({ account_id }) {
      const tests = decidedTests(desk, account_id)
      for (const snapshot of history.newest(account_id, zoneOf(account_id)))
        (tests[snapshot.group_id] ??= nothingKept()).snapshots.push(snapshot)
      return tests
    },
    test: ({ account_id, group_id }) => ({
      ...(decidedTests(desk, account_id)[group_id] ?? nothingKept()),
      snapshots: history.ofTest(account_id, group_id, zoneOf(account_id)),
    }),
    choose({ account_id, group_id, choice }) {
      write(account_id, () => {
        const chosen = { choice: JSON.stringify(choice) }
        upsert(desk, 'ab_choices', { account_id, group_id }, chosen)
      })
    },
    decide({ account_id, group_id, decided }) {
      const decision = JSON.stringify({ ...decided, at: clock.now() })
      write(account_id, () => {
        insert(desk, 'ab_decisions', { account_id, group_id, decision })
      })
    },
  } satisfies StoredCalls['abTests']
}

const nothingKept = (): StoredAbTest => ({ choice: null, decisions: [], snapshots: [] })

/** The metric and guardrails chosen for each test, and the decisions on it. */
function decidedTests(desk: Database, account_id: string): Record<string, StoredAbTest> {
  const tests: Record<string, StoredAbTest> = {}
  const of = (group_id: string) => (tests[group_id] ??= nothingKept())
  const chosen = 'SELECT group_id, choice FROM ab_choices WHERE account_id = ?'
  for (const [group_id, choice] of desk.all<[string, string]>(chosen, account_id))
    of(group_id).choice = JSON.parse(choice) as AbChoice
  const decided =
    'SELECT id, group_id, decision FROM ab_decisions WHERE account_id = ? ORDER BY id DESC'
  for (const [id, group_id, text] of desk.all<[number, string, string]>(decided, account_id))
    of(group_id).decisions.push({ id, ...(JSON.parse(text) as Omit<AbDecision, 'id'>) })
  return tests
}
