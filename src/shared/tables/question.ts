import { z } from 'zod'
import type { Failure } from '../failure.ts'
import { accountId, playerId } from '../model/ids.ts'
import { period } from '../model/period.ts'

const sort = z.object({ column: z.string().max(64), descending: z.boolean() })
const ofPlayer = { account_id: accountId, player_id: playerId, period }

/** Which table, about what, seen how: enough to build the very rows that are on screen again. */
export const tableQuestion = z.discriminatedUnion('table', [
  z.object({
    table: z.literal('overview'),
    account_id: accountId,
    period,
    comparison: period.nullable(),
    search: z.string().max(200),
    activeOnly: z.boolean(),
    columns: z.array(z.string().max(64)).min(1).max(64),
    sort,
  }),
  z.object({ table: z.literal('days'), ...ofPlayer }),
  z.object({ table: z.literal('funnel'), ...ofPlayer, comparison: period.nullable() }),
  z.object({ table: z.literal('breakdown'), ...ofPlayer, field: z.string().min(1).max(64), sort }),
  z.object({ table: z.literal('retention'), ...ofPlayer }),
  z.object({ table: z.literal('timing'), ...ofPlayer }),
  z.object({
    table: z.literal('live'),
    account_id: accountId,
    player_id: playerId,
    minutes: z.int().min(1).max(720),
  }),
])
export type TableQuestion = z.output<typeof tableQuestion>
export type TableName = TableQuestion['table']

export interface ExportState {
  id: number
  table: TableName
  /** The file's own name, without its folder. */
  name: string
  status: 'running' | 'done' | 'cancelled' | 'failed'
  rows: number
  written: number
  failure: Failure | null
}
