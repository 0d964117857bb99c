import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newFolder } from '../../test/support/folder.ts'
import { type Started, startPlain, treeMemoryMb } from './electron.ts'
import { type Figure, median, type Say } from './figures.ts'
import { filledFolder } from './filled.ts'

const ROUNDS = 9
const SETTLED_AFTER_MS = 4000
const BLANK = path.join(import.meta.dirname, 'blank')
const CUEPOINT = path.resolve(import.meta.dirname, '../..')

interface Run {
  readableMs: number
  answeringMs: number
  memoryMb: number
}

/** The start to readable figures, and the memory afterwards, in turns with a blank window. */
export async function measureStart(say: Say): Promise<Figure[]> {
  const folders = { blank: newFolder(), ours: filledFolder({ players: 48, days: 90 }) }
  // The first start fills the code caches and the disk cache, so it is not compared.
  await measured(BLANK, folders.blank)
  await measured(CUEPOINT, folders.ours)
  const blank: Run[] = []
  const ours: Run[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    blank.push(await measured(BLANK, folders.blank))
    ours.push(await measured(CUEPOINT, folders.ours))
    const last = [ours, blank].map((runs) => Math.round(runs.at(-1)?.readableMs ?? 0))
    say(`start ${round} of ${ROUNDS}: ${last.join(' ms, blank ')} ms`)
  }
  for (const folder of Object.values(folders)) fs.rmSync(folder, { recursive: true, force: true })
  return [
    figureOf('Start to a readable overview', { unit: 'ms', of: 'readableMs', aim: 1.25 }),
    figureOf('Start to an overview that answers', { unit: 'ms', of: 'answeringMs' }),
    figureOf('Memory of all processes', { unit: 'MB', of: 'memoryMb', aim: 1.3 }),
  ]

  function figureOf(
    what: string,
    { unit, of, aim }: { unit: 'ms' | 'MB'; of: keyof Run; aim?: number },
  ): Figure {
    const each = { ours: ours.map((run) => run[of]), blank: blank.map((run) => run[of]) }
    return {
      what,
      unit,
      ours: median(each.ours),
      beside: { what: 'a blank window', value: median(each.blank) },
      ...(aim && { limit: { of: 'ratio', atMost: 1.6, aim } }),
      runs: each,
    }
  }
}

async function measured(app: string, userData: string): Promise<Run> {
  const started = await startPlain(app, userData)
  try {
    if (app === CUEPOINT) await refuseWithoutFigures(started)
    await wait(SETTLED_AFTER_MS)
    const memoryMb = treeMemoryMb(started.process.pid ?? 0)
    const { readableMs, answeringMs } = started
    return { readableMs, answeringMs, memoryMb }
  } finally {
    await started.stop()
  }
}

/** A mark set too early, or another screen, would make the figures look better. */
async function refuseWithoutFigures({ evaluate }: Started) {
  const drawn = await evaluate<{ rows: number; figures: string }>(`({
    rows: document.querySelectorAll('[role=grid] [role=row][aria-rowindex]').length,
    figures: document.querySelector('main')?.innerText ?? '',
  })`)
  if (drawn.rows < 10 || !/48 players/.test(drawn.figures))
    throw new Error(
      `The window shows ${drawn.rows} rows and no figures: ${drawn.figures.slice(0, 300)}`,
    )
}
