import fs from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ACCOUNT_EVENTS, type EventDays } from '../../src/shared/api/event-counts.ts'
import type { Answer } from '../../src/shared/features/analytics/answer.ts'
import type { Preferences } from '../../src/shared/features/settings/preferences.ts'
import { appTexts } from '../../src/shared/locales/languages.ts'
import { addDays, todayIn, wireRange } from '../../src/shared/time/period.ts'
import { violations } from '../support/axe.ts'
import { asked, connectTo } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { emptyKeychain } from '../support/connect.ts'
import { connectIn } from '../support/connected-folder.ts'
import { newFolder } from '../support/folder.ts'
import { gridRows } from '../support/grid.ts'
import { chooseFile, type Launched, launch } from '../support/launch.ts'
import { quiet } from '../support/quiet.ts'
import { isProof } from '../support/scale.ts'
import { type Sandbox, startService } from '../support/service.ts'
import { settled } from '../support/settled.ts'
import { openAccount, openByName } from '../support/steps.ts'
import { choosePlayer } from '../support/tested-player.ts'
import { texts } from '../support/texts.ts'

const ZONE = 'America/Sao_Paulo'
const text = texts.en.leaderboard
const live = texts.en.live
const folder = newFolder()
const end = addDays(todayIn(ZONE, testClock.now()), -1)
const period = { start: addDays(end, -13), end }
const chosen: Preferences['playerPeriod'] = {
  preset: null,
  custom: period,
  excludesToday: false,
  comparison: 'previous',
  customComparison: null,
}
let desk: Launched
let service: Sandbox
let account_id: string
let rankings: string[][]

const start = (preferences: Partial<Preferences> = {}) =>
  launch({
    folder,
    size: { width: 1440, height: 900 },
    preferences: {
      language: 'en',
      theme: 'light',
      fileKind: 'machine',
      overviewPeriod: chosen,
      playerPeriod: chosen,
      ...preferences,
    },
  })

beforeAll(async () => {
  await emptyKeychain()
  service = await startService({
    players: 12,
    days: 90,
    plan: 'enterprise',
    limits: { queriesPerMinute: 6000 },
  })
  account_id = await connectIn(folder, service, { timezone: ZONE, withVideos: false })
  const place = { screen: 'leaderboard', account_id, player_id: null, video_id: null } as const
  desk = await start({ place })
})
afterAll(async () => {
  await desk.close()
  await service.close()
  await emptyKeychain()
  fs.rmSync(folder, { recursive: true, force: true })
})

const calls = (to: string) => service.log.filter(({ path: asked }) => asked === to).length

/** Looks at the screen with axe, in a proof in both themes and languages, and leaves it as it was. */
async function violationsInAllLooks() {
  const { page } = desk
  const found = await violations(desk.page)
  if (!isProof) return found
  await page.getByRole('button', { name: 'Use dark theme' }).click()
  found.push(...(await violations(desk.page)))
  await page.getByLabel('Language').selectOption('pt-BR')
  await page.getByRole('button', { name: 'Usar tema claro' }).waitFor()
  found.push(...(await violations(desk.page)))
  await page.getByLabel('Idioma').selectOption('en')
  await page.getByRole('button', { name: 'Use light theme' }).click()
  return found
}

test('rankings of the account’s own players need no company id', async () => {
  const { page } = desk
  for (const event of ACCOUNT_EVENTS) {
    const rows = await gridRows(page, text.event[event])
    expect(rows.length).toBeGreaterThan(0)
  }
  // Two periods of twelve players: two requests.
  await quiet(page)
  expect(calls('/events/total_by_company_players')).toBe(2)
  expect(await page.getByRole('grid', { name: text.event.clicked }).count()).toBe(0)
  expect(await violations(desk.page)).toEqual([])
})

test('an invalid company id is reported, stays in its field, and is not sent', async () => {
  const { page } = desk
  await page.getByRole('button', { name: text.company.enter }).click()
  const field = page.getByRole('textbox', { name: text.company.label })
  await field.fill('my company')
  await page.getByRole('button', { name: text.company.save }).click()
  await page.getByText(text.company.invalid).waitFor()
  expect(await field.inputValue()).toBe('my company')
  expect(calls('/events/leaderboard')).toBe(0)
  expect(await violations(desk.page)).toEqual([])
})

