import type { Player } from '../../src/shared/api/player.ts'
import type { DayStatistics, Statistics } from '../../src/shared/api/statistics.ts'
import { type Period, wireRange } from '../../src/shared/time/period.ts'
import { ZONE } from './store-folder.ts'

/** A player whose id and figures follow from its index. */
export function aPlayer(index: number): Player {
  return {
    id: index.toString(16).padStart(24, '0'),
    name: `Player ${index}`,
    pitch_time: 600 + index,
    duration: 1800 + index,
    created_at: '2020-03-04 05:06:07',
  }
}

/** Statistics that differ with the seed, of the sizes a real account has. */
export function statisticsOf(seed: string): Statistics {
  let state = 7
  for (const character of seed) state = (state * 31 + character.charCodeAt(0)) % 99_991
  const next = (limit: number) => (state = (state * 16_807) % 2_147_483_647) % limit
  const rate = () => (next(10_001) / 100).toFixed(2)
  return {
    total_viewed: next(5000),
    total_viewed_session_uniq: next(5000),
    total_viewed_device_uniq: next(5000),
    total_started: next(5000),
    total_started_session_uniq: next(5000),
    total_started_device_uniq: next(5000),
    total_finished: next(900),
    total_finished_session_uniq: next(900),
    total_finished_device_uniq: next(900),
    total_clicked: next(900),
    total_clicked_session_uniq: next(900),
    total_clicked_device_uniq: next(900),
    total_over_pitch: next(900),
    total_under_pitch: next(900),
    total_conversions: next(90),
    overall_conversion_rate: next(1000) / 100,
    total_amount_usd: next(900_000),
    total_amount_brl: next(900_000),
    total_amount_eur: next(900_000),
    engagement_rate: rate(),
    over_pitch_rate: rate(),
    play_rate: rate(),
  }
}

export function aDay(date_key: string, seed = date_key): DayStatistics {
  return { date_key, ...statisticsOf(seed) }
}

interface ComparisonOf {
  group_id: string
  /** Players of the test. */
  arms: readonly string[]
  period: Period
  /** The seconds of the video, at each of which somebody left. */
  seconds?: number
  /** The account's own when absent. */
  timezone?: string
}

/** A request about two arms of an A/B test, and an answer to it. */
export function aComparison({
  group_id,
  arms,
  period,
  seconds = 1,
  timezone = ZONE,
}: ComparisonOf) {
  const counts = { total: 40, total_uniq_sessions: 30, total_uniq_device: 20 }
  const money = { total_amount_usd: 0, total_amount_brl: 0, total_amount_eur: 0 }
  const engagement = {
    grouped_timed: Array.from({ length: seconds }, (_, timed) => ({ timed, total_users: 1 })),
    ...{ average_watched_time: 3, engagement_rate: 1 },
  }
  const input = {
    comparison_group_id: group_id,
    items: arms.map((player_id) => ({ player_id, ...wireRange(period) })),
    timezone,
  }
  const group = { id: group_id, name: 'A or B', player_ids: [...arms] }
  const value = {
    comparison_group: { ...group, started_at: wireRange(period).start_date, finished_at: null },
    stats: arms.map((player_id) => ({
      ...{ player_id, pitch_time: 60, video_duration: 600, views: counts, plays: counts },
      ...{ finishes: counts, clicks: counts, conversions: { ...counts, ...money }, engagement },
      ...{ pitch_audience: 3, pitch_retention_rate: 1, play_rate: 1, conversion_rate: 1 },
      ...{ rpv_usd: 0, rpv_brl: 0, rpv_eur: 0 },
    })),
  }
  return { input, value }
}
