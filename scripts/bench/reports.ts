import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { systemClock } from '../../src/main/clock.ts'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import { pngOf } from '../../test/support/picture-bytes.ts'
import { sampleReport } from '../../test/support/sample-report.ts'
import { storedReport } from '../../test/support/stored-reports.ts'
import { type Started, startPlain } from './electron.ts'
import { type Figure, median, type Say } from './figures.ts'
import { ACCOUNT, filledFolder } from './filled.ts'

const clock = systemClock()

const REPORTS = 2000
const STARTS = 5
const LISTS = 21
const ROOT = path.resolve(import.meta.dirname, '../..')

interface Run {
  /** Milliseconds from the press that shows the library to its drawn rows; the first loads it. */
  opening: number[]
  /** Milliseconds from each key of a search to the drawn rows. */
  searching: number[]
}

/** A large library: its list in the store, its first rows, and its search. */
export async function measureReports(say: Say): Promise<Figure[]> {
  say(`reports: storing ${REPORTS} reports`)
  const stored = await folderOfReports()
  const runs: Run[] = []
  try {
    const listing = timedLists(stored)
    for (let round = 1; round <= STARTS; round++) {
      const run = await timedInWindow(stored)
      runs.push(run)
      const [first = Number.NaN, ...again] = run.opening
      say(
        `reports ${round} of ${STARTS}: first ${first.toFixed(0)} ms, then ` +
          `${median(again).toFixed(0)} ms, a key ${median(run.searching).toFixed(0)} ms`,
      )
    }
    return figuresOf(listing, runs)
  } finally {
    fs.rmSync(stored, { recursive: true, force: true })
  }
}

async function folderOfReports(): Promise<string> {
  const folder = filledFolder({
    players: 3,
    days: 1,
    // Nothing of the library is read before the measurement.
    preferences: {
      place: { screen: 'settings', account_id: ACCOUNT, player_id: null, video_id: null },
    },
  })
  const document = await promisify(deflate)(JSON.stringify(sampleReport()))
  const preview = pngOf(480, 320)
  const verbs = makeVerbs(path.join(folder, 'desk'), clock)
  for (let index = 0; index < REPORTS; index++) {
    verbs.addReport(storedReport(index, { document, preview }))
    if (index % 4 === 0) verbs.markReport(storedReport(index).id, { tags: ['offer', 'março'] })
  }
  verbs.close()
  return folder
}

/** The store alone, without the bridge and the window. */
function timedLists(folder: string): number[] {
  const verbs = makeVerbs(path.join(folder, 'desk'), clock)
  const taken: number[] = []
  while (taken.length < LISTS) {
    const start = performance.now()
    const { length } = verbs.reports()
    taken.push(performance.now() - start)
    if (length !== REPORTS) throw new Error(`${length} reports are listed`)
  }
  verbs.close()
  return taken
}

async function timedInWindow(stored: string): Promise<Run> {
  const started = await startPlain(ROOT, stored, { isReadable: false })
  try {
    return { opening: await open(started), searching: await search(started) }
  } finally {
    await started.stop()
  }
}

/** Resolves with the time at which the page's current content was painted. */
const PAINTED = `const painted = () => new Promise((resolve) => {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now())
    port2.postMessage(null)
  })
})
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms))`

const OPENINGS = 6

const open = ({ evaluate }: Started) =>
  evaluate<number[]>(`(async () => {
    ${PAINTED}
    const press = (digit, shiftKey) => {
      const keys = { code: 'Digit' + digit, key: digit, altKey: true, shiftKey, bubbles: true }
      document.body.dispatchEvent(new KeyboardEvent('keydown', keys))
    }
    const rows = () => document.querySelectorAll('main [role=row][data-report-id]').length
    const taken = []
    while (taken.length < ${OPENINGS}) {
      press('3', false)
      while (rows() > 0) await rest(50)
      await rest(500)
      const start = performance.now()
      const drawn = new Promise((resolve) => {
        const watch = new MutationObserver(() => {
          if (rows() === 0) return
          watch.disconnect()
          resolve(painted())
        })
        watch.observe(document.querySelector('main'), { childList: true, subtree: true })
      })
      press('5', true)
      taken.push((await drawn) - start)
      const all = document.querySelector('main [role=grid]').getAttribute('aria-rowcount')
      if (Number(all) !== ${REPORTS}) throw new Error(all + ' reports are in the library')
    }
    return taken
  })()`)

const SEARCHES = ['decision 1984', 'INGLES em 90', 'marco agencia 3']

/** Types and deletes words key by key; each time is until the rows are in the page and painted. */
const search = ({ evaluate }: Started) =>
  evaluate<number[]>(`(async () => {
    ${PAINTED}
    const field = document.querySelector('main input[type=search]')
    const found = () => document.querySelector('main h2').textContent
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
    const taken = []
    async function key(text) {
      const before = found()
      let at = 0
      const watch = new MutationObserver(() => {
        if (found() !== before) void painted().then((now) => (at = now))
      })
      watch.observe(document.querySelector('main'), {
        ...{ childList: true, subtree: true, characterData: true },
      })
      const start = performance.now()
      write.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await rest(250)
      watch.disconnect()
      // A key that does not change the reports is not painted.
      if (at > 0) taken.push(at - start)
    }
    for (const words of ${JSON.stringify(SEARCHES)}) {
      for (let end = 1; end <= words.length; end++) await key(words.slice(0, end))
      for (let end = words.length - 1; end >= 0; end--) await key(words.slice(0, end))
    }
    if (taken.length < 10) throw new Error('the search found too little')
    return taken
  })()`)

function figuresOf(listing: number[], runs: readonly Run[]): Figure[] {
  const what = `Library of ${REPORTS.toLocaleString('en')} reports`
  const openings = runs.map(({ opening }) => opening[0] ?? Number.NaN)
  const again = runs.flatMap(({ opening }) => opening.slice(1))
  const keys = runs.flatMap(({ searching }) => searching)
  const slowest = (values: readonly number[]) => ({
    what: 'the slowest',
    value: Math.max(...values),
  })
  return [
    {
      what: `${what}: the list from the store`,
      unit: 'ms',
      ours: median(listing),
      beside: slowest(listing),
      runs: { listing },
    },
    {
      what: `${what}: opened for the first time, to its rows`,
      unit: 'ms',
      ours: median(openings),
      beside: slowest(openings),
      limit: { of: 'ours', atMost: 300 },
      runs: { runs },
    },
    {
      what: `${what}: opened again, to its rows`,
      unit: 'ms',
      ours: median(again),
      beside: slowest(again),
      limit: { of: 'ours', atMost: 300 },
    },
    {
      what: `${what}: a key of the search to its rows`,
      unit: 'ms',
      ours: median(keys),
      beside: slowest(keys),
      limit: { of: 'ours', atMost: 50 },
    },
  ]
}
