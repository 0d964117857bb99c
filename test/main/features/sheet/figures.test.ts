import { expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { makeFigures } from '../../../../src/main/features/sheet/figures.ts'
import { reached } from '../../../../src/shared/api/engagement.ts'
import { createdDayOf, knownDays } from '../../../../src/shared/api/player.ts'
import type { Pixel } from '../../../../src/shared/api/settings/index.ts'
import { truncatedRate } from '../../../../src/shared/api/statistics.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { addDays, type Period, todayIn, wireRange } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { connectedDesk } from '../../../support/connected.ts'
import { aVideo } from '../../../support/edits.ts'
import { goTo } from '../../../support/go-to.ts'
import { closedLater } from '../../../support/opened.ts'
import { aPlayer } from '../../../support/store-data.ts'
import { ACCOUNT, aFolder, anAccount } from '../../../support/store-folder.ts'

const ago = (days: number) => addDays(todayIn('UTC', testClock.now()), -days)
const MONTH = { start: ago(37), end: ago(10) }

async function aDesk(count = 3) {
  const desk = await connectedDesk({ timezone: 'UTC', service: { players: count, days: 90 } })
  const { analytics, videos, edits, sheet } = desk.handlers
  const account_id = desk.account.id
  const { value: players } = await analytics.players({ account_id })
  await videos.list({ account_id })
  // The newest come first: of the last there are figures.
  const player = players.at(-1)
  if (!player) throw new Error('no players')
  const { base } = await videos.open({ account_id, video_id: player.id })
  const about = (period: Period) => requestsAbout(player, period, 'UTC')
  const ask = (period: Period) => ({
    stats: () => analytics.stats({ ...about(period).stats.input, account_id }),
    engagement: () =>
      analytics.userEngagement({ ...about(period).userEngagement.input, account_id }),
    clicks: () => analytics.clicksTimed({ ...about(period).clicksTimed.input, account_id }),
    origins: (query_key: string, values: string[]) =>
      analytics.userEngagementByOrigin({
        ...about(period).userEngagementByOrigin(query_key, values).input,
        account_id,
      }),
    sales: () =>
      analytics.conversionsTimed({ ...about(period).conversionsTimed.input, account_id }),
    country: () =>
      analytics.statsByField({ ...about(period).statsByField('country').input, account_id }),
  })
  const figures = async (
    group: 'call_actions' | 'pixels' | 'traffic_filter' | 'playback',
    video_ids: string[] | null = null,
  ) => {
    const { videos: all } = await sheet.figures({ account_id, group, video_ids, period: null })
    return all.find(({ video_id }) => video_id === player.id) ?? null
  }
  return { desk, account_id, players, player, base, ask, figures, edits }
}

test('nothing is asked for where nothing is stored', async () => {
  const { desk, figures } = await aDesk()
  const asked = desk.service.log.length
  for (const group of ['call_actions', 'pixels', 'traffic_filter', 'playback'] as const) {
    expect(await figures(group)).toBeNull()
  }
  expect(desk.service.log.length).toBe(asked)
})

test('the figures are of the newest stored period, and of no other', async () => {
  const { ask, figures } = await aDesk()
  await ask({ start: ago(80), end: ago(60) }).engagement()
  await ask({ start: ago(16), end: ago(10) }).engagement()
  const { asOf } = await ask(MONTH).engagement()
  // Of a newer period, but nobody knows how many sessions there were.
  await ask({ start: ago(9), end: ago(2) }).clicks()
  const found = await figures('call_actions')
  expect(found).toMatchObject({ period: MONTH, asOf })
  for (const row of Object.values(found?.rows ?? {})) expect(row).not.toHaveProperty('clicks')
  await ask(MONTH).clicks()
  const rows = Object.values((await figures('call_actions'))?.rows ?? {})
  for (const row of rows) expect(row).toHaveProperty('clicks')
})

test('they follow the edits: a pixel that is moved would have been reached by others', async () => {
  const { account_id, player, ask, figures, edits, base } = await aDesk()
  const { value } = await ask(MONTH).engagement()
  const { value: stats } = await ask(MONTH).stats()
  const pixels = (base.pixels?.items ?? []) as Pixel[]
  const item_id = pixels[0]?.id ?? ''
  const second = Math.floor(player.duration / 2)
  const set = (register: string, to: string | number) =>
    ({ kind: 'set', group: 'pixels', item_id, register, value: to }) as const
  const changes = [set('dispatch.mode', 'time'), set('dispatch.threshold', second)]
  await edits.save({ account_id, edits: [{ video_id: player.id, changes }] })
  const found = await figures('pixels')
  const [sessions, all] = [reached(value.grouped_timed, second), reached(value.grouped_timed, 0)]
  expect(sessions).toBeGreaterThan(0)
  expect(found?.rows[item_id]).toEqual({
    plays: stats.total_started,
    reach: truncatedRate(sessions, all),
    // Four weeks.
    perWeek: sessions / 4 < 10 ? Math.round(sessions / 0.4) / 10 : Math.round(sessions / 4),
  })
})

test('until today, a week of a pixel counts the hours of today that have passed', async () => {
  // Shortly before midnight, or of few sessions, the hours make no difference to the rounded figure.
  goTo('2026-07-15T12:00:00Z')
  const { base, ask, figures } = await aDesk()
  const { value, asOf } = await ask({ start: ago(6), end: ago(0) }).engagement()
  const pixel = ((base.pixels?.items ?? []) as Pixel[]).find(
    ({ dispatch }) => dispatch?.mode === 'time',
  )
  const found = (await figures('pixels'))?.rows[pixel?.id ?? '']
  const sessions = reached(value.grouped_timed, pixel?.dispatch?.threshold ?? 0)
  const days = 6 + (asOf % 86_400_000) / 86_400_000
  expect(days).toBeLessThan(6.9)
  expect(sessions).toBeGreaterThan(70)
  expect(found?.perWeek).toBe(Math.round((sessions * 7) / days))
})

test('a pixel has its sessions by source, from the answer about sources alone', async () => {
  const { ask, base, figures } = await aDesk()
  const item_id = base.pixels?.items?.[0]?.id ?? ''
  const row = async () => (await figures('pixels'))?.rows[item_id] ?? {}
  await ask(MONTH).engagement()
  await ask(MONTH).origins('utm_medium', ['cpc', 'paid'])
  expect(await row()).not.toHaveProperty('sources')
  await ask(MONTH).origins('utm_source', ['facebook', 'google'])
  const { perWeek, sources } = await row()
  const known = { source: expect.any(String), perWeek: expect.any(Number) }
  expect(sources).toEqual([known, known])
  for (const one of sources ?? []) {
    expect(['facebook', 'google']).toContain(one.source)
    expect(one.perWeek).toBeGreaterThan(0)
    expect(one.perWeek).toBeLessThanOrEqual(perWeek ?? 0)
  }
})

test('a pixel has no sessions by source of another period', async () => {
  const { ask, base, figures } = await aDesk()
  const item_id = base.pixels?.items?.[0]?.id ?? ''
  await ask(MONTH).origins('utm_source', ['facebook', 'google'])
  await ask({ start: ago(9), end: ago(2) }).engagement()
  expect((await figures('pixels'))?.rows[item_id]).not.toHaveProperty('sources')
})

test('a created call to action has figures before it is published', async () => {
  const { account_id, player, ask, figures, edits } = await aDesk()
  const { value: clicks } = await ask(MONTH).clicks()
  const { value: sales } = await ask(MONTH).sales()
  const create = { kind: 'create', group: 'call_actions', item: { window: { start: 0 } } } as const
  const { created } = await edits.save({
    account_id,
    edits: [{ video_id: player.id, changes: [create] }],
  })
  const row = (await figures('call_actions'))?.rows[created[0] ?? '']
  expect(row).toEqual({
    clicks: clicks.reduce((sum, { total_users }) => sum + total_users, 0),
    sales: sales.reduce((sum, { timed_conversions }) => sum + timed_conversions, 0),
    salesBefore: 0,
  })
})

test('a filter that is typed would have turned viewers away', async () => {
  const { account_id, player, ask, figures, edits, base } = await aDesk()
  const { value } = await ask(MONTH).country()
  const views = value.reduce((sum, { total_viewed }) => sum + total_viewed, 0)
  const group = 'traffic_filter' as const
  const list = (register: 'countries' | 'devices', add: string[]) => {
    return {
      kind: 'list',
      group,
      register,
      add,
      remove: base.traffic_filter?.[register] ?? [],
    } as const
  }
  const set = (register: string, value: string | boolean) => {
    return { kind: 'set', group, item_id: null, register, value } as const
  }
  const changes = [
    ...[list('countries', ['JP']), list('devices', [])],
    ...[set('enabled', true), set('token', '')],
  ]
  await edits.save({ account_id, edits: [{ video_id: player.id, changes }] })
  const found = await figures('traffic_filter')
  expect(found).toMatchObject({ period: MONTH, rows: { '': { turnedAway: views } } })
})

test('plays are of the newest period of which they are stored, and of one in the zone of the account', async () => {
  const { desk, account_id, player, ask, figures } = await aDesk()
  await ask({ start: ago(80), end: ago(60) }).stats()
  const { value, asOf } = await ask(MONTH).stats()
  const elsewhere = requestsAbout(player, { start: ago(9), end: ago(3) }, 'Asia/Tokyo').stats
  await desk.handlers.analytics.stats({ ...elsewhere.input, account_id })
  expect(await figures('playback')).toEqual({
    ...{ video_id: player.id, period: MONTH, asOf, rows: { '': { plays: value.total_started } } },
  })
})

test('all figures are of the days of which most videos have some, and of no others', async () => {
  const { desk, account_id, players, player } = await aDesk(8)
  const asOf = testClock.now()
  // The youngest were created after the period.
  const [first, second] = players.filter(
    (one) => one.id !== player.id && createdDayOf(one, 'UTC') < MONTH.start,
  )
  if (!first || !second) throw new Error('too few players')
  const { analytics, sheet } = desk.handlers
  const engagement = (of: typeof first, period: Period) =>
    analytics.userEngagement({
      ...requestsAbout(of, period, 'UTC').userEngagement.input,
      account_id,
    })
  const stats = (of: typeof first, period: Period) =>
    analytics.stats({ ...requestsAbout(of, period, 'UTC').stats.input, account_id })
  const found = async (group: 'call_actions' | 'playback', period: Period | null = null) => {
    const asked = { account_id, group, video_ids: null, period }
    const { period: of, videos } = await sheet.figures(asked)
    return { of, periods: videos.map((one) => one.period), ids: videos.map((one) => one.video_id) }
  }
  const daysIn = (period: Period, ids: readonly string[]) =>
    ids.map((id) => {
      const one = players.find((each) => each.id === id) ?? null
      return knownDays(period, one, { zone: 'UTC', asOf })
    })
  const newer = { start: ago(9), end: ago(2) }
  await engagement(first, MONTH)
  await engagement(second, MONTH)
  await engagement(player, newer)
  for (const one of players) await stats(one, newer)
  await stats(first, MONTH)
  const ofMost = [first.id, second.id].toSorted()
  expect(await found('call_actions')).toEqual({
    ...{ of: MONTH, periods: daysIn(MONTH, ofMost), ids: ofMost },
  })
  expect((await found('call_actions', newer)).ids).toContain(player.id)
  const all = players.map(({ id }) => id).toSorted()
  expect(await found('playback')).toEqual({ of: newer, periods: daysIn(newer, all), ids: all })
  // Of as many videos, the newest days count.
  await engagement(first, newer)
  expect((await found('call_actions')).of).toEqual(newer)
})

test('figures are of today only where no days that are over are stored', async () => {
  goTo('2026-07-15T12:00:00Z')
  const { ask, figures } = await aDesk()
  const today = { start: ago(0), end: ago(0) }
  for (const asked of [ask(today).stats, ask(today).engagement]) await asked()
  expect((await figures('playback'))?.period).toEqual(today)
  expect((await figures('call_actions'))?.period).toEqual(today)
  for (const asked of [ask(MONTH).stats, ask(MONTH).engagement]) await asked()
  expect((await figures('playback'))?.period).toEqual(MONTH)
  expect((await figures('call_actions'))?.period).toEqual(MONTH)
})

test('the days before a player was created are left out, also from the fires per week', async () => {
  const { account_id, player, ask, figures, edits } = await aDesk()
  const item = { base: { name: 'All', type: 'google' }, dispatch: { mode: 'time', threshold: 0 } }
  const create = { kind: 'create' as const, group: 'pixels' as const, item }
  const { created } = await edits.save({
    account_id,
    edits: [{ video_id: player.id, changes: [create] }],
  })
  const start = createdDayOf(player, 'UTC')
  const end = addDays(start, 6)
  const { value } = await ask({ start: addDays(start, -20), end }).engagement()
  const found = await figures('pixels')
  expect(found?.period).toEqual({ start, end })
  const sessions = reached(value.grouped_timed, 0)
  expect(found?.rows[created[0] ?? '']?.perWeek).toBe(sessions)
})

test('some videos are answered alone, and a period that went on ends when it was asked about', async () => {
  const { players, player, ask, figures } = await aDesk()
  await ask({ start: ago(6), end: addDays(ago(0), 3) }).engagement()
  expect(await figures('pixels', [players[0]?.id ?? ''])).toBeNull()
  expect((await figures('pixels', [player.id]))?.period).toEqual({ start: ago(6), end: ago(0) })
})

test('the store works in slices: of many videos only as many at once as a slice of time takes', async () => {
  let elapsed = 0
  const verbs = makeVerbs(aFolder(), { ...testClock, monotonic: () => (elapsed += 4) })
  closedLater(verbs.close)
  verbs.putAccount(anAccount({ timezone: 'UTC' }))
  const players = Array.from({ length: 60 }, (_, index) => aPlayer(index))
  verbs.keepAnswer(ACCOUNT, 'players', {}, players, 1, false)
  verbs.keepVideos(
    ACCOUNT,
    players.map(({ id }) => aVideo({ id })),
    1,
  )
  for (const player of players) {
    const { userEngagement } = requestsAbout(player, MONTH, 'UTC')
    const value = { grouped_timed: [{ timed: 15, total_users: 8 }] }
    verbs.keepAnswer(ACCOUNT, 'userEngagement', userEngagement.input, value, 5, true)
  }
  const slices: number[] = []
  const figures = makeFigures({
    clock: testClock,
    accounts: { find: async () => anAccount({ timezone: 'UTC' }) },
    store: {
      pastScope: async (...asked) => verbs.pastScope(...asked),
      pastInputs: async (...asked) => verbs.pastInputs(...asked),
      pastPlays: async (...asked) => verbs.pastPlays(...asked),
      pastFigures: async (...asked) => {
        const part = verbs.pastFigures(...asked)
        slices.push(part.done)
        return part
      },
    },
  })
  const { videos: all } = await figures({
    ...{ account_id: ACCOUNT, group: 'call_actions', video_ids: null, period: null },
  })
  expect(all).toHaveLength(60)
  expect(all[7]?.rows).toEqual({ cta1: { reach: 100 }, cta2: { reach: 0 } })
  expect(Math.max(...slices)).toBeLessThanOrEqual(4)
  expect(slices.reduce((sum, done) => sum + done, 0)).toBe(60)
})

test('sales that were asked for again take the place of those that were read before', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  closedLater(verbs.close)
  verbs.putAccount(anAccount())
  const player = aPlayer(1)
  verbs.keepVideos(ACCOUNT, [aVideo({ id: player.id })], 1)
  const { input } = requestsAbout(player, MONTH, 'UTC').conversionsTimed
  const salesAfter = (counts: number[], asOf: number) => {
    const value = counts.map((timed_conversions, timed) => ({ timed, timed_conversions }))
    verbs.keepAnswer(ACCOUNT, 'conversionsTimed', input, value, asOf, true)
    const [inputText = ''] = verbs.pastInputs(ACCOUNT, 'conversionsTimed', '')
    const past = { video_id: player.id, inputs: { conversionsTimed: [inputText] } }
    const request = {
      group: 'call_actions' as const,
      timezone: 'UTC',
      periods: [MONTH],
      videos: [past],
    }
    const { figures } = verbs.pastFigures(ACCOUNT, request)
    return figures[0]?.rows['cta1']
  }
  const [before, after] = [Array.from({ length: 10 }, () => 1), [0, 5, 0]]
  expect(salesAfter([...before, 7, 0, 8], 5)).toEqual({ sales: 15, salesBefore: 10 })
  expect(salesAfter([...before, ...after], 6)).toEqual({ sales: 5, salesBefore: 10 })
})

test('inputs are read a page at a time, each once', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  closedLater(verbs.close)
  verbs.putAccount(anAccount())
  const answers = Array.from({ length: 1200 }, (_, index) => {
    const input = { player_id: aPlayer(index).id, ...wireRange(MONTH) }
    return [ACCOUNT, 'clicksTimed', input, [], 1, true] as [
      ...[string, string, object, unknown, number, boolean],
    ]
  })
  verbs.keepAll(ACCOUNT, { answers, days: [] })
  const pages: string[][] = []
  for (let after: string | undefined = ''; after !== undefined; after = pages.at(-1)?.at(-1)) {
    pages.push(verbs.pastInputs(ACCOUNT, 'clicksTimed', after))
  }
  expect(pages.map(({ length }) => length)).toEqual([1000, 200, 0])
  expect(new Set(pages.flat()).size).toBe(1200)
})
