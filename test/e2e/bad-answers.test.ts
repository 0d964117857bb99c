import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Player } from '../../src/shared/api/player.ts'
import type { Answer } from '../../src/shared/features/analytics/answer.ts'
import { appTexts } from '../../src/shared/locales/languages.ts'
import { type Bad, badAnswers } from '../support/bad-answers.ts'
import { asked } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { emptyKeychain } from '../support/connect.ts'
import { connectIn } from '../support/connected-folder.ts'
import { newFolder } from '../support/folder.ts'
import { type Launched, launch } from '../support/launch.ts'
import { finishedTest } from '../support/pick.ts'
import { isProof } from '../support/scale.ts'
import { type Sandbox, startService } from '../support/service.ts'
import { openByName } from '../support/steps.ts'
import { choosePlayer } from '../support/tested-player.ts'
import { texts } from '../support/texts.ts'

const folder = newFolder()
let service: Sandbox
let desk: Launched
let account_id = ''
/** Those with most visitors first; each is opened once, so that nothing of it is stored. */
let players: Player[]
let busiest = ''

beforeAll(async () => {
  await emptyKeychain()
  service = await startService({
    players: 60,
    plan: 'enterprise',
    limits: { queriesPerMinute: 6000 },
  })
  const account = { timezone: 'America/Sao_Paulo', withVideos: false }
  account_id = await connectIn(folder, service, account)
  desk = await launch({
    folder,
    size: { width: 1440, height: 900 },
    preferences: {
      ...{ language: 'en', theme: 'light' },
      place: { screen: 'traffic', account_id, player_id: null, video_id: null },
    },
  })
  const listed = await asked<Answer<Player[]>>(desk.page, ['analytics', 'players'], { account_id })
  const busy = service.world.players(testClock.now() / 1000).toSorted((a, b) => b.scale - a.scale)
  players = busy.flatMap(({ id }) => listed.value.find((one) => one.id === id) ?? [])
  busiest = players[0]?.name ?? ''
})
afterAll(async () => {
  await desk.close()
  await service.close()
  await emptyKeychain()
  fs.rmSync(folder, { recursive: true, force: true })
})

const { spoil, onlyFailing, recovers } = badAnswers(
  () => desk.page,
  () => service,
)

const next = () => players.shift() ?? expect.fail('every player was opened')

/** At night the last hour of most players is empty, and of nothing nothing can be wrong. */
const HALF_A_DAY = 720

const player = texts.en.player
const { timeline } = player.block
const [seconds, compare] = [texts.en.seconds.title, texts.en.compare.title]

/** Of a player, those that fail only blocks that `userEngagement` fails too. */
const ALSO_FAILING = ['conversionsTimed', 'clicksTimed', 'customMetrics']

test('each response of a player with an invalid shape fails its own blocks, and the error names the field', async () => {
  const bads: Bad[] = [
    // First, because the players with most visitors surely have viewers, sales and clicks.
    { name: 'liveUsers', change: 'rename', path: '0.live_users', blocks: ['Live users'] },
    { name: 'conversionsTimed', change: 'null', path: '0.timed', blocks: [timeline] },
    { name: 'clicksTimed', change: 'retype', path: '0.total_users', blocks: [timeline] },
    {
      name: 'stats',
      change: 'null',
      path: 'total_started',
      blocks: [player.block.figures, player.block.funnel, player.block.money],
    },
    { name: 'statsByDay', change: 'retype', path: '0.total_viewed', blocks: [player.block.trend] },
    {
      name: 'statsByField',
      change: 'delete',
      path: '0.total_clicked',
      blocks: [player.block.breakdown],
    },
    {
      name: 'statsByFieldByDay',
      change: 'rename',
      path: '0.total_viewed',
      blocks: [texts.en.byDay.title],
    },
    {
      name: 'userEngagement',
      change: 'rename',
      path: 'grouped_timed.0.total_users',
      blocks: [timeline, seconds, compare],
    },
    { name: 'customMetrics', change: 'delete', path: '0.time', blocks: [seconds] },
  ]
  // Else one for each block, which shows one fault at a time, so that one opening shows them all.
  const some = bads.filter(({ name }) => !ALSO_FAILING.includes(name))
  for (const together of isProof ? bads.map((bad) => [bad]) : [some]) {
    const isAbout = (answer: Bad['name']) => together.some(({ name }) => name === answer)
    await openByName(desk.page, 'traffic')
    await choosePlayer(desk.page, next().name)
    await desk.page.getByRole('grid', { name: /^Performance/ }).waitFor()
    spoil(...together)
    await desk.page.getByRole('button', { name: texts.en.traffic.openPlayer }).click()
    if (isAbout('liveUsers')) await desk.page.getByLabel(player.minutes).fill(String(HALF_A_DAY))
    // The lane of custom metrics under the timeline comes with what the seconds ask for.
    const changing = isAbout('customMetrics') ? ['Live users', timeline] : ['Live users']
    await recovers(await onlyFailing(...together), changing)
  }
})

test.runIf(isProof)('each bad answer about traffic fails its own blocks only', async () => {
  const { block } = texts.en.traffic
  const bads: Bad[] = [
    { name: 'validUtms', change: 'null', path: '0.utm_source', blocks: [block.parameters] },
    {
      name: 'trafficStats',
      change: 'delete',
      path: '0.total_viewed',
      blocks: ['Performance by utm_source'],
    },
    {
      name: 'trafficStatsByDay',
      change: 'rename',
      path: '0.total_started',
      blocks: [block.days],
    },
  ]
  await openByName(desk.page, 'traffic')
  for (const bad of bads) {
    spoil(bad)
    await choosePlayer(desk.page, next().name)
    // How many raw values the rules read is told by the very answer that failed.
    await recovers(await onlyFailing(bad), ['Merge rules'])
  }
})

test('each bad answer about events, and about one of several live players, fails its own blocks only', async () => {
  const { page } = desk
  const { live, events } = texts.en.live
  await openByName(page, 'live')
  const bads: Bad[] = [
    {
      name: 'eventsByDay',
      change: 'null',
      path: '0.events_by_day.0.total',
      blocks: [events.title],
    },
    {
      name: 'clicksByDay',
      change: 'rename',
      path: 'total_events',
      blocks: [appTexts('en').endpoints.analytics.clicksByDay],
    },
    { name: 'liveUsers', change: 'retype', path: '0.live_users', blocks: [live.title] },
  ]
  for (const bad of isProof ? bads : bads.filter(({ name }) => name !== 'clicksByDay')) {
    spoil(bad)
    if (bad.name === 'liveUsers') {
      // Not what its own screen asked: of that there is an older answer.
      await page.getByLabel(live.minutes).fill(String(HALF_A_DAY - 1))
      await page.getByRole('combobox', { name: /^Players/ }).fill(busiest)
      await page.getByRole('option', { name: busiest, exact: true }).click()
    } else await choosePlayer(page, next().name)
    await recovers(await onlyFailing(bad), [live.title])
  }
})

test.runIf(isProof)('each bad answer about A/B tests fails its own blocks only', async () => {
  const { page } = desk
  await page.keyboard.press('Alt+8')
  const test = finishedTest(service)
  const bad: Bad = {
    name: 'comparisonStats',
    change: 'retype',
    path: 'stats.0.views.total',
    blocks: ['Revenue', 'Verdict: play rate'],
  }
  spoil(bad)
  const grid = page.getByRole('grid', { name: texts.en.abTests.title })
  await grid.getByText(test.name, { exact: true }).first().click()
  await page.getByRole('button', { name: 'Play rate' }).click()
  await onlyFailing(bad)
  await recovers([])
})