test('the id of another company is refused by the service, and can be changed', async () => {
  const { page } = desk
  const field = page.getByRole('textbox', { name: text.company.label })
  await field.fill('3f2b8c1e-0d4a-4c57-9a1b-2e6f7d8c9b0a')
  await page.getByRole('button', { name: text.company.save }).click()
  await page.getByText(text.company.refused).waitFor()
  await page.getByRole('button', { name: text.company.change }).click()
  await field.fill(` ${service.company_id} `)
  await page.getByRole('button', { name: text.company.save }).click()
  await page.getByRole('grid', { name: text.event.started }).waitFor()
})

test('all rankings of a period come in one request, with names and changes of rank', async () => {
  const { page } = desk
  await page
    .getByText(/^Previous ranks: /)
    .first()
    .waitFor()
  for (const name of Object.values(text.event)) {
    await expect.poll(async () => (await gridRows(page, name)).length).toBeGreaterThan(4)
  }
  rankings = await settled(() => gridRows(page, text.event.started))
  const names = service.world.players(testClock.now() / 1000).map(({ name }) => name)
  for (const [name = ''] of rankings) expect(names).toContain(name)
  const sessions = rankings.map((row) => Number(row[4]?.replaceAll(',', '')))
  const ranks = sessions.map((own) => 1 + sessions.filter((other) => other > own).length)
  expect(rankings.map((row) => Number(row[1]))).toEqual(ranks)
  expect(sessions).toEqual(sessions.toSorted((a, b) => b - a))
  for (const [, place, before, gained = ''] of rankings) {
    if (!before) continue
    expect(Number(gained.replace('−', '-'))).toBe(Number(before) - Number(place))
  }
  expect(await violationsInAllLooks()).toEqual([])
})

test('the file holds the ranking of the screen', async () => {
  const file = path.join(folder, 'ranking.csv')
  await chooseFile(desk.app, file)
  const ranking = desk.page.getByRole('region', { name: text.event.started })
  await ranking.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => fs.existsSync(file)).toBe(true)
  const { data } = Papa.parse<Record<string, string>>(fs.readFileSync(file, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data.map(({ name, rank, uniq_plays }) => [name, rank, uniq_plays])).toEqual(
    rankings.map((row) => [row[0], row[1], row[4]?.replaceAll(',', '')]),
  )
})

test('Enter on a row of a ranking opens its player', async () => {
  const { page } = desk
  await page.getByRole('grid', { name: text.event.started }).focus()
  await page.keyboard.press('Enter')
  const name = rankings[0]?.[0] ?? ''
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
})

test('the events of each day are the service’s own integers', async () => {
  const { page } = desk
  await openByName(page, 'live')
  const player = service.world
    .players(testClock.now() / 1000)
    .find(({ name }) => name === rankings[0]?.[0])
  await choosePlayer(page, player?.name ?? '')
  const events = page.getByRole('region', { name: live.events.title })
  await events.getByRole('slider').waitFor()
  await events.getByRole('radio', { name: 'Table' }).check({ force: true })
  const { value } = await asked<Answer<EventDays[]>>(page, ['analytics', 'eventsByDay'], {
    account_id,
    player_id: player?.id,
    events: ['viewed', 'started', 'paused', 'finished', 'clicked'],
    ...wireRange(period),
    timezone: ZONE,
  })
  const started = value.find(({ event }) => event === 'started')?.events_by_day ?? []
  expect(started).toHaveLength(14)
  // Until the window has followed, the rows are still those of the player before.
  await expect
    .poll(async () =>
      (await gridRows(page, live.events.title)).map((row) => row[4]?.replaceAll(',', '')),
    )
    .toEqual(started.map(({ total }) => total))
})

test('checkout platforms are named with the day since which they have sold', async () => {
  const [before = ''] = live.days.sellsThrough.split('{{')
  const platforms = desk.page.getByText(before)
  await platforms.waitFor()
  const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
  expect(await platforms.textContent()).toContain(day.format(Date.parse(period.start)))
})

test('the day that is not over is marked in every table of days', async () => {
  const { page } = desk
  await page.getByRole('button', { name: texts.en.period.later }).click()
  for (const name of [
    live.events.title,
    ...(['clicksByDay', 'conversionsByDay', 'engagementByDay'] as const).map(
      (row) => appTexts('en').endpoints.analytics[row],
    ),
  ]) {
    const rows = () => gridRows(page, name, { withRemarks: true })
    const firsts = async () => (await rows()).map(([day]) => day ?? '')
    await expect.poll(async () => (await firsts()).at(-1)).toMatch(/ · so far$/)
    expect((await firsts()).filter((day) => day.includes(live.events.soFar))).toHaveLength(1)
  }
})

