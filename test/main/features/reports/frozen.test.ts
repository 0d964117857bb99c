import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeReportFiles } from '../../../../src/main/features/reports/report-files.ts'
import { builtTables } from '../../../../src/main/features/reports/requests.ts'
import { openLastPage } from '../../../../src/main/shell/last-page.ts'
import type { CallHandlers } from '../../../../src/main/shell/router.ts'
import { createdDayOf, type Player } from '../../../../src/shared/api/player.ts'
import type { Noun } from '../../../../src/shared/bridge.ts'
import type { AppError } from '../../../../src/shared/failure.ts'
import {
  dashboardRequests,
  requestsAbout,
} from '../../../../src/shared/features/analytics/requests.ts'
import type { Overview } from '../../../../src/shared/features/overview/overview.ts'
import { isFreezable } from '../../../../src/shared/features/reports/left-in.ts'
import type {
  FrozenScreen,
  ReportDocument,
} from '../../../../src/shared/features/reports/report.ts'
import { NO_MERGE_RULES } from '../../../../src/shared/features/traffic/merge-rules.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { openDesk } from '../../../support/desk.ts'
import { newFolder } from '../../../support/folder.ts'
import { documentsOf } from '../../../support/frozen-document.ts'
import { pitchedPlayer } from '../../../support/pick.ts'
import { periodsAt } from '../../../support/plain-reading.ts'
import { reportWorker } from '../../../support/threads.ts'

const ZONE = 'America/Sao_Paulo'
const now = testClock.now()
const { period, comparison } = periodsAt(ZONE, now)
const TOKEN = 'canary-filter-token'
const SNIPPET = '<script>canaryPixel()</script>'
const LINK = 'https://canary.example/checkout'

let desk: ConnectedDesk
let player: Player
let screen: FrozenScreen

beforeAll(async () => {
  desk = await connectedDesk({ timezone: ZONE, service: { players: 4, days: 60, now: () => now } })
  await desk.download({ period, comparison, withPlayers: true })
  const account_id = desk.account.id
  const players = await desk.handlers.analytics.players({ account_id })
  player = players.value.find(({ id }) => id === pitchedPlayer(desk.service).id) as Player
  desk.service.video.colleague(player.id, {
    traffic_filter: { token: TOKEN },
    call_actions: {
      enabled: true,
      items: [
        {
          base: { name: 'Offer', type: 'inside_video' },
          action: { as_html: true, html: `<a href="${LINK}">Buy</a>${SNIPPET}` },
        },
      ],
    },
    pixels: { items: [{ base: { name: 'Meta', type: 'custom' }, tag: { html: SNIPPET } }] },
  })
  await desk.handlers.videos.refresh({ account_id, video_id: null })
  await desk.handlers.videos.refresh({ account_id, video_id: player.id })
  await desk.handlers.annotations.add({
    account_id,
    fields: { text: 'New headline', period, player_id: player.id, tags: ['ads'] },
  })
  const [theirs] = players.value.filter(({ id }) => id !== player.id)
  for (const [text, on] of [
    [
      'canary of other days',
      { player_id: null, period: { start: '2019-01-01', end: '2019-01-02' } },
    ],
    ['canary of another player', { player_id: theirs?.id ?? null, period }],
  ] as const) {
    await desk.handlers.annotations.add({ account_id, fields: { ...on, text, tags: [] } })
  }
  await desk.handlers.players.tag({
    account_id,
    ...{ player_ids: [player.id], add: ['canary tag'], remove: [] },
  })
  await desk.handlers.traffic.keepRules({
    account_id,
    rules: {
      ...NO_MERGE_RULES,
      aliases: [{ query_key: 'utm_source', value: 'canary alias', canonical: 'Other' }],
    },
  })
  const asked = [
    ...dashboardRequests(player, period, ZONE),
    requestsAbout(player, period, ZONE).statsByDay,
  ].map(({ name, input }) => ({ noun: 'analytics', verb: name, input: { ...input, account_id } }))
  screen = {
    screen: 'player',
    title: player.name,
    account_id,
    player_id: player.id,
    player_ids: [player.id],
    group: null,
    period,
    comparison,
    filters: {},
    calls: [
      { noun: 'analytics', verb: 'players', input: { account_id } },
      ...asked,
      { noun: 'videos', verb: 'open', input: { account_id, video_id: player.id } },
      { noun: 'edits', verb: 'history', input: { account_id, video_id: player.id } },
      { noun: 'annotations', verb: 'list', input: { account_id } },
      { noun: 'players', verb: 'marks', input: { account_id } },
      { noun: 'traffic', verb: 'rules', input: { account_id } },
      { noun: 'analytics', verb: 'quotaUsage', input: { account_id } },
      { noun: 'edits', verb: 'list', input: { account_id } },
    ],
  }
})

