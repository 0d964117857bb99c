import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newFolder } from '../../test/support/folder.ts'
import { type Program, type Started, startPlain, treeMemoryMb } from './electron.ts'
import { type Figure, median, type Say } from './figures.ts'
import { filledFolder } from './filled.ts'
import { debSizes, makePackages } from './packaged.ts'

const ROUNDS = 15
const SETTLED_AFTER_MS = 4000
const BLANK = path.join(import.meta.dirname, 'blank')

interface Run {
  readableMs: number
  answeringMs: number
  memoryMb: number
}

/**
 * The packaged program's start to readable figures, its memory afterwards and the size of its deb,
 * in turns with a packaged blank window.
 */
export async function measureStart(say: Say): Promise<Figure[]> {
  const folders = { blank: newFolder(), ours: filledFolder({ players: 48, days: 90 }) }
  const packages = await makePackages(BLANK)
  const start = {
    blank: () => measured(packages.blank, folders.blank),
    ours: () => measured(packages.ours, folders.ours, refuseWithoutFigures),
  }
  // The first start fills the code caches and the disk cache, so it is not compared.
  await start.blank()
  await start.ours()
  const blank: Run[] = []
  const ours: Run[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    blank.push(await start.blank())
    ours.push(await start.ours())
    const last = [ours, blank].map((runs) => Math.round(runs.at(-1)?.readableMs ?? 0))
    say(`start ${round} of ${ROUNDS}: ${last.join(' ms, blank ')} ms`)
  }
  for (const folder of Object.values(folders)) fs.rmSync(folder, { recursive: true, force: true })
  return [
    figureOf('Start to a readable overview', { unit: 'ms', of: 'readableMs', atMost: 1.25 }),
    figureOf('Start to an overview that answers', { unit: 'ms', of: 'answeringMs', atMost: 1.6 }),
    figureOf('Memory of all processes', { unit: 'MB', of: 'memoryMb', atMost: 1.3 }),
    ...sizeFigure(debSizes(packages)),
  ]

  function figureOf(
    what: string,
    { unit, of, atMost }: { unit: 'ms' | 'MB'; of: keyof Run; atMost: number },
  ): Figure {
    const each = { ours: ours.map((run) => run[of]), blank: blank.map((run) => run[of]) }
    return {
      what,
      unit,
      ours: median(each.ours),
      beside: { what: 'a blank window', value: median(each.blank) },
      limit: { of: 'ratio', atMost },
      runs: each,
    }
  }
}

function sizeFigure(sizes: ReturnType<typeof debSizes>): Figure[] {
  if (!sizes) return []
  const beside = { what: 'a blank window', value: sizes.blank }
  const limit = { of: 'ratio', atMost: 1.08 } as const
  return [{ what: 'Size of the deb', unit: 'MB', ours: sizes.ours, beside, limit }]
}

async function measured(
  program: Program,
  userData: string,
  check: (started: Started) => Promise<void> = () => Promise.resolve(),
): Promise<Run> {
  const started = await startPlain(program, userData)
  try {
    await check(started)
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
