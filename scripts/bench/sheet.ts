import fs from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../src/main/clock.ts'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import type { Video } from '../../src/shared/api/video.ts'
import { newFolder } from '../../test/support/folder.ts'
import { aPlayer } from '../../test/support/store-data.ts'
import { startPlain } from './electron.ts'
import { type Figure, median, type Say } from './figures.ts'
import { ACCOUNT, filledFolder } from './filled.ts'

const clock = systemClock()

const VIDEOS = 1000
const ITEMS = 20
const EDITS = 10_000
const ROUNDS = 3
const ROOT = path.resolve(import.meta.dirname, '../..')

interface Used {
  /** Milliseconds of the longest task meanwhile. */
  opened: number
  scrolled: number
  sorted: number
  searched: number
  filtered: number
  edited: number
  /**
   * Milliseconds from the key press until the footer says that the change is on disk, until the
   * changes are shown, and until they are undone.
   */
  saveMs: number
  shownMs: number
  undoMs: number
}

/**
 * A sheet of 20,000 calls to action: scrolled and edited, then 10,000 of them changed at once and
 * undone.
 */
export async function measureSheet(say: Say): Promise<Figure[]> {
  const place = {
    screen: 'overview',
    account_id: ACCOUNT,
    player_id: null,
    video_id: null,
  } as const
  const stored = filledFolder({ players: 20, days: 3, preferences: { place } })
  writeVideos(stored)
  const runs: Used[] = []
  try {
    while (runs.length < ROUNDS) {
      const folder = newFolder()
      fs.cpSync(stored, folder, { recursive: true })
      const started = await startPlain(ROOT, folder)
      try {
        const used = await started.evaluate<Used>(USE)
        runs.push(used)
        say(`sheet ${runs.length} of ${ROUNDS}: ${JSON.stringify(used)}`)
      } finally {
        await started.stop()
        fs.rmSync(folder, { recursive: true, force: true })
      }
    }
  } finally {
    fs.rmSync(stored, { recursive: true, force: true })
  }
  return figuresOf(runs)
}

function figuresOf(runs: readonly Used[]): Figure[] {
  const rows = `${(VIDEOS * ITEMS).toLocaleString('en')} rows`
  const edits = `${EDITS.toLocaleString('en')} edits over ${VIDEOS.toLocaleString('en')} videos`
  const figure = (what: string, of: keyof Used, atMost: number): Figure => {
    const values = runs.map((one) => one[of])
    return {
      ...{ what, unit: 'ms', ours: median(values) },
      beside: { what: 'the slowest', value: Math.max(...values) },
      limit: { of: 'ours', atMost },
      runs: { values },
    }
  }
  return [
    figure(`${rows}: longest task while opened`, 'opened', 50),
    figure(`${rows}: longest task while scrolled`, 'scrolled', 50),
    figure(`${rows}: longest task of a sort`, 'sorted', 50),
    figure(`${rows}: longest task of a search`, 'searched', 50),
    figure(`${rows}: longest task of a filter`, 'filtered', 50),
    figure(`${edits}: saved`, 'saveMs', 2000),
    figure(`${edits}: saved and shown`, 'shownMs', 3000),
    figure(`${edits}: undone`, 'undoMs', 2000),
    figure(`${edits}: longest task meanwhile`, 'edited', 50),
  ]
}

function writeVideos(folder: string) {
  const verbs = makeVerbs(path.join(folder, 'desk'), clock)
  verbs.keepVideos(
    ACCOUNT,
    Array.from({ length: VIDEOS }, (_, index) => aVideo(index)),
    clock.now(),
  )
  verbs.close()
}

