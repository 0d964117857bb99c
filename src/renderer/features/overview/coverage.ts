import type { DownloadState, Overview } from '../../../shared/model/desk.ts'

export interface Coverage {
  players: number
  /** Players with the answer for exactly these days. */
  whole: number
  /** Players with every day stored, but not the answer for the whole period. */
  onlyDays: number
  /** Epoch ms of the oldest answer behind any figure; null when there is none. */
  asOf: number | null
}

/** How much of the period's figures is stored. */
export function coverageOf({ rows }: Overview): Coverage {
  const coverage: Coverage = { players: rows.length, whole: 0, onlyDays: 0, asOf: null }
  for (const { current } of rows) {
    if (current.period) coverage.whole++
    else if (current.sums) coverage.onlyDays++
    if (current.asOf !== null) {
      coverage.asOf = Math.min(coverage.asOf ?? current.asOf, current.asOf)
    }
  }
  return coverage
}

/** An account's newest download, under way or ended. */
export function newestDownload(
  downloads: readonly DownloadState[],
  account_id: string,
): DownloadState | null {
  return downloads
    .filter((one) => one.account_id === account_id)
    .reduce<DownloadState | null>(
      (newest, one) => (newest && newest.startedAt >= one.startedAt ? newest : one),
      null,
    )
}

export const isUnderWay = ({ status }: DownloadState) =>
  status === 'running' || status === 'waiting'
