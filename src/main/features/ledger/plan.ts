import type { LedgerAccount } from '../../../shared/features/ledger/dictionary.ts'
import type { Period } from '../../../shared/time/period.ts'
import { type DatedAnswer, datedAnswers } from './owned-days.ts'
import type { RowsOf } from './rows.ts'
import type { LedgerPlan } from './store.ts'

/** An account to export, and its entry in the dictionary. */
export interface PlannedAccount {
  of: RowsOf
  plan: LedgerPlan
  answers: DatedAnswer[]
  names: ReadonlyMap<string, string | null>
  /** Exact for the daily table, estimated from the size of the answers for the breakdown. */
  expectedRows: number
  entry: LedgerAccount
}

/** Approximate JSON size of a breakdown row. */
const BYTES_OF_ROW = 700

/** Plans the export of an account; `period` is null for everything stored. */
export function planAccount(of: RowsOf, plan: LedgerPlan, period: Period | null): PlannedAccount {
  const answers = datedAnswers(plan.answers, of.timezone, period)
  const daily = plan.months.reduce((sum, { rows }) => sum + rows, 0)
  const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0)
  const missing = plan.players
    .filter(({ missingDays }) => missingDays > 0)
    .sort((a, b) => b.missingDays - a.missingDays)
  return {
    of,
    plan,
    answers,
    names: new Map(plan.players.map(({ id, name }) => [id, name])),
    expectedRows: daily + Math.ceil(bytes / BYTES_OF_ROW),
    entry: {
      ...of,
      period: plan.period,
      ...{ daily_rows: 0, breakdown_rows: 0 },
      missing_player_days: missing.reduce((sum, { missingDays }) => sum + missingDays, 0),
      missing: missing.map(({ id, name, storedDays, missingDays }) => ({
        player_id: id,
        player_name: name,
        stored_days: storedDays,
        missing_days: missingDays,
      })),
      breakdown_player_days: {},
      other_zones: plan.otherZones.map(({ timezone, days }) => ({ timezone, player_days: days })),
    },
  }
}
