import fs from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { systemClock } from '../../src/main/clock.ts'
import { OVERVIEW_COLUMNS } from '../../src/shared/features/overview/columns.ts'
import { presetPeriod, todayIn } from '../../src/shared/time/period.ts'
import { asked } from '../../test/support/bridge.ts'
import { newFolder } from '../../test/support/folder.ts'
import { chooseFile, launch } from '../../test/support/launch.ts'
import { type Figure, median, type Say } from './figures.ts'
import { ZONE } from './filled.ts'
import { connect, type Service, startService } from './window.ts'

const clock = systemClock()

const ROUNDS = 3
const SETTLES_MS = 3000

/** The longest block of main's event loop while an account is downloaded and exported. */
export async function measureStall(say: Say): Promise<Figure[]> {
  const stalls: Stalls[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const service = await startService(48)
    try {
      const one = await stallsOf(service.told)
      stalls.push(one)
      const { download, exporting, requests } = one
      say(
        `stall ${round} of ${ROUNDS}: ${download.toFixed(1)} ms downloading (${requests} requests), ` +
          `${exporting.toFixed(1)} ms exporting`,
      )
    } finally {
      service.process.kill()
    }
  }
  const longest = stalls.map(({ download, exporting }) => Math.max(download, exporting))
  return [
    {
      what: `Longest stall of main in a full download and an export, of ${ROUNDS} runs`,
      unit: 'ms',
      ours: Math.max(...longest),
      beside: { what: 'the middle run', value: median(longest) },
      limit: { of: 'ours', atMost: 50 },
      runs: { stalls },
    },
  ]
}

interface Stalls {
  download: number
  exporting: number
  requests: number
}

async function stallsOf(told: Service): Promise<Stalls> {
  const folder = newFolder()
  const { app, page, close } = await launch({ folder, preferences: { language: 'en' } })
  try {
    const id = await connect(page, told)
    await showOverview(page, id)
    await page.waitForTimeout(SETTLES_MS)
    const longest = await sample(app)
    const requests = await download(page, id)
    const downloading = await longest()
    await exportAll(app, page, { account_id: id, file: path.join(folder, 'overview.csv') })
    return { download: downloading, exporting: await longest(), requests }
  } finally {
    await close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Samples main's event loop; returns a function for the longest wait since its last call. */
async function sample(app: ElectronApplication): Promise<() => Promise<number>> {
  await app.evaluate(() => {
    const EVERY_MS = 2
    const bench = { last: performance.now(), longest: 0 }
    Object.assign(globalThis, { bench })
    setInterval(() => {
      const now = performance.now()
      bench.longest = Math.max(bench.longest, now - bench.last - EVERY_MS)
      bench.last = now
    }, EVERY_MS)
  })
  return () =>
    app.evaluate(() => {
      const { bench } = globalThis as unknown as { bench: { longest: number } }
      const { longest } = bench
      bench.longest = 0
      return longest
    })
}

const period = () => presetPeriod('last30', todayIn(ZONE, clock.now()))

async function showOverview(page: Page, account_id: string) {
  await asked(page, ['app', 'prefer'], {
    place: { screen: 'overview', account_id, player_id: null },
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
}

/** Everything that a download can request for the period and its comparison. */
async function download(page: Page, account_id: string): Promise<number> {
  const scope = {
    account_id,
    period: period(),
    comparison: null,
    withPlayers: true,
    player_ids: null,
  }
  await asked(page, ['downloads', 'start'], scope)
  for (;;) {
    await page.waitForTimeout(250)
    const [state] = await asked<State[]>(page, ['downloads', 'list'])
    if (state?.status === 'done' && state.failures.length === 0) return state.total
    if (state?.status !== 'running' && state?.status !== 'waiting')
      throw new Error(`The download did not end well: ${JSON.stringify(state).slice(0, 500)}`)
  }
}

interface State {
  status: string
  total: number
  failures: unknown[]
}

interface Exporting {
  account_id: string
  file: string
}

async function exportAll(app: ElectronApplication, page: Page, { account_id, file }: Exporting) {
  await chooseFile(app, file)
  const request = {
    ...{ table: 'overview', account_id, period: period(), comparison: null },
    ...{
      search: '',
      activeOnly: false,
      columns: OVERVIEW_COLUMNS.map(({ key }) => key).slice(0, 64),
    },
    sort: { column: 'name', descending: false },
  }
  await asked(page, ['exports', 'start'], { request, flavour: 'spreadsheet', language: 'en' })
  for (;;) {
    await page.waitForTimeout(100)
    const [state] = await asked<{ status: string }[]>(page, ['exports', 'list'])
    if (state?.status === 'done') return
    if (state?.status !== 'running') throw new Error(`No export: ${JSON.stringify(state)}`)
  }
}
