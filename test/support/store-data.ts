import type { Player } from '../../src/shared/model/player.ts'
import type { DayStatistics, Statistics } from '../../src/shared/model/statistics.ts'

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
