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

/** The same million rows of 24 columns written by Cuepoint and by the usual libraries, in turns. */
export function measureCsv(say: Say): Promise<Figure[]> {
  const folder = newFolder()
  const runs: Record<string, Written[]> = {}
  // Half the rows and all of them: what a writer needs more for the rest is what it keeps of them.
  const half = written(folder, 'cuepoint', ROWS / 2)
  for (let round = 1; round <= ROUNDS; round++) {
    for (const writer of ['cuepoint', ...LIBRARIES]) {
      const run = written(folder, writer, ROWS)
      runs[writer] = [...(runs[writer] ?? []), run]
      say(`csv ${round} of ${ROUNDS}: ${writer} ${Math.round(run.rowsPerSecond)} rows/s`)
    }
  }
  fs.rmSync(folder, { recursive: true, force: true })
  return Promise.resolve(figuresOf(runs, half))
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

/** Each in a process of its own: a writer must not profit from what another left behind. */
function written(folder: string, writer: string, rows: number): Written {
  const file = path.join(folder, `${writer}.csv`)
  const script = path.join(import.meta.dirname, 'csv-write.ts')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script, writer, file, String(rows)],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`${writer} wrote no file: ${stderr}`)
  fs.rmSync(file)
  return JSON.parse(stdout) as Written
}
