import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { MOST_TRENDS } from '../../../shared/features/overview/overview.ts'
import type { Period } from '../../../shared/time/period.ts'
import { call } from '../../bridge.ts'

type Days = (number | null)[]

/** A delay, so that rows scrolled past are not requested. */
const RESTS_MS = 80

export type Trends = ReturnType<typeof makeTrends>

/**
 * Plays per day of the visible rows. Requested when scrolling stops, kept while the period stays,
 * and requested again when `stamp` changes, because the stored days may have grown. Each row
 * subscribes separately, so the table is not rendered again.
 */
export function useTrends(account_id: string, { start, end }: Period, stamp: unknown): Trends {
  const trends = useMemo(() => makeTrends(account_id, { start, end }), [account_id, start, end])
  useEffect(() => {
    trends.refetch()
    return trends.stop
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another stamp asks again
  }, [trends, stamp])
  return trends
}

/** A player's plays per day; nothing while they are unknown. */
export function useTrend(trends: Trends, player_id: string): Days | undefined {
  const now = () => trends.of(player_id)
  return useSyncExternalStore(trends.subscribe, now, now)
}

function makeTrends(account_id: string, period: Period) {
  const listeners = new Set<() => void>()
  let known: Record<string, Days> = {}
  let inView: readonly string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function ask(player_ids: readonly string[]) {
    if (player_ids.length === 0) return
    call.overview
      .trends({ account_id, period, player_ids: player_ids.slice(0, MOST_TRENDS) })
      .then((found) => {
        known = { ...known, ...found }
        for (const listen of listeners) listen()
      })
      // The rest of the table does not need the sparklines, so a failure only leaves them out.
      .catch(() => undefined)
  }

  return {
    of: (player_id: string) => known[player_id],
    subscribe(listen: () => void) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    show(player_ids: readonly string[]) {
      inView = player_ids
      clearTimeout(timer)
      timer = setTimeout(() => ask(player_ids.filter((id) => !known[id])), RESTS_MS)
    },
    /** Requests the visible rows; others are requested when they become visible. */
    refetch() {
      const rows = new Set(inView.slice(0, MOST_TRENDS))
      known = Object.fromEntries(Object.entries(known).filter(([id]) => rows.has(id)))
      ask([...rows])
    },
    stop: () => clearTimeout(timer),
  }
}
