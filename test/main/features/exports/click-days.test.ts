import { beforeAll, expect, test } from 'vitest'
import {
  clicksRequest,
  eventsRequest,
} from '../../../../src/shared/features/analytics/requests-audience.ts'
import { clickDaysTable } from '../../../../src/shared/features/live/click-days.ts'
import { eventDaysTable } from '../../../../src/shared/features/live/event-days.ts'
import { addDays, type Period, todayIn } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { sameInFiles } from '../../../support/same-table.ts'

const timezone = 'America/Sao_Paulo'
const now = testClock.now()
const today = todayIn(timezone, now)
const period: Period = { start: addDays(today, -20), end: addDays(today, -7) }
let desk: ConnectedDesk

beforeAll(async () => {
  desk = await connectedDesk({
    timezone,
    service: { players: 6, days: 90, seed: 3, now: () => now },
  })
})

test('clicks of each day are in the file as on screen', async () => {
  const { analytics } = desk.handlers
  const account = { account_id: desk.account.id }
  const { value: players } = await analytics.players(account as never, undefined as never)
  const player_id = players[0]?.id ?? ''
  const { input } = clicksRequest(player_id, period, timezone)
  const clicks = await analytics.clicksByDay({ ...input, ...account } as never, undefined as never)
  const table = clickDaysTable(clicks)
  expect(table.rows).toHaveLength(14)
  await sameInFiles(desk, { table: 'click_days', ...account, player_id, period }, table)
  // Two endpoints tell the clicks of a day: they agree.
  const ofEvents = eventsRequest(player_id, period, timezone).input
  const events = eventDaysTable(
    await analytics.eventsByDay({ ...ofEvents, ...account } as never, undefined as never),
  )
  const clicked = events.columns.findIndex(({ key }) => key === 'total_clicked')
  expect(table.rows.map((row) => row[1])).toEqual(events.rows.map((row) => row[clicked]))
})