const answer = (handlers: CallHandlers, { noun, verb, input }: FrozenScreen['calls'][number]) =>
  (handlers[noun as Noun] as unknown as Record<string, (given: unknown) => unknown>)[verb]?.(input)

async function kindOf(ask: () => unknown): Promise<string> {
  try {
    await ask()
    return 'answered'
  } catch (thrown) {
    return (thrown as AppError).failure.kind
  }
}

/** Freezes the screen, saves it as a file, and gives the file's place with what is in it. */
async function saved() {
  const id = await desk.handlers.reports.freeze(screen)
  const name = await desk.handlers.reports.save({ id })
  const place = path.join(desk.folder, name ?? '')
  const opened = await makeReportFiles({ workerFile: reportWorker }).open(place)
  const text = Buffer.from(opened.json).toString('utf8')
  return { id, place, text, document: JSON.parse(text) as ReportDocument }
}

test('a report opened on an empty desk gives the same answers as where it was made', async () => {
  const { id, place } = await saved()
  await desk.handlers.reports.open({ id })
  const first = desk.shown()
  const folder = newFolder()
  fs.copyFileSync(place, path.join(folder, 'chosen.cuepoint'))
  const other = openDesk(folder)
  expect(await other.handlers.reports.choose(undefined)).toBe(id)
  expect(await other.handlers.reports.choose(undefined)).toBe(id)
  expect(await other.handlers.reports.list(undefined)).toHaveLength(1)
  await other.handlers.reports.open({ id })
  const second = other.shown()
  const held = screen.calls.filter(isFreezable)
  expect(held.length).toBeGreaterThan(8)
  for (const call of held) {
    expect([call.verb, await answer(second, call)]).toEqual([call.verb, await answer(first, call)])
  }
  const info = await second.app.info(undefined)
  expect(info.accounts).toMatchObject([{ name: 'Acme', timezone: ZONE }])
  expect(info.preferences.playerPeriod).toMatchObject({ preset: null, custom: period })
  expect(info.report?.about).toMatchObject({ title: player.name, period, comparison })
  expect(info.report?.about.player?.created).toBe(createdDayOf(player, ZONE))
  await other.handlers.reports.close(undefined)
  expect(other.shown()).toBe(other.handlers)
})

test('its figures are those of the desk, and stay when the desk refreshes its own', async () => {
  const { id, document } = await saved()
  const tables = await builtTables(document)
  const names = tables.map(({ facts }) => facts.table)
  expect(names).toEqual(expect.arrayContaining(['funnel', 'days', 'retention', 'timing']))
  for (const { request, table, facts } of tables) {
    const { job } = await desk.exported(request, 'machine', 'en')
    expect([facts.table, table.rows.length]).toEqual([facts.table, job.rows])
  }
  const stats = screen.calls.find(({ verb }) => verb === 'stats')
  if (!stats) throw new Error('the screen asks for its figures')
  const before = await answer(desk.handlers, stats)
  await desk.handlers.reports.open({ id })
  expect(await answer(desk.shown(), stats)).toMatchObject({
    value: (before as { value: unknown }).value,
    from: 'store',
    trouble: null,
  })
  await desk.handlers.reports.close(undefined)
})