const aVideo = (index: number): Video => ({
  id: aPlayer(index).id,
  name: `VSL ${index} · Método Corpo Leve`,
  duration: 1800,
  call_actions: {
    enabled: true,
    items: Array.from({ length: ITEMS }, (_, item) => ({
      id: `cta-${index}-${item}`,
      base: { type: 'inside_video', active: true },
      window: { start: item * 60, end: item * 60 + 50, persist_on_video_end: false },
      action: {
        content: item % 2 === 0 ? 'Quero começar agora' : 'Ver os kits',
        url: `https://pay.example/checkout-${index}?src=vsl${item}`,
        open_in_new_tab: true,
        as_html: false,
      },
      design: {
        typography: { family: 'Arial', letter_spacing: 0, line_height: 1.2, size: 18, weight: 700 },
        styles: {
          background_color: '#16a34a',
          text_color: '#ffffff',
          border_radius: 6,
          padding: 14,
          shadow: 'none',
        },
      },
    })),
  },
})

/**
 * Opens the sheet and uses it like a user; returns the longest tasks and the times of one large
 * change.
 */
const USE = `(async () => {
  const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const until = async (find) => {
    for (let tries = 0; tries < 3000; tries++) {
      const found = find()
      if (found) return found
      await rest(10)
    }
    throw new Error('it did not come: ' + find)
  }
  let tasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask' })
  const during = async (act) => {
    tasks = []
    await act()
    await rest(700)
    return Math.max(0, ...tasks)
  }
  const grid = () => document.querySelector('[aria-label="Settings of all videos"]')
  const rows = () => Number(grid()?.getAttribute('aria-rowcount') ?? 0) - 1
  const key = (name, more = {}) =>
    grid().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }))
  const write = (field, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  // Waits until the other screens' scripts were preloaded.
  await rest(6000)
  const opened = await during(async () => {
    const link = [...document.querySelectorAll('nav button')].find((one) => one.textContent === 'Sheet')
    link.click()
    await until(() => rows() === ${VIDEOS * ITEMS})
  })
  const scrolled = await during(async () => {
    const end = () => Math.min(grid().scrollHeight - grid().clientHeight, 200_000)
    while (grid().scrollTop < end() - 1) {
      grid().scrollTop += 480
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    grid().scrollTop = 0
  })
  const title = (name) => [...grid().querySelectorAll('[role=columnheader]')].find((one) => one.textContent.startsWith(name))
  const sorted = await during(async () => {
    for (const name of ['Appears at', 'Destination URL', 'Video']) {
      title(name).querySelector('button').click()
      await rest(600)
    }
  })
  const field = document.querySelector('main input[type=search]')
  const searched = await during(async () => {
    for (const text of ['v', 'vs', 'vsl 77', 'checkout-12', 'nowhere', '']) {
      write(field, text)
      await rest(600)
    }
  })
  const filtered = await during(async () => {
    write(field, 'quero')
    await until(() => rows() === ${EDITS})
  })
  let saveMs = 0
  let shownMs = 0
  let undoMs = 0
  const saved = () => document.querySelector('footer [role=status]').textContent.startsWith('Saved')
  const changes = () => {
    const text = document.querySelector('footer')?.textContent ?? ''
    if (text.includes('Nothing to publish')) return 0
    return Number(/Publish ([\\d,]+)/.exec(text)?.[1].replaceAll(',', '') ?? -1)
  }
  const edited = await during(async () => {
    grid().focus()
    key('Home', { ctrlKey: true })
    await rest(100)
    key('ArrowUp', { ctrlKey: true })
    await rest(100)
    // Past the column of problems, to the switch of the item.
    key('ArrowRight')
    await rest(100)
    key('ArrowRight')
    await rest(100)
    key('ArrowDown', { ctrlKey: true, shiftKey: true })
    await rest(300)
    tasks = []
    let start = performance.now()
    key(' ')
    await until(saved)
    saveMs = performance.now() - start
    await until(() => changes() === ${EDITS})
    shownMs = performance.now() - start
    await rest(1000)
    start = performance.now()
    grid().dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true }))
    await until(() => changes() === 0)
    undoMs = performance.now() - start
  })
  return { opened, scrolled, sorted, searched, filtered, edited, saveMs, shownMs, undoMs }
})()`
