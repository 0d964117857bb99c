import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { newFolder } from '../../test/support/folder.ts'
import { type Figure, median, type Say } from './figures.ts'

const ROWS = 1_000_000
const ROUNDS = 3
const LIBRARIES = ['papaparse', 'csv-stringify', 'fast-csv']

interface Written {
  rowsPerSecond: number
  peakMb: number
}

/** The same million rows of 24 columns written by Cuepoint and by the usual libraries, in turns; then as XLSX. */
export function measureCsv(say: Say): Promise<Figure[]> {
  const folder = newFolder()
  const runs: Record<string, Written[]> = {}
  // Half the rows and all of them: the difference in memory shows whether a writer keeps rows.
  const half = written(folder, 'cuepoint', ROWS / 2)
  for (let round = 1; round <= ROUNDS; round++) {
    for (const writer of ['cuepoint', ...LIBRARIES]) {
      const run = written(folder, writer, ROWS)
      runs[writer] = [...(runs[writer] ?? []), run]
      say(`csv ${round} of ${ROUNDS}: ${writer} ${Math.round(run.rowsPerSecond)} rows/s`)
    }
  }
  const workbooks = measureXlsx(folder, say)
  fs.rmSync(folder, { recursive: true, force: true })
  return Promise.resolve([...figuresOf(runs, half), ...workbooks])
}

function figuresOf(runs: Record<string, Written[]>, half: Written): Figure[] {
  const of = (writer: string, what: keyof Written) =>
    median((runs[writer] ?? []).map((run) => run[what]))
  const bySpeed = LIBRARIES.toSorted((a, b) => of(b, 'rowsPerSecond') - of(a, 'rowsPerSecond'))
  const peak = of('cuepoint', 'peakMb')
  return [
    ...bySpeed.map(
      (library, place): Figure => ({
        what: 'CSV of 1,000,000 rows x 24 columns',
        unit: 'rows/s',
        ours: of('cuepoint', 'rowsPerSecond'),
        beside: { what: library, value: of(library, 'rowsPerSecond') },
        ...(place === 0 && { limit: { of: 'ratio', atLeast: 1 } }),
        runs: { ours: runs['cuepoint'], beside: runs[library] },
      }),
    ),
    {
      what: 'Its peak memory',
      unit: 'MB',
      ours: peak,
      beside: { what: 'half the rows', value: half.peakMb },
      limit: { of: 'ratio', atMost: 1.15 },
    },
    ...LIBRARIES.map(
      (library): Figure => ({
        what: 'Its peak memory',
        unit: 'MB',
        ours: peak,
        beside: { what: library, value: of(library, 'peakMb') },
      }),
    ),
  ]
}

interface Workbook {
  rowsPerSecond: number
  peakMb: number
  stallMs: number
  cancelMs: number
}

/** The same million rows as an XLSX file, and the same cancelled half way. */
function measureXlsx(folder: string, say: Say): Figure[] {
  const runs = Array.from({ length: ROUNDS }, (_, round) => {
    const whole = workbook(folder, 'whole')
    const { cancelMs } = workbook(folder, 'cancel')
    say(
      `xlsx ${round + 1} of ${ROUNDS}: ${Math.round(whole.rowsPerSecond)} rows/s, ` +
        `${whole.stallMs.toFixed(1)} ms stall, ${cancelMs.toFixed(1)} ms from cancel`,
    )
    return { ...whole, cancelMs }
  })
  const of = (what: keyof Workbook) => runs.map((run) => run[what])
  const worst = (what: keyof Workbook) => Math.max(...of(what))
  const figure = (what: string, unit: Figure['unit'], key: keyof Workbook): Figure => ({
    what,
    unit,
    ours: worst(key),
    beside: { what: 'the middle run', value: median(of(key)) },
  })
  return [
    {
      ...figure('XLSX of 1,000,000 rows x 24 columns', 'rows/s', 'rowsPerSecond'),
      ours: median(of('rowsPerSecond')),
      runs: { ours: runs },
    },
    { ...figure('Its peak memory', 'MB', 'peakMb'), limit: { of: 'ours', atMost: 400 } },
    {
      ...figure('Its longest stall of the event loop', 'ms', 'stallMs'),
      limit: { of: 'ours', atMost: 50 },
    },
    {
      ...figure('From its cancel to no file left', 'ms', 'cancelMs'),
      limit: { of: 'ours', atMost: 200 },
    },
  ]
}

function workbook(folder: string, how: 'whole' | 'cancel'): Workbook {
  const own = fs.mkdtempSync(path.join(folder, 'xlsx-'))
  const run = inProcess('xlsx-write.ts', [path.join(own, 'a.xlsx'), String(ROWS), how])
  fs.rmSync(own, { recursive: true })
  return run as Workbook
}

/** Each in a process of its own, so that no writer profits from what another one left in memory. */
function written(folder: string, writer: string, rows: number): Written {
  const file = path.join(folder, `${writer}.csv`)
  const run = inProcess('csv-write.ts', [writer, file, String(rows)])
  fs.rmSync(file)
  return run as Written
}

function inProcess(script: string, args: string[]): unknown {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, script), ...args],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} wrote no file: ${stderr}`)
  return JSON.parse(stdout)
}
