import { z } from 'zod'
import { LANGUAGES } from '../../locales/languages.ts'
import { accountId } from '../../model/ids.ts'
import { type Operation, returns } from '../../operation.ts'
import { period } from '../../time/period.ts'
import type { ExportState } from '../exports/question.ts'

/** Which accounts' stored days, null for all; which days, null for all that are stored. */
export const ledgerQuestion = z.object({
  account_ids: z.array(accountId).min(1).max(1000).nullable(),
  period: period.nullable(),
  /** Of the dictionary that people read. */
  language: z.enum(LANGUAGES),
})
export type LedgerQuestion = z.output<typeof ledgerQuestion>

/** What the window may ask of the ledger. */
export const ledgerCalls = {
  /** Asks in which folder, then writes all stored days as Parquet behind; null when in none. */
  start: { input: ledgerQuestion, output: returns<ExportState | null>() },
} satisfies Record<string, Operation>
