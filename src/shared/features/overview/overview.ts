import { z } from 'zod'
import type { Player } from '../../api/player.ts'
import type { AdditiveTotals, Statistics } from '../../api/statistics.ts'
import { onAccount, playerId } from '../../model/ids.ts'
import { type Operation, returns } from '../../operation.ts'
import { period } from '../../time/period.ts'
import type { Growth } from '../analytics/growth.ts'

/** One player in the overview, for the period and its comparison. */
export interface OverviewRow {
  player: Player
  current: OverviewFigures
  comparison: OverviewFigures | null
  /** What the person noted of it; absent when they noted nothing. */
  tags?: readonly string[]
  isPinned?: boolean
}

export interface OverviewFigures {
  /** The service's answer for exactly this period: the only source of uniques and rates. */
  period: Statistics | null
  /** Sums of day rows; null unless every day of the period is stored. */
  sums: AdditiveTotals | null
  /** Epoch ms of the oldest answer behind the figures that can still change (`makeAge`); null when there is none. */
  asOf: number | null
  /** None of them can change any more; absent: some can. */
  isSettled?: boolean
}

export interface Overview {
  rows: OverviewRow[]
  /** The period's days, and each additive measure summed over all players on each; null where a day is not stored for every player. */
  days: string[]
  daily: Record<keyof AdditiveTotals, (number | null)[]>
  playersAsOf: number | null
}

/** What the window may ask of the overview. */
export const overviewCalls = {
  read: {
    input: onAccount.extend({ period, comparison: period.nullable() }),
    output: returns<Overview>(),
    isLarge: true,
  },
  /** Plays per day of a few players, for the rows in view; null where a day is not stored. */
  trends: {
    input: onAccount.extend({ period, player_ids: z.array(playerId).max(200) }),
    output: returns<Record<string, (number | null)[]>>(),
  },
  /** By how much the sales of recent days usually still grow in this account. */
  growth: { input: onAccount, output: returns<Growth>() },
} satisfies Record<string, Operation>
