import type { Overview, OverviewRow } from '../../../shared/features/overview/overview.ts'
import { call } from '../../bridge.ts'
import { type ChosenPeriod, resolvePeriod, todayInView } from '../../period.ts'
import { callQuery, prefetch, type Query } from '../../query.ts'
import { shareStructure } from '../../structural-sharing.ts'
import { useView } from '../../view.ts'

export function overviewRequest(
  account_id: string,
  { period, comparison }: Pick<ChosenPeriod, 'period' | 'comparison'>,
): Query<Overview> {
  return [
    `overview ${JSON.stringify([account_id, period, comparison])}`,
    () => call.overview.read({ account_id, period, comparison }).then(withKeptRows),
    ['overview', 'players'],
  ]
}

/** Today's figures alone. */
export const todayRequest = (account_id: string, today: string) => {
  const period = { start: today, end: today }
  return callQuery('overview', 'read', { account_id, period, comparison: null }, [
    'overview',
    'players',
  ])
}

let last: readonly OverviewRow[] = []

/** Keeps the identity of unchanged rows, so that only changed ones are rendered. */
async function withKeptRows(overview: Overview): Promise<Overview> {
  // Parsing thousands of rows takes long, so pending work of the window runs first.
  if (last.length > 0) await new Promise((resolve) => setTimeout(resolve))
  const known = new Map(last.map((row) => [row.player.id, row]))
  const rows = overview.rows.map((row) => shareStructure(known.get(row.player.id), row))
  last = rows
  return { ...overview, rows }
}

/** Fetches the figures before the first rendering when the window opens with them. */
export async function prefetchOverview() {
  const { info, preferences } = useView.getState()
  const { screen, account_id } = preferences.place
  const account = info.accounts.find(({ id }) => id === account_id)
  if (screen !== 'overview' || !account) return
  const chosen = resolvePeriod(preferences.overviewPeriod, todayInView(account.timezone))
  await prefetch(...overviewRequest(account.id, chosen))
}
