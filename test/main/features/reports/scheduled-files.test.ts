import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { DrawnScreen, OffscreenPage, Printer } from '../../../../src/main/options.ts'
import { AppError } from '../../../../src/shared/failure.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import type { ScheduleFields } from '../../../../src/shared/features/reports/schedule.ts'
import { addDays, dayEndsAt, todayIn } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { quietScreen } from '../../../support/desk.ts'
import { newFolder } from '../../../support/folder.ts'
import { pngOf } from '../../../support/picture-bytes.ts'
import { until } from '../../../support/until.ts'

const ZONE = 'America/Sao_Paulo'
const DUE = testClock.now() - 3 * 86_400_000

/** What the dashboard does in the window that nobody sees. */
async function read({ handlers }: OffscreenPage): Promise<DrawnScreen> {
  const { preferences } = await handlers.app.info(undefined)
  const { place, playerPeriod } = preferences
  const [account_id, player_id] = [place.account_id ?? '', place.player_id ?? '']
  const period = playerPeriod.custom ?? { start: '', end: '' }
  const { value: players } = await handlers.analytics.players({ account_id })
  const player = players.find(({ id }) => id === player_id)
  if (!player) throw new Error('The schedule is of another player.')
  const input = { ...requestsAbout(player, period, ZONE).stats.input, account_id }
  await handlers.analytics.stats(input)
  const screen: DrawnScreen['screen'] = {
    ...{ screen: 'player', title: player.name, account_id, player_id, player_ids: [player_id] },
    ...{ group: null, period, comparison: playerPeriod.customComparison, filters: {} },
    calls: [
      { noun: 'analytics', verb: 'players', input: { account_id } },
      { noun: 'analytics', verb: 'stats', input },
    ],
  }
  return { screen, preview: pngOf(48, 30) }
}

let folder = newFolder()
let whilePrinting = () => {}
const printer: Printer = {
  read,
  async print() {
    whilePrinting()
    return Buffer.from('%PDF-1.4')
  },
}
let desk: ConnectedDesk

beforeAll(async () => {
  const screen = { ...quietScreen(newFolder()), printer, chooseFolder: async () => folder }
  desk = await connectedDesk({
    timezone: ZONE,
    service: { players: 1, days: 30 },
    desk: { screen },
  })
})

/** A run of its own schedule, into a new folder. */
async function made({ time = '08:00', due_at = DUE } = {}) {
  const { schedules, analytics } = desk.handlers
  folder = newFolder()
  const { value: players } = await analytics.players({ account_id: desk.account.id })
  const fields: ScheduleFields = {
    ...{ account_id: desk.account.id, screen: 'player', player_id: players.at(-1)?.id ?? '' },
    ...{ query_key: null, group_id: null, subject: 'Video', preset: 'yesterday' },
    ...{ comparison: 'none', every: { kind: 'month', day: 1 }, time, language: 'en' },
    files: ['cuepoint', 'csv', 'pdf'],
  }
  const chosen = await schedules.chooseFolder(undefined)
  await schedules.save({ id: null, fields, choice: chosen?.choice ?? null })
  const id = (await schedules.list(undefined)).schedules.at(-1)?.id ?? ''
  await schedules.make({ id, due_at })
  return runOf(id)
}

async function runOf(id: string) {
  const { runs } = await desk.handlers.schedules.list(undefined)
  const run = runs.find(({ schedule_id }) => schedule_id === id)
  if (!run) throw new Error('There is no run of the due time.')
  return run
}

const isEmptied = () =>
  until(
    () => fs.readdirSync(folder),
    (names) => names.length === 0,
  )

const sorted = (names: readonly string[]) => [...names].sort()

test('the files of a run appear together, once each of them is whole', async () => {
  let shown: string[] | null = null
  whilePrinting = () => {
    shown = fs.readdirSync(folder).filter((name) => !name.startsWith('.'))
  }
  const run = await made()
  expect(shown).toEqual([])
  expect(run.status).toBe('done')
  expect(fs.readdirSync(folder).sort()).toEqual(sorted(run.files))
})

test('the files of a run are named by when it was due, whatever the time of its schedule has become', async () => {
  whilePrinting = () => {}
  const day = todayIn(ZONE, DUE)
  const morning = dayEndsAt(addDays(day, -1), ZONE) + 8.5 * 3_600_000
  for (const [due_at, named] of [
    [morning, '0830'],
    // In UTC that is the next day.
    [morning + 15 * 3_600_000, '2330'],
  ] as const) {
    const { files } = await made({ time: '17:45', due_at })
    expect(files.length).toBeGreaterThan(0)
    const start = `${todayIn(ZONE, due_at)} ${named}`
    for (const file of files) expect(file).toMatch(new RegExp(` ${start}[ .]`, 'u'))
  }
})

test('a failure while the files are written names the file that could not be written', async () => {
  whilePrinting = () => {
    const hidden = fs.readdirSync(folder).filter((name) => name.startsWith('.'))
    for (const name of hidden) fs.rmSync(path.join(folder, name), { recursive: true })
  }
  const { failure } = await made()
  expect(failure).toMatchObject({ kind: 'storage' })
  const named = (failure as { path: string }).path
  expect(path.dirname(named)).toBe(folder)
  expect(path.basename(named)).toMatch(/^[^.].*\.pdf$/)
})

test('files that are whole only after the app was closed do not appear', async () => {
  whilePrinting = () => desk.stopSchedules()
  expect(await made()).toMatchObject({ status: 'running', failure: null, files: [] })
  await isEmptied()
})

test('a run whose page closes with the window waits for nothing but the next start', async () => {
  whilePrinting = () => {
    desk.stopSchedules()
    throw new AppError({ kind: 'print', reason: 'gone' })
  }
  expect(await made()).toMatchObject({ status: 'running', failure: null, files: [] })
  await isEmptied()
})
