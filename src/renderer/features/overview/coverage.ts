import type { DownloadState } from '../../../shared/features/downloads/download.ts'
import type { OverviewFigures, OverviewRow } from '../../../shared/features/overview/overview.ts'
import { ageOf } from '../../../shared/features/overview/table.ts'
import { type Age, combinedAge } from '../../../shared/time/age.ts'
import { type Period, spanOf } from '../../../shared/time/period.ts'

export interface Coverage {
  players: number
  /** Players with the answer for exactly these days. */
  whole: number
  /** Players with every day stored, but not the answer for the whole period. */
  onlyDays: number
  /** Age of all players' figures; null when there are none. */
  age: Age | null
  /** The same of the comparison period. */
  compared: Age | null
  /** Of the period and of the comparison, the first to the last day that was not over when it was read. */
  unfinished: Period[]
}

/** How much of the period's figures is stored. */
export function coverageOf({ rows }: { rows: readonly OverviewRow[] }): Coverage {
  const coverage: Coverage = {
    players: rows.length,
    whole: 0,
    onlyDays: 0,
    age: null,
    compared: null,
    unfinished: [],
  }
  for (const { current } of rows) {
    if (current.period) coverage.whole++
    else if (current.sums) coverage.onlyDays++
  }
  coverage.age = combinedAge(rows.map(({ current }) => ageOf(current)))
  coverage.compared = combinedAge(rows.map(({ comparison }) => comparison && ageOf(comparison)))
  coverage.unfinished = [
    ...unfinishedIn(rows.map(({ current }) => current)),
    ...unfinishedIn(rows.map(({ comparison }) => comparison)),
  ]
  return coverage
}

/** Whether there is anything to show: the zeros of players that are newer than the period, only of all. */
export const hasFigures = ({ age, players, whole, onlyDays }: Coverage) =>
  age !== null || (players > 0 && whole + onlyDays === players)

function unfinishedIn(each: readonly (OverviewFigures | null)[]): Period[] {
  const span = spanOf(each.flatMap((figures) => figures?.unfinished ?? []))
  return span ? [span] : []
}

/** An account's newest download, running or ended. */
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
