import { expect, test } from 'vitest'
import { makeService } from '../../../../../src/service/service.ts'
import type { Engagement } from '../../../../../src/shared/api/engagement.ts'
import type { Player } from '../../../../../src/shared/api/player.ts'
import type { Statistics } from '../../../../../src/shared/api/statistics.ts'
import { fromSecond, pitchFigures } from '../../../../../src/shared/features/player/curves/pitch.ts'
import { addDays, todayIn } from '../../../../../src/shared/time/period.ts'
import { value } from '../../../../service/asking.ts'
import { testClock } from '../../../../support/clock.ts'

const ZONE = 'America/Sao_Paulo'

test('a trial pitch gives the figures that the service returns for that pitch', async () => {
  const service = makeService({ now: testClock.now, players: 6, days: 30 })
  const players = await value<Player[]>(service, '/players/list')
  // Days that are over: the sandbox goes on living while it is asked.
  const end = addDays(todayIn(ZONE, testClock.now()), -1)
  for (const { id, duration } of players) {
    const body = {
      player_id: id,
      start_date: `${addDays(end, -13)} 00:00:00`,
      end_date: `${end} 23:59:59`,
      timezone: ZONE,
      video_duration: duration,
    }
    const ask = <T>(path: string, more: object = {}) =>
      value<T>(service, path, { body: { ...body, ...more } })
    const { grouped_timed } = await ask<Engagement>('/times/user_engagement')
    const seconds = [1, 2, 0.1, 0.37, 0.5, 0.93, 1].map((part, index) =>
      index < 2 ? part : Math.max(1, Math.floor(part * duration)),
    )
    for (const pitch_time of seconds) {
      const told = await ask<Statistics>('/sessions/stats', { pitch_time })
      const figures = pitchFigures(grouped_timed, pitch_time)
      expect(figures.total_over_pitch).toBe(told.total_over_pitch)
      expect(figures.total_under_pitch).toBe(told.total_under_pitch)
      if (figures.over_pitch_rate !== null) {
        expect(figures.over_pitch_rate.toFixed(2)).toBe(told.over_pitch_rate)
      }
    }
  }
})

test('without sessions there is no rate', () => {
  expect(pitchFigures([], 10)).toEqual({
    total_over_pitch: 0,
    total_under_pitch: 0,
    over_pitch_rate: null,
  })
})

test('the share is truncated, not rounded', () => {
  const distribution = [
    { timed: 5, total_users: 1 },
    { timed: 9, total_users: 2 },
  ]
  expect(pitchFigures(distribution, 9).over_pitch_rate).toBe(66.66)
})

test('events at a second count as being from that second on', () => {
  const clicks = [4, 5, 6].map((timed) => ({ timed, total_users: timed }))
  expect(fromSecond(clicks, 5, ({ total_users }) => total_users)).toBe(11)
})
