import { beforeAll, expect, test } from 'vitest'
import type { Statistics } from '../../../../src/shared/api/statistics.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { pitchTrialTable } from '../../../../src/shared/features/player/pitch-trial.ts'
import { addDays, type Period, todayIn } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { pitchedPlayer } from '../../../support/pick.ts'
import { sameInFiles } from '../../../support/same-table.ts'

const timezone = 'America/Sao_Paulo'
const now = testClock.now()
const today = todayIn(timezone, now)
const period: Period = { start: addDays(today, -20), end: addDays(today, -7) }
let desk: ConnectedDesk

beforeAll(async () => {
  desk = await connectedDesk({ timezone, service: { players: 6, days: 90, now: () => now } })
})

test('a pitch on trial is in the file as on screen, and as the service counts it at that second', async () => {
  const { analytics } = desk.handlers
  const account_id = desk.account.id
  const { value: players } = await analytics.players({ account_id })
  const player = players.find(({ id }) => id === pitchedPlayer(desk.service).id)
  if (!player) throw new Error('no player with a pitch')
  const words = requestsAbout(player, period, timezone)
  const asked = <T extends { input: object }>({ input }: T) =>
    ({ ...input, account_id }) as T['input'] & { account_id: string }
  const engagement = await analytics.userEngagement(asked(words.userEngagement))
  const clicks = await analytics.clicksTimed(asked(words.clicksTimed))
  const sales = await analytics.conversionsTimed(asked(words.conversionsTimed))
  const trial = Math.floor(player.duration / 3)
  const table = pitchTrialTable({ engagement, clicks, sales }, { player, trial })
  const request = {
    table: 'pitch_trial' as const,
    account_id,
    player_id: player.id,
    period,
    trial,
  }
  await sameInFiles(desk, request, table)
  const input = { ...words.stats.input, pitch_time: trial }
  const told = await desk.raw<Statistics>('/sessions/stats', input)
  expect(told.total_over_pitch).toBeGreaterThan(0)
  expect(table.rows[1]?.slice(0, 5)).toEqual([
    ...['trial', trial, told.total_over_pitch, told.total_under_pitch],
    Number(told.over_pitch_rate),
  ])
})
