import { z } from 'zod'
import type { Player } from '../../api/player.ts'
import type { AdditiveTotals, Statistics } from '../../api/statistics.ts'
import { onAccount, playerId } from '../../model/ids.ts'
import { type Operation, returns } from '../../operation.ts'
import { type Period, period } from '../../time/period.ts'
import type { Growth } from '../analytics/growth.ts'

/** One player in the overview, in the period and the comparison period. */
export interface OverviewRow {
  player: Player
  current: OverviewFigures
  comparison: OverviewFigures | null
  /** The user's tags; absent when there are none. */
  tags?: readonly string[]
  isPinned?: boolean
}

export interface OverviewFigures {
  /**
   * The service's response for exactly this period: the only source of unique counts and rates. What can be added is
   * that of the daily rows where these are newer.
   */
  period: Statistics | null
  /** Sums of the daily rows; null unless every day of the period is stored. */
  sums: AdditiveTotals | null
  /**
   * Epoch ms of the oldest answer behind the figures that can still change (`makeAge`); null without any
   * answer.
   */
  asOf: number | null
  /** True when none of them can change any more. */
  isSettled?: boolean
  /** The first to the last day that was not over when it was read; absent when all were. */
  unfinished?: Period
}

export interface Overview {
  rows: OverviewRow[]
  /**
   * The period's days, and each additive measure per day, summed over all players; null where a day is not
   * stored for every player.
   */
  days: string[]
  daily: Record<keyof AdditiveTotals, (number | null)[]>
  /** Players with days in the period that are no longer in the list: in none of these figures. */
  leftOut?: number
  /** The same in the comparison period. Older reports do not have it. */
  comparedLeftOut?: number
  playersAsOf: number | null
}

/** The most players of one `overview.trends` call. */
export const MOST_TRENDS = 200

export const overviewCalls = {
  read: {
    input: onAccount.extend({ period, comparison: period.nullable() }),
    output: returns<Overview>(),
    isLarge: true,
  },
  /** Plays per day of the players in view; null where a day is not stored. */
  trends: {
    input: onAccount.extend({ period, player_ids: z.array(playerId).max(MOST_TRENDS) }),
    output: returns<Record<string, (number | null)[]>>(),
  },
  /** How much the sales of recent days usually still grow in this account. */
  growth: { input: onAccount, output: returns<Growth>() },
} satisfies Record<string, Operation>
