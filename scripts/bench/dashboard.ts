import fs from 'node:fs'
import type { ElectronApplication, Page } from 'playwright'
import { asked } from '../../test/support/bridge.ts'
import { newFolder } from '../../test/support/folder.ts'
import { launch } from '../../test/support/launch.ts'
import { memoryMb } from './electron.ts'
import { type Figure, median, type Say } from './figures.ts'
import { connect, startService, untilDrawn } from './window.ts'

const PLAYERS = 8
const OPENINGS = 50
const FIRST = 10
const CHARTS = 3
const CHOICE = { custom: null, customComparison: null, excludesToday: false } as const
const PREFERENCES = {
  language: 'en',
  playerPeriod: { preset: 'last30', comparison: 'previous', ...CHOICE },
} as const

interface Opened {
  ms: number
  charts: number
}

interface Memory {
  /** Both processes, as measured by the system. */
  processes: number
  /** The size of both heaps. */
  heaps: number
}

/** Opens player dashboards from stored data, and measures the memory that they leave occupied. */
export async function measureDashboard(say: Say): Promise<Figure[]> {
  const folder = newFolder()
  const account_id = await storeDashboards(folder, say)
  const place = { screen: 'overview', account_id, player_id: null, video_id: null } as const
  const { app, page, close } = await launch({
    folder,
    preferences: { ...PREFERENCES, isOffline: true, place },
  })
  try {
    await page.locator('[role=grid] [role=row][aria-rowindex]').nth(PLAYERS).waitFor()
    const collector = await makeCollector(app, page)
    const opened: Opened[] = []
    const memory: Memory[] = []
    for (let index = 0; index < OPENINGS; index++) {
      opened.push(await openRow(page, index % PLAYERS))
      if (index < PLAYERS) await assertWhole(page)
      await goBack(page)
      if (index + 1 === FIRST || index + 1 === OPENINGS) memory.push(await collector())
    }
    return figuresOf(opened, memory, say)
  } finally {
    await close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Opens every dashboard while the service responds, so that all its answers are stored. */
async function storeDashboards(folder: string, say: Say): Promise<string> {
  say(`dashboard: storing those of ${PLAYERS} players`)
  const service = await startService(PLAYERS)
  const { page, close } = await launch({ folder, preferences: PREFERENCES })
  try {
    const account_id = await connect(page, service.told)
    await asked(page, ['videos', 'refresh'], { account_id, video_id: null })
    const players = await asked<{ value: { id: string }[] }>(page, ['analytics', 'players'], {
      account_id,
    })
    for (const { id } of players.value) {
      await asked(page, ['app', 'prefer'], {
        place: { screen: 'player', account_id, player_id: id, video_id: null },
      })
      await page.reload()
      await page.locator('main canvas').first().waitFor()
      await page.waitForTimeout(1200)
    }
    return account_id
  } finally {
    await close()
    service.process.kill()
  }
}

const openRow = (page: Page, index: number): Promise<Opened> =>
  untilDrawn(
    page,
    `document.querySelector('[role=grid] [role=row][aria-rowindex="${index + 2}"]').click()`,
  )

/**
 * Charts below the window are rendered when scrolled near; after scrolling through, all three
 * exist.
 */
async function assertWhole(page: Page) {
  for (let top = 0; top < 12_000; top += 600) {
    await page.evaluate(`document.querySelector('main').scrollTo(0, ${top})`)
    await page.waitForTimeout(60)
    if ((await page.locator('main canvas').count()) >= CHARTS) return
  }
  throw new Error('The dashboard was drawn without its three charts.')
}

async function goBack(page: Page) {
  await page.keyboard.press('Alt+1')
  await page.locator('[role=grid] [role=row][aria-rowindex]').nth(PLAYERS).waitFor()
}

/** Collects garbage in both processes, then measures the memory in use. */
async function makeCollector(app: ElectronApplication, page: Page): Promise<() => Promise<Memory>> {
  const session = await page.context().newCDPSession(page)
  const renderer = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  )
  return async () => {
    await page.waitForTimeout(1000)
    for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    const main = await app.evaluate(() => {
      const load = process.mainModule?.require as NodeJS.Require
      load('node:v8').setFlagsFromString('--expose-gc')
      const collect = load('node:vm').runInNewContext('gc') as () => void
      for (let time = 0; time < 3; time++) collect()
      return { pid: process.pid, heapUsed: process.memoryUsage().heapUsed }
    })
    await page.waitForTimeout(1000)
    return {
      processes: memoryMb(main.pid) + memoryMb(renderer ?? 0),
      heaps: (usedSize + main.heapUsed) / 2 ** 20,
    }
  }
}

function figuresOf(opened: readonly Opened[], memory: readonly Memory[], say: Say): Figure[] {
  // Each player once, to warm up the code.
  const first = opened.slice(0, PLAYERS)
  const each = first.map(({ ms }) => ms)
  const all = opened.map(({ ms }) => ms)
  say(`dashboard: ${first.map(({ ms, charts }) => `${ms.toFixed(0)} ms (${charts})`).join(', ')}`)
  say(`dashboard: median ${median(each).toFixed(0)} ms, of all ${median(all).toFixed(0)} ms`)
  const [after10, after50] = memory
  const grown = (what: string, of: keyof Memory): Figure => ({
    what: `${what} after ${OPENINGS} dashboards`,
    unit: 'MB',
    ours: after50?.[of] ?? Number.NaN,
    beside: { what: `after the first ${FIRST}`, value: after10?.[of] ?? Number.NaN },
    limit: { of: 'ratio', atMost: 1.1 },
  })
  const limit = { of: 'ours', atMost: 100 } as const
  const what = 'Dashboard to the last chart of its window'
  return [
    {
      what: `${what}, median of ${OPENINGS} openings`,
      unit: 'ms',
      ours: median(all),
      beside: { what: 'the slowest', value: Math.max(...all) },
      limit,
      runs: { opened, memory },
    },
    {
      what: `${what}, of the first ${PLAYERS} after a start`,
      unit: 'ms',
      ours: median(each),
      beside: { what: 'the first of all', value: each[0] ?? Number.NaN },
      limit,
    },
    grown('Memory of main and window, collected,', 'processes'),
    grown('Heaps of main and window, collected,', 'heaps'),
  ]
}
