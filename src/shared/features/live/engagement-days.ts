import type { EngagementDay } from '../../api/engagement.ts'
import { column, type Known } from '../../tables/measures.ts'
import { type Cell, missing, type Table } from '../../tables/table.ts'

/** The average watched share of a player's video on each day: a rate, which no days add up to. */
export const engagementDaysTable = (answer: Known<readonly EngagementDay[]> | null): Table => ({
  columns: [column('date_key', 'date'), column('engagement_rate', 'percent')],
  rows: (answer?.value ?? []).map(({ date, engagement_rate }): Cell[] => [
    date,
    engagement_rate === null ? missing('not-applicable') : Number(engagement_rate),
  ]),
  totals: null,
  asOf: answer?.asOf ?? null,
})
