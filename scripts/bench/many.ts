import fs from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../src/main/clock.ts'
import { presetPeriod, todayIn } from '../../src/shared/time/period.ts'
import { asked } from '../../test/support/bridge.ts'
import { newFolder } from '../../test/support/folder.ts'
import { launch } from '../../test/support/launch.ts'
import { type Started, startPlain } from './electron.ts'
import { type Figure, median, type Say } from './figures.ts'
import { filledFolder, ZONE } from './filled.ts'
import { connect, startService } from './window.ts'

const clock = systemClock()

const PLAYERS = 1700
const DAYS = 60
const STARTS = 5
const REFRESHES = 5
const REFRESH_MS = 8000
const ROOT = path.resolve(import.meta.dirname, '../..')

interface Used {
  /** Milliseconds of each long task while the table was scrolled. */
  scrolling: number[]
  /** Milliseconds from each key of a search to the drawn rows. */
  searching: number[]
}

/** A large account: its first start from what is stored, its table, and a refresh of it. */
export async function measureMany(say: Say): Promise<Figure[]> {
  say(`many: storing ${PLAYERS} players x ${DAYS} days`)
  const stored = filledFolder({ players: PLAYERS, days: DAYS })
  const starts: number[] = []
  const used: Used[] = []
  try {
    for (let round = 1; round <= STARTS; round++) {
      const one = await coldStart(stored)
      starts.push(one.answeringMs)
      used.push(one)
      const { answeringMs, scrolling, searching } = one
      say(
        `many ${round} of ${STARTS}: start ${answeringMs.toFixed(0)} ms, ` +
          `longest task ${longest(scrolling).toFixed(0)} ms, search ${median(searching).toFixed(0)} ms`,
      )
    }
  } finally {
    fs.rmSync(stored, { recursive: true, force: true })
  }
  return [...figuresOf(starts, used), ...(await measureRefresh(say))]
}

const longest = (values: readonly number[]) => Math.max(0, ...values)

function figuresOf(starts: readonly number[], used: readonly Used[]): Figure[] {
  const what = `${PLAYERS.toLocaleString('en')} players`
  const tasks = used.map(({ scrolling }) => longest(scrolling))
  const keys = used.flatMap(({ searching }) => searching)
  return [
    {
      what: `${what}: cold start to an overview that answers`,
      unit: 'ms',
      ours: median(starts),
      beside: { what: 'the slowest', value: Math.max(...starts) },
      limit: { of: 'ours', atMost: 2000 },
      runs: { starts },
    },
    {
      what: `${what}: longest long task while scrolling, of ${STARTS} runs`,
      unit: 'ms',
      ours: longest(tasks),
      limit: { of: 'ours', atMost: 50 },
      runs: { used },
    },
    {
      what: `${what}: a key of the search to its rows`,
      unit: 'ms',
      ours: median(keys),
      beside: { what: 'the slowest key', value: Math.max(...keys) },
      limit: { of: 'ours', atMost: 50 },
    },
  ]
}

