import { z } from 'zod'
import type { Failure } from '../../failure.ts'
import { accountId, onAccount, playerId } from '../../model/ids.ts'
import { done, nothing, type Operation, returns } from '../../operation.ts'
import { period } from '../../time/period.ts'

export const downloadScope = z.object({
  account_id: accountId,
  period,
  comparison: period.nullable(),
  /** Also what each player's own dashboard shows, so that it opens offline. */
  withPlayers: z.boolean(),
  /** Also the traffic of each player; absent is no. */
  withTraffic: z.boolean().optional(),
  /** Only these players; all when null. */
  player_ids: z.array(playerId).max(5000).nullable(),
})
export type DownloadScope = z.output<typeof downloadScope>

export interface DownloadPlan {
  players: number
  /** Requests it will send; at most so many where idle players are found first. */
  questions: number
  /** Of them, those that find the players without any event, which are then asked nothing; 0 when none do. */
  idleQuestions: number
  /** Queries they are expected to cost: a request may count as more than one. */
  queries: number
  /** Days already stored that can no longer change, and are not asked again. */
  settledDays: number
  /** Seconds it takes at the plan's limit. Null when the limit is not known. */
  seconds: number | null
  /** Queries left now in each window; empty when not known. */
  windows: { intervalSeconds: number; remaining: number; limit: number; endsAt: number }[]
}

export interface DownloadState {
  account_id: string
  scope: DownloadScope
  status: 'running' | 'waiting' | 'done' | 'cancelled' | 'failed' | 'interrupted'
  total: number
  done: number
  /** Questions that failed, with the reason; the rest went on. */
  failures: { what: string; player_id: string | null; failure: Failure }[]
  startedAt: number
  endedAt: number | null
  /** While waiting for the quota: when it goes on, epoch ms. */
  resumesAt: number | null
}

/** Whether it goes on, also while it waits for the quota or the service. */
export const isInProgress = ({ status }: Pick<DownloadState, 'status'>): boolean =>
  status === 'running' || status === 'waiting'

/** How a download is said to have ended: one that came to its end without all of its answers is not simply done. */
export function downloadOutcome({
  status,
  failures,
  done,
}: Pick<DownloadState, 'status' | 'failures' | 'done'>): DownloadState['status'] | 'partial' {
  if (status !== 'done' || failures.length === 0) return status
  return failures.length >= done ? 'failed' : 'partial'
}

/** What the window may ask of downloads. */
export const downloadsCalls = {
  plan: { input: downloadScope, output: returns<DownloadPlan>() },
  start: { input: downloadScope, output: returns<DownloadState>() },
  resume: { input: onAccount, output: returns<DownloadState>() },
  cancel: { input: onAccount, output: done },
  list: { input: nothing, output: returns<DownloadState[]>() },
} satisfies Record<string, Operation>
