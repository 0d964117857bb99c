import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorldPlayer } from '../../src/service/players.ts'
import {
  type Bad,
  badAnswers,
  CHOSEN,
  MANY_PLAYERS,
  NO_FIGURE,
  RANGE,
  type Spoil,
  someOf,
} from '../support/bad-answers.ts'
import { testClock } from '../support/clock.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { gridRows } from '../support/grid.ts'
import { rawAnswer } from '../support/raw-answer.ts'
import { isProof } from '../support/scale.ts'
import { openByName } from '../support/steps.ts'
import { choosePlayer } from '../support/tested-player.ts'
import { texts } from '../support/texts.ts'

const variants = texts.en.variants
let desk: Connected
/** Each is opened once by what is tested, so that nothing of it is stored. */
let players: WorldPlayer[]

beforeAll(async () => {
  desk = await openConnected(MANY_PLAYERS, { preferences: { playerPeriod: CHOSEN } })
  const all = desk.service.world.players(testClock.now() / 1000)
  players = all.filter(({ name }) => /^[\p{L}\d ·]+$/u.test(name))
})
afterAll(() => desk.close())

const { spoil, onlyFailing, recovers, olderStays } = badAnswers(
  () => desk.page,
  () => desk.service,
)
const main = () => desk.page.getByRole('main')

/** Takes the next player to whom this holds. */
async function take(holds: (player: WorldPlayer) => boolean | Promise<boolean>) {
  for (const player of players) {
    if (!(await holds(player))) continue
    players = players.filter((one) => one !== player)
    return player
  }
  return expect.fail('there is no such player')
}

/** Whether the service has rows of a test of this player: of most it has none. */
const hasRows =
  (path: string, more: object = {}) =>
  async (player: WorldPlayer) => {
    const input = { player_id: player.id, ...RANGE, video_duration: player.duration, ...more }
    return (await rawAnswer<unknown[]>(desk.service, path, input)).length > 1
  }

test('an invalid response about headlines fails its own block only', async () => {
  const { page } = desk
  const { block } = variants
  const of = { name: 'headlines', blocks: [block.headlines] } as const
  const bads: Bad[] = [
    { ...of, change: 'null', path: '0.views' },
    { ...of, change: 'rename', path: '1.plays' },
  ]
  await openByName(page, 'variants')
  // The screen opens with a player of its own choice, and stores its answers.
  const field = page.getByRole('combobox', { name: texts.en.block.player, exact: true })
  await expect.poll(() => field.inputValue()).not.toBe('')
  const opened = await field.inputValue()
  players = players.filter(({ name }) => name !== opened)
  for (const bad of someOf(bads)) {
    const player = await take(hasRows('/headlines/stats_by_player'))
    spoil(bad)
    await choosePlayer(page, player.name)
    await recovers(await onlyFailing(bad))
  }
})

test('an undocumented column may be missing or renamed, and no value is made up for it', async () => {
  const { page, service } = desk
  const player = await take(hasRows('/turbo/stats_by_player'))
  const input = { player_id: player.id, ...RANGE, video_duration: player.duration }
  const rows = await rawAnswer<{ views: number }[]>(service, '/turbo/stats_by_player', input)
  spoil({ name: 'turbo', change: 'rename', path: '0.views' })
  await choosePlayer(page, player.name)
  const grid = page.getByRole('grid', { name: variants.block.turbo })
  await grid.getByRole('columnheader', { name: 'views_v2' }).waitFor()
  const heads = await grid.getByRole('columnheader').allTextContents()
  const cells = await gridRows(page, variants.block.turbo)
  const [views, other] = ['Views', 'views_v2'].map((name) =>
    cells.map((row) => row[heads.findIndex((head) => head.startsWith(name))]),
  )
  const [first, ...others] = rows.map((row) => row.views.toLocaleString('en-US'))
  expect(views).toEqual(['', ...others])
  expect(other).toEqual([first, ...others.map(() => '')])
  expect(await main().innerText()).not.toMatch(NO_FIGURE)
  service.setFaults([])
})

test.runIf(isProof)(
  'an invalid response about retention by value fails its own block only',
  async () => {
    const { page } = desk
    const of = {
      name: 'userEngagementByOrigin',
      blocks: [texts.en.traffic.block.retention],
    } as const
    const bads: Bad[] = [
      { ...of, change: 'rename', path: '0.group_values.0.timed' },
      { ...of, change: 'delete', path: '0.group_key' },
      { ...of, change: 'retype', path: '0.group_values.0.timed' },
    ]
    await openByName(page, 'traffic')
    for (const bad of bads) {
      const player = await take(hasRows('/traffic_origin/stats', { query_key: 'utm_source' }))
      spoil(bad)
      await choosePlayer(page, player.name)
      await recovers(await onlyFailing(bad))
    }
  },
)

interface Older {
  what: string
  bad: Spoil
  block: string
  open: () => Promise<void>
}

const older: Older[] = [
  {
    what: 'headlines',
    bad: { name: 'headlines', change: 'null', path: '0.views' },
    block: variants.block.headlines,
    open: async () => {
      await openByName(desk.page, 'variants')
      await choosePlayer(desk.page, (await take(hasRows('/headlines/stats_by_player'))).name)
    },
  },
  {
    what: 'parameters',
    bad: { name: 'validUtms', change: 'null', path: '0.utm_source' },
    block: texts.en.traffic.block.parameters,
    open: () => openByName(desk.page, 'traffic'),
  },
  {
    what: 'figures of a player',
    bad: { name: 'stats', change: 'retype', path: 'total_started' },
    block: texts.en.player.block.figures,
    open: () => desk.page.keyboard.press('Alt+4'),
  },
]

/** In a proof all of them; else one. */
test.each(isProof ? older : older.slice(-1))(
  '$what: a newer answer that cannot be read leaves the older one, with its age and why',
  async ({ bad, block, open }) => {
    await open()
    await olderStays(bad, block, texts.en.block.refresh)
  },
)
