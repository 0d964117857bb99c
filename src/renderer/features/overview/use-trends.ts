import { useCallback, useEffect, useRef, useState } from 'react'
import type { Period } from '../../../shared/model/period.ts'
import { call } from '../../bridge.ts'

type Trends = Record<string, (number | null)[]>

/** The contract's most players per call. */
const MOST_PLAYERS = 200
/** Rows that are only scrolled past are not asked for. */
const RESTS_MS = 80

/**
 * Plays per day of the rows in view: asked when the scrolling rests, kept while the dates stay, and
 * asked again when `stamp` is another: when the stored days may have grown.
 */
export function useTrends(account_id: string, { start, end }: Period, stamp: unknown) {
  const question = `${account_id} ${start} ${end}`
  const [kept, setKept] = useState<{ question: string; trends: Trends }>({ question, trends: {} })
  const trends = kept.question === question ? kept.trends : NONE
  const known = useRef(trends)
  useEffect(() => {
    known.current = trends
  })
  const inView = useRef<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const ask = useCallback(
    (player_ids: string[]) => {
      if (player_ids.length === 0) return
      call.overview
        .trends({ account_id, period: { start, end }, player_ids })
        .then((found) =>
          setKept((before) => ({
            question,
            trends: before.question === question ? { ...before.trends, ...found } : found,
          })),
        )
        // The rest of the table does not need the pictures: without an answer they stay away.
        .catch(() => undefined)
    },
    [account_id, start, end, question],
  )

  const show = useCallback(
    (player_ids: readonly string[]) => {
      inView.current = player_ids
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        ask(player_ids.filter((id) => !known.current[id]).slice(0, MOST_PLAYERS))
      }, RESTS_MS)
    },
    [ask],
  )

  useEffect(() => {
    const rows = inView.current.slice(0, MOST_PLAYERS)
    // Rows out of view are asked again when they come back.
    setKept((before) => ({ ...before, trends: only(before.trends, rows) }))
    ask(rows)
    return () => clearTimeout(timer.current)
  }, [ask, stamp])

  return { trends, show }
}

const NONE: Trends = {}

const only = (trends: Trends, player_ids: readonly string[]): Trends =>
  Object.fromEntries(
    player_ids.flatMap((id) => {
      const days = trends[id]
      return days ? [[id, days]] : []
    }),
  )
