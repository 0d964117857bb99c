import { type AnalyticsName, analytics } from '../shared/api/analytics.ts'

/** The period of a player that a request is about. */
export interface RequestedPeriod {
  row: AnalyticsName
  /** How many periods were requested before it. */
  number: number
  /** Milliseconds since its first request. */
  ageMs: number
}

/** The endpoints that are computed together for a period. */
const ROWS = ['stats', 'statsByDay', 'userEngagement'] as const
const MOST_WINDOWS = 20_000

/** Remembers when each period was first requested. */
export function makeRequestedPeriods() {
  const opened = new Map<string, { number: number; at: number }>()
  let number = 0

  /** The period of a request whose text is kept; null for others. `at` is epoch milliseconds. */
  return async function requestedPeriodOf(
    request: Request,
    at: number,
  ): Promise<RequestedPeriod | null> {
    const { pathname } = new URL(request.url)
    const row = ROWS.find((name) => analytics[name].path === pathname)
    if (!row) return null
    const body = await request
      .text()
      .then(JSON.parse)
      .catch(() => null)
    const { player_id, start_date, end_date, timezone } = Object(body) as Record<string, unknown>
    const named = [player_id, start_date, end_date, timezone ?? 'UTC']
    if (!named.every((one) => typeof one === 'string')) return null
    const key = JSON.stringify(named)
    const window = opened.get(key) ?? { number: number++, at }
    opened.set(key, window)
    if (opened.size > MOST_WINDOWS) opened.delete(opened.keys().next().value ?? key)
    return { row, number: window.number, ageMs: at - window.at }
  }
}