test('the note that unique counts do not add up is only shown with unique counts', async () => {
  const events = desk.page.getByRole('region', { name: live.events.title })
  const note = events.getByText(live.events.noSums)
  await note.waitFor()
  await events.getByRole('radio', { name: 'Chart' }).check({ force: true })
  await note.waitFor({ state: 'hidden' })
  await events.getByLabel(live.events.basis).selectOption('sessions')
  await note.waitFor()
})

test('a service that refuses pauses and clicks by day still shows the other events, and says so', async () => {
  const events = desk.page.getByRole('region', { name: live.events.title })
  service.setFaults([
    {
      match: { path: '/events/total_by_company_day', times: 1 },
      action: { kind: 'status', status: 400 },
    },
  ])
  await events.getByRole('button', { name: 'Refresh' }).click()
  await events.getByText(live.events.refused.replace('{{events}}', 'Pauses, Clicks')).waitFor()
  service.setFaults([])
  expect(await events.getByLabel(live.events.event).locator('option').allTextContents()).toEqual([
    live.events.name.viewed,
    live.events.name.started,
    live.events.name.finished,
  ])
  await events.getByRole('slider').waitFor()
})

test('live users of several players are listed by domain', async () => {
  const { page } = desk
  const players = page.getByRole('combobox', { name: /^Players \(up to 10\)/ })
  for (const name of rankings.slice(0, 2).map((row) => row[0] ?? '')) {
    await players.fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
  await page.keyboard.press('Escape')
  const minutes = page.getByLabel(live.live.minutes)
  await minutes.fill('720')
  await page.getByRole('grid', { name: live.live.title }).waitFor()
  await expect
    .poll(async () => new Set((await gridRows(page, live.live.title)).map((row) => row[0])).size)
    .toBe(2)
  await page.getByText(/not everyone is still watching/).waitFor()
  expect(await violationsInAllLooks()).toEqual([])
})

test('a player whose live users cannot be had is named, and the others are still shown', async () => {
  const { page } = desk
  const rows = () => gridRows(page, live.live.title)
  const refused = (await rows())[0]?.at(-1)
  const match = { path: '/sessions/live_users', times: 1 }
  // Every request for this player: the block also refreshes by itself.
  service.onRequest(({ rest }) => {
    const isRefused = rest.includes(`/sessions/live_users?player_id=${refused}`)
    service.setFaults(isRefused ? [{ match, action: { kind: 'unauthorized', form: '241' } }] : [])
  })
  const minutes = page.getByLabel(live.live.minutes)
  await minutes.fill('719')
  const alert = page.getByRole('region', { name: live.live.title }).getByRole('alert')
  await alert.waitFor()
  expect(await alert.count()).toBe(1)
  const shown = async () => new Set((await rows()).map((row) => row[0]))
  await expect.poll(async () => (await shown()).size).toBe(1)
  service.onRequest(() => {})
  service.setFaults([])
  await page.getByRole('button', { name: 'Refresh' }).first().click()
  await alert.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await shown()).size).toBe(2)
  await minutes.fill('720')
})

test('offline and after a restart the rankings, the live screen and its settings are still there', async () => {
  await desk.close()
  desk = await start({ isOffline: true })
  const { page } = desk
  await page.getByRole('grid', { name: appTexts('en').endpoints.analytics.clicksByDay }).waitFor()
  await page.getByRole('grid', { name: live.live.title }).waitFor()
  await expect.poll(() => page.getByLabel(live.live.minutes).inputValue()).toBe('720 min')
  await openByName(page, 'leaderboard')
  await page.getByRole('grid', { name: text.event.started }).waitFor()
  await expect.poll(() => gridRows(page, text.event.started)).toEqual(rankings)
})

test('without players the rankings say so, and why when their list cannot be had', async () => {
  const { page } = desk
  await asked(page, ['app', 'prefer'], { isOffline: false })
  const empty = await startService({ players: 0 })
  onTestFinished(() => empty.close())
  empty.setFaults([
    { match: { path: '/players/list' }, action: { kind: 'unauthorized', form: '241' } },
  ])
  const { id } = await connectTo(page, empty, { timezone: ZONE, withVideos: false })
  await asked(page, ['accounts', 'update'], { account_id: id, name: 'Empty' })
  await openAccount(page, 'Empty')
  await openByName(page, 'leaderboard')
  const alert = page.getByRole('main').getByRole('alert')
  await alert.waitFor()
  empty.setFaults([])
  await alert.getByRole('button', { name: texts.en.ui.notice.retry }).click()
  await page.getByText(text.noPlayers).waitFor()
  expect(await violations(page)).toEqual([])
})
