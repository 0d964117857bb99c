import { z } from 'zod'
import type { QuotaMetric } from '../../api/quota.ts'
import type { Failure } from '../../failure.ts'
import { accountId, onAccount, playerId } from '../../model/ids.ts'
import { noInput, noOutput, type Operation, returns } from '../../operation.ts'
import { period } from '../../time/period.ts'
import type { Connection } from '../analytics/connection.ts'

export const downloadScope = z.object({
  account_id: accountId,
  period,
  comparison: period.nullable(),
  /** Downloads only the days of the comparison, whose counts and amounts can be added. Default false. */
  comparesDaysOnly: z.boolean().optional(),
  /** Includes each player's dashboard, so that it opens offline. */
  withPlayers: z.boolean(),
  /** Includes the traffic of each player. Default false. */
  withTraffic: z.boolean().optional(),
  /** The players to download; null for all. */
  player_ids: z.array(playerId).max(5000).nullable(),
})
export type DownloadScope = z.output<typeof downloadScope>

/**
 * Whether a download is proposed with the unique counts and rates of the comparison, which cost a
 * request of their own per player: not in accounts whose players are asked about by the hundred.
 */
export const comparesAllByDefault = (players: number) => players <= 100

export interface DownloadPlan {
  players: number
  /** Number of requests to send. An upper bound when players without events are found first. */
  requests: number
  /**
   * Of these, the requests that find players without any event, for which nothing more is requested; 0 when
   * it is known which these are.
   */
  idleRequests: number
  /** Expected cost in quota queries; a request may count as several. */
  queries: number
  /** Stored days that can no longer change, and are not requested again. */
  settledDays: number
  /** Expected duration at the plan's limit; null when the limit is unknown. */
  seconds: number | null
  /** Empty when unknown, or without limits. `isShort`: less is left than the download costs. */
  windows: (QuotaWindow & { isShort: boolean })[]
}

/** What is left now of a limit. */
export interface QuotaWindow {
  metric: QuotaMetric
  intervalSeconds: number
  remaining: number
  limit: number
  /** Epoch milliseconds. */
  endsAt: number
}

export interface DownloadState {
  account_id: string
  scope: DownloadScope
  status: 'running' | 'waiting' | 'done' | 'cancelled' | 'failed' | 'interrupted'
  /** Number of requests; 0 when unknown, as of a download that an earlier run of the app did not finish. */
  total: number
  done: number
  /** Failed requests with the reason, the first of very many; the others continued. */
  failures: { what: string; player_id: string | null; failure: Failure }[]
  /** Number of failed requests that `failures` leaves out. */
  moreFailures?: number
  startedAt: number
  endedAt: number | null
  /** Epoch ms at which it continues after waiting for the quota or an unavailable service; null otherwise. */
  resumesAt: number | null
  /** Whether it waits because the service is unavailable. */
  isUnavailable?: true
}

/** Whether the download is still going, including while it waits for the quota or the service. */
export const isInProgress = ({ status }: Pick<DownloadState, 'status'>): boolean =>
  status === 'running' || status === 'waiting'

/** What a waiting download waits for; `connection` is undefined until main returned it. */
export function waitsFor(
  { resumesAt, isUnavailable }: Pick<DownloadState, 'resumesAt' | 'isUnavailable'>,
  connection: Pick<Connection, 'pause'> | undefined,
) {
  const ofService = resumesAt === null ? 'service' : 'limit'
  return connection?.pause ?? (isUnavailable ? 'unavailable' : ofService)
}

type Failures = Pick<DownloadState, 'failures' | 'moreFailures'>

export const failedRequests = ({ failures, moreFailures = 0 }: Failures): number =>
  failures.length + moreFailures

/** The outcome to display: a completed download with failed requests is not reported as done. */
export function downloadOutcome(
  download: Failures & Pick<DownloadState, 'status' | 'done'>,
): DownloadState['status'] | 'partial' {
  const { status, done } = download
  const failed = failedRequests(download)
  if (status !== 'done' || failed === 0) return status
  return failed >= done ? 'failed' : 'partial'
}

/** Whether it can go on: it was stopped, or some of its requests failed. Answered ones are not requested again. */
export const canResume = (download: Failures & Pick<DownloadState, 'status' | 'done'>): boolean => {
  const outcome = downloadOutcome(download)
  return outcome !== 'done' && !isInProgress(download)
}

export const downloadsCalls = {
  plan: { input: downloadScope, output: returns<DownloadPlan>() },
  /** Sends the `idleRequests`, whose answers the next download uses, and returns the exact plan. */
  count: { input: downloadScope, output: returns<DownloadPlan>() },
  cancelCount: { input: onAccount, output: noOutput },
  start: { input: downloadScope, output: returns<DownloadState>() },
  resume: { input: onAccount, output: returns<DownloadState>() },
  cancel: { input: onAccount, output: noOutput },
  list: { input: noInput, output: returns<DownloadState[]>() },
} satisfies Record<string, Operation>
