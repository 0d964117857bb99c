import { z } from 'zod'
import { LANGUAGES } from '../../locales/languages.ts'
import { accountId } from '../../model/ids.ts'
import { type Operation, returns } from '../../operation.ts'
import { period } from '../../time/period.ts'
import type { ExportState } from '../exports/request.ts'

/** Which accounts and days to export; null for all that are stored. */
const ledgerRequest = z.object({
  account_ids: z.array(accountId).min(1).max(1000).nullable(),
  period: period.nullable(),
  /** Language of the Markdown dictionary. */
  language: z.enum(LANGUAGES),
})
export type LedgerRequest = z.output<typeof ledgerRequest>

export const ledgerCalls = {
  /**
   * Asks for a folder, then writes all stored days as Parquet in the background; null when the user cancelled
   * the dialog.
   */
  start: { input: ledgerRequest, output: returns<ExportState | null>() },
} satisfies Record<string, Operation>
