import { beforeAll, expect, test } from 'vitest'
import type { DrawnScreen, OffscreenPage } from '../../../../src/main/options.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import type { FrozenScreen } from '../../../../src/shared/features/reports/report.ts'
import type { ScheduleFields } from '../../../../src/shared/features/reports/schedule.ts'
import { parametersFound } from '../../../../src/shared/features/traffic/parameters.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { quietScreen } from '../../../support/desk.ts'
import { newFolder } from '../../../support/folder.ts'
import { pngOf } from '../../../support/picture-bytes.ts'

const ZONE = 'America/Sao_Paulo'
const DUE = testClock.now() - 3 * 86_400_000

/** As the screen of traffic does: without the chosen parameter it shows the first one. */
async function read({ handlers }: OffscreenPage): Promise<DrawnScreen | null> {
  const { preferences, print } = await handlers.app.info(undefined)
  const { place, playerPeriod } = preferences
  const [account_id, player_id] = [place.account_id ?? '', place.player_id ?? '']
  const players = await handlers.analytics.players({ account_id })
  const listed = players.value.find(({ id }) => id === player_id)
  if (place.screen !== 'traffic' || !listed) return null
  const period = playerPeriod.custom ?? { start: '', end: '' }
  const { name, input } = requestsAbout(listed, period, ZONE).validUtms
  const found = await handlers.analytics.validUtms({ ...input, account_id })
  const keys = parametersFound(found.value).map((one) => one.name)
  const query_key = keys.find((key) => key === print?.query_key) ?? keys[0]
  const screen: FrozenScreen = {
    ...{ screen: 'traffic', title: listed.name, account_id, player_id, player_ids: [player_id] },
    ...{ group: null, period, comparison: null, filters: query_key ? { query_key } : {} },
    calls: [{ noun: 'analytics', verb: name, input: { ...input, account_id } }],
  }
  return { screen, preview: pngOf(48, 30) }
}

let desk: ConnectedDesk
let player: Player

beforeAll(async () => {
  const folder = newFolder()
  const printer = { read, print: async () => Buffer.from('%PDF-1.4') }
  desk = await connectedDesk({
    timezone: ZONE,
    service: { players: 2, days: 30, now: testClock.now },
    desk: { screen: { ...quietScreen(folder), printer, chooseFolder: async () => folder } },
  })
  const players = await desk.handlers.analytics.players({ account_id: desk.account.id })
  // The oldest, which was there before the days of any report.
  player = players.value.at(-1) as Player
})

async function made(change: Partial<ScheduleFields>) {
  const { schedules } = desk.handlers
  for (const { id } of (await schedules.list(undefined)).schedules) await schedules.remove({ id })
  const fields: ScheduleFields = {
    ...{ account_id: desk.account.id, screen: 'traffic', player_id: player.id, query_key: null },
    ...{ group_id: null, subject: player.name, preset: 'last7', comparison: 'none' },
    ...{ every: { kind: 'month', day: 1 }, time: '08:00', files: ['csv'], language: 'en' },
    ...change,
  }
  const chosen = await schedules.chooseFolder(undefined)
  await schedules.save({ id: null, fields, choice: chosen?.choice ?? null })
  const [schedule] = (await schedules.list(undefined)).schedules
  await schedules.make({ id: schedule?.id ?? '', due_at: DUE })
  return (await schedules.list(undefined)).runs[0]
}

test('a traffic report is of its parameter, and without that in these days none is made', async () => {
  const run = await made({ query_key: 'utm_medium' })
  expect(run).toMatchObject({ status: 'done', failure: null })
  const all = await desk.handlers.reports.list(undefined)
  const about = all.find(({ id }) => id === run?.report_id)?.about
  expect(about?.filters).toEqual({ query_key: 'utm_medium' })
  const failure = { kind: 'not-found', what: 'parameter', text: 'utm_sorce' }
  const misspelt = await made({ query_key: 'utm_sorce' })
  expect(misspelt).toMatchObject({ status: 'failed', failure, files: [], report_id: null })
})

test.each<[string, Partial<ScheduleFields>]>([
  ['player', { player_id: 'f'.repeat(24) }],
  ['A/B test', { screen: 'abTests', player_id: null, group_id: 'removed' }],
])('a report of a removed %s says that it was removed', async (_, change) => {
  const failure = { kind: 'not-found', what: 'subject' }
  expect(await made(change)).toMatchObject({ status: 'failed', failure, files: [] })
})