test('no code, link, token or name of another player is in the file', async () => {
  const { text, place } = await saved()
  const whole = text + fs.readFileSync(place).toString('latin1')
  for (const canary of [TOKEN, 'canaryPixel', 'canary.example', desk.service.analytics_key]) {
    expect([canary, whole.includes(canary)]).toEqual([canary, false])
  }
  const players = await desk.handlers.analytics.players({ account_id: screen.account_id })
  for (const { id } of players.value.filter(({ id }) => id !== player.id)) {
    expect(text.includes(id)).toBe(false)
  }
  expect(text).not.toContain('canary')
  expect(text).toContain('New headline')
  expect(text).toContain('Offer')
})

test('a screen that did not request its players is frozen with their names', async () => {
  const calls = screen.calls.filter(({ verb }) => verb !== 'players')
  const id = await desk.handlers.reports.freeze({ ...screen, calls })
  await desk.handlers.reports.open({ id })
  const players = await desk.shown().analytics.players({ account_id: screen.account_id })
  expect(players.value.map(({ name }) => name)).toEqual([player.name])
  await desk.handlers.reports.close(undefined)
})

test('a screen without stored data is not frozen', async () => {
  const empty: FrozenScreen = { ...screen, screen: 'traffic', calls: [] }
  expect(await kindOf(() => desk.handlers.reports.freeze(empty))).toBe('nothing-stored')
})

test('a report is read-only, and says what it does not contain', async () => {
  const { id } = await saved()
  const asked = desk.service.log.length
  await desk.handlers.reports.open({ id })
  const report = desk.shown()
  const { account_id } = screen
  const other = { account_id, player_id: 'ffffffffffffffffffffffff' }
  expect(await kindOf(() => report.markers.list(other))).toBe('not-in-report')
  expect(await kindOf(() => report.analytics.quotaUsage({ account_id }))).toBe('report-read-only')
  expect(await kindOf(() => report.players.pin({ ...other, isPinned: true }))).toBe(
    'report-read-only',
  )
  const place = { screen: 'overview', account_id, player_id: null, video_id: null } as const
  const { place: stays } = await report.app.prefer({ place, language: 'pt-BR' })
  expect(stays).toMatchObject({ screen: 'player', player_id: player.id })
  await report.app.prefer({ fileKind: 'xlsx' })
  const { preferences } = await desk.handlers.app.info(undefined)
  expect(preferences).toMatchObject({ language: 'pt-BR', fileKind: 'xlsx' })
  expect(desk.service.log.length).toBe(asked)
  await desk.handlers.reports.close(undefined)
})

test('the choice to work offline applies while a report is open, and after it is closed', async () => {
  const { id } = await saved()
  await desk.handlers.reports.open({ id })
  const pause = async () => (await desk.shown().app.connection(undefined)).pause
  expect(await desk.shown().app.prefer({ isOffline: true })).toMatchObject({ isOffline: true })
  expect(await pause()).toBe('chosen')
  await desk.handlers.reports.close(undefined)
  const { preferences } = await desk.handlers.app.info(undefined)
  expect(preferences.isOffline).toBe(true)
  await desk.handlers.app.prefer({ isOffline: false })
})

test('the page of an open report is not stored as the one to start with', async () => {
  const { id } = await saved()
  const forgotten = await desk.handlers.app.pagesForgotten(undefined)
  const shown = { language: 'en', colorScheme: 'light' }
  const page = { ...shown, html: '<p>', until: now + 3_600_000, forgotten }
  const lastPage = () => openLastPage(path.join(desk.folder, 'desk'), '0.0.0', testClock)
  await desk.handlers.app.keepPage(page)
  expect(lastPage().read(page)).toBe('<p>')
  await desk.handlers.reports.open({ id })
  await desk.shown().app.keepPage({ ...page, html: '<p>report' })
  expect(lastPage().read(page)).toBe('<p>')
  await desk.handlers.reports.close(undefined)
})

