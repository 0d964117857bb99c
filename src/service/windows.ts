import { type AnalyticsName, analytics } from '../shared/api/analytics.ts'

/** What of a player's days a request asks for. */
export interface Window {
  row: AnalyticsName
  /** How many windows were asked of before it. */
  number: number
  /** Since it was first asked of. */
  ageMs: number
}

/** The rows that are computed together for a window. */
const ROWS = ['stats', 'statsByDay', 'userEngagement'] as const
const MOST_WINDOWS = 20_000

/** When each window was first asked of, as far as it is remembered. */
export function makeWindows() {
  const opened = new Map<string, { number: number; at: number }>()
  let number = 0

  /** The window of a request; null for what asks of none. `at` is epoch milliseconds. */
  return async function windowOf(request: Request, at: number): Promise<Window | null> {
    const { pathname } = new URL(request.url)
    const row = ROWS.find((name) => analytics[name].path === pathname)
    if (!row) return null
    const body = (await request
      .clone()
      .json()
      .catch(() => null)) as unknown
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