/** A start with nothing but the stored figures: without code cache and last page. */
async function coldStart(stored: string): Promise<Used & { answeringMs: number }> {
  const folder = newFolder()
  fs.cpSync(stored, folder, { recursive: true })
  const started = await startPlain(ROOT, folder)
  try {
    const { answeringMs } = started
    const scrolling = await started.evaluate<number[]>(SCROLL)
    return { answeringMs, scrolling, searching: await search(started) }
  } finally {
    await started.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Scrolls from the first row to the last like a fast wheel; returns the tasks over 50 ms. */
const SCROLL = `(async () => {
  const grid = document.querySelector('[role=grid]')
  if (Number(grid.getAttribute('aria-rowcount')) < ${PLAYERS}) throw new Error('not all players')
  const tasks = []
  const watch = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  watch.observe({ type: 'longtask' })
  const end = () => grid.scrollHeight - grid.clientHeight
  while (grid.scrollTop < end() - 1) {
    grid.scrollTop += 240
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
  watch.disconnect()
  grid.scrollTop = 0
  await new Promise((resolve) => setTimeout(resolve, 500))
  return tasks
})()`

const NAMES = ['Player 1584', 'player 77']

/** Types and deletes names key by key; each time is until the rows are in the page and painted. */
const search = ({ evaluate }: Started) =>
  evaluate<number[]>(`(async () => {
    const grid = document.querySelector('[role=grid]')
    const field = document.querySelector('main input[type=search]')
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
    const taken = []
    let painted = 0
    const watch = new MutationObserver(() => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => (painted = performance.now())
        port2.postMessage(null)
      })
    })
    watch.observe(grid, { attributes: true, attributeFilter: ['aria-rowcount'] })
    async function key(text) {
      const before = grid.getAttribute('aria-rowcount')
      const start = performance.now()
      write.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise((resolve) => setTimeout(resolve, 400))
      // A key that does not change the rows is not painted.
      if (grid.getAttribute('aria-rowcount') !== before) taken.push(painted - start)
    }
    for (const name of ${JSON.stringify(NAMES)}) {
      for (let end = 1; end <= name.length; end++) await key(name.slice(0, end))
      for (let end = name.length - 1; end >= 0; end--) await key(name.slice(0, end))
    }
    if (taken.length < 8) throw new Error('the search found too little')
    return taken
  })()`)

interface Waits {
  main: number[]
  store: number[]
  tasks: number[]
}

async function measureRefresh(say: Say): Promise<Figure[]> {
  const runs: Waits[] = []
  for (let round = 1; round <= REFRESHES; round++) {
    const one = await refresh(say)
    runs.push(one)
    const { main, store, tasks } = one
    say(
      `many ${round} of ${REFRESHES}: longest call ${longest(main).toFixed(0)} ms, ` +
        `for the overview ${longest(store).toFixed(0)} ms, task ${longest(tasks).toFixed(0)} ms`,
    )
  }
  return waitFigures(runs)
}

/** How long calls wait while the account is downloaded. */
async function refresh(say: Say): Promise<Waits> {
  say(`many: downloading ${PLAYERS} players for ${REFRESH_MS / 1000} s`)
  const service = await startService(PLAYERS)
  const folder = newFolder()
  const { page, close } = await launch({ folder, preferences: { language: 'en' } })
  try {
    const account_id = await connect(page, service.told)
    const place = { screen: 'overview', account_id, player_id: null, video_id: null }
    await asked(page, ['app', 'prefer'], { place })
    await page.reload()
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor()
    const period = presetPeriod('last30', todayIn(ZONE, clock.now()))
    await asked(page, ['downloads', 'start'], {
      ...{ account_id, period, comparison: null, withPlayers: false, player_ids: null },
    })
    const waits = await page.evaluate<Waits>(ASK(account_id, period))
    const [state] = await asked<{ done: number; total: number }[]>(page, ['downloads', 'list'])
    if (!state || state.done < 50)
      throw new Error(`Hardly anything came: ${JSON.stringify(state).slice(0, 300)}`)
    say(`many: ${state.done} of ${state.total} answers came meanwhile`)
    return waits
  } finally {
    await close()
    service.process.kill()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Calls that only main answers and calls that the store answers, during the measurement. */
const ASK = (account_id: string, period: object) => `(async () => {
  const waits = { main: [], store: [], tasks: [] }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) waits.tasks.push(duration)
  }).observe({ type: 'longtask' })
  async function ask(into, noun, verb, input) {
    const start = performance.now()
    const reply = await window.cuepoint.call(noun, verb, JSON.stringify(input))
    if (!reply.ok) throw new Error(JSON.stringify(reply.failure))
    // Parses it as the window does with JSON text.
    if (reply.isText) JSON.parse(reply.value)
    into.push(performance.now() - start)
  }
  const until = performance.now() + ${REFRESH_MS}
  while (performance.now() < until) {
    await ask(waits.main, 'app', 'connection')
    await ask(waits.store, 'overview', 'read', ${JSON.stringify({ account_id, period, comparison: null })})
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return waits
})()`

function waitFigures(runs: readonly Waits[]): Figure[] {
  const of = (what: string, each: (one: Waits) => number[], atMost: number): Figure => {
    const worst = runs.map((one) => longest(each(one)))
    return {
      what: `While it is downloaded: ${what}, of ${REFRESHES} runs`,
      unit: 'ms',
      ours: longest(worst),
      beside: { what: 'the middle run', value: median(worst) },
      limit: { of: 'ours', atMost },
      runs: { worst, middle: runs.map((one) => median(each(one))) },
    }
  }
  return [
    of('a call to main, the longest wait', ({ main }) => main, 100),
    of('a call for the overview, the longest wait', ({ store }) => store, 100),
    of('longest long task of the window', ({ tasks }) => tasks, 50),
  ]
}
