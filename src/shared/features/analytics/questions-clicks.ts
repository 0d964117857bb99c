import { type Period, wireRange } from '../../time/period.ts'

/** The clicks of a player on each day of a period. */
export const clicksQuestion = (player_id: string, period: Period, timezone: string) => ({
  name: 'clicksByDay' as const,
  input: { player_id, ...wireRange(period), timezone },
})