test('a report of the overview contains all videos, and none of the user’s tags', async () => {
  const { account, handlers } = desk
  const account_id = account.id
  await handlers.players.tag({
    account_id,
    ...{ player_ids: [player.id], add: ['private'], remove: [] },
  })
  const id = await handlers.reports.freeze({
    ...screen,
    ...{ screen: 'overview', title: account.name, player_id: null, player_ids: [] },
    calls: [{ noun: 'overview', verb: 'read', input: { account_id, period, comparison } }],
  })
  const document = await documentsOf(desk).read(id)
  expect(document.about).toMatchObject({ screen: 'overview', player: null, period })
  expect(document.about.asOf?.newest).toBeGreaterThan(0)
  const text = JSON.stringify(document)
  expect(text).not.toContain('private')
  const call = document.calls.find(({ noun, verb }) => noun === 'overview' && verb === 'read')
  const rows = (call?.value as Overview | undefined)?.rows ?? []
  expect(rows.map((row) => row.player.id)).toContain(player.id)
  const [table] = await builtTables(document)
  expect(table?.table.rows).toHaveLength(rows.length)
  // Also of the players that were not in view.
  const trends = { account_id, period, player_ids: rows.map((row) => row.player.id) }
  const own = await handlers.overview.trends(trends)
  await handlers.reports.open({ id })
  expect(await desk.shown().overview.trends(trends)).toEqual(own)
  await handlers.reports.close(undefined)
  expect(Object.values(own).flat().some(Number)).toBe(true)
})

test('no report is made of an overview without figures', async () => {
  const account_id = desk.account.id
  // Before there were videos.
  const before = { start: '2019-01-01', end: '2019-01-07' }
  const freezing = desk.handlers.reports.freeze({
    ...screen,
    ...{ screen: 'overview', player_id: null, player_ids: [], period: before, comparison: null },
    calls: [
      { noun: 'overview', verb: 'read', input: { account_id, period: before, comparison: null } },
    ],
  })
  await expect(freezing).rejects.toMatchObject({ failure: { kind: 'nothing-stored' } })
})

test('a curve of another player that was compared is in the report under its name, and nothing else of it', async () => {
  const { account_id } = screen
  const listed = await desk.handlers.analytics.players({ account_id })
  const other = listed.value.find(({ id }) => id !== player.id)
  if (!other) throw new Error('the world has one player')
  const { input } = requestsAbout(other, period, ZONE).userEngagement
  await desk.handlers.analytics.userEngagement({ ...input, account_id })
  const of = { account_id, player_id: player.id }
  const choice = { kind: 'player' as const, player_id: other.id }
  const overlays = [{ slot: 1 as const, choice, name: other.name }]
  await desk.handlers.curves.keepView({ ...of, change: { overlays } })
  const id = await desk.handlers.reports.freeze({
    ...screen,
    calls: [
      ...screen.calls,
      { noun: 'curves', verb: 'view', input: of },
      { noun: 'analytics', verb: 'userEngagement', input: { ...input, account_id } },
    ],
  })
  await desk.handlers.curves.keepView({ ...of, change: { overlays: null } })
  const document = await documentsOf(desk).read(id)
  const curves = (await builtTables(document)).find(({ facts }) => facts.table === 'curves')
  expect(curves?.facts.filters['curve_2']).toBe(other.name)
  const at = curves?.table.columns.findIndex(({ key }) => key.endsWith('2')) ?? -1
  expect(curves?.table.rows[0]?.[at]).toEqual(expect.any(Number))
  expect(JSON.stringify(document)).not.toContain('canary of another player')
})
