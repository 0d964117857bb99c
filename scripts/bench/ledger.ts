import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../src/main/clock.ts'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import { requestsAbout } from '../../src/shared/features/analytics/requests.ts'
import { addDays, daysOf, type Period } from '../../src/shared/time/period.ts'
import { aPlayer, statisticsOf } from '../../test/support/store-data.ts'
import { type Figure, median, type Say } from './figures.ts'
import { ACCOUNT, filledFolder, storedDays, ZONE } from './filled.ts'

const clock = systemClock()

const ROUNDS = 3
const PLAYERS = 1500
const DAYS = 600
/** A hundred thousand of the million rows are values of a field. */
const BROKEN_DOWN = { players: 250, days: 20, values: 20 }

interface Run {
  rows: number
  seconds: number
  peakMb: number
  /** Of main's event loop. */
  stallMs: number
  /** The longest time that main worked without a pause, in processor time. */
  workMs: number
  cancelMs: number
  leftBehind: string[]
}

/** A million stored rows written as Parquet by the app's own parts, and cancelled halfway. */
export function measureLedger(say: Say): Promise<Figure[]> {
  const folder = filledFolder({ players: PLAYERS, days: DAYS })
  keepBreakdowns(folder)
  const runs: Run[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const run = written(folder)
    runs.push(run)
    say(
      `ledger ${round} of ${ROUNDS}: ${run.rows} rows in ${run.seconds.toFixed(1)} s, peak ` +
        `${run.peakMb.toFixed(0)} MB, stall ${run.stallMs.toFixed(1)} ms ` +
        `(${run.workMs.toFixed(1)} ms of work), cancelled in ` +
        `${run.cancelMs.toFixed(1)} ms`,
    )
  }
  fs.rmSync(folder, { recursive: true, force: true })
  const left = runs.flatMap(({ leftBehind }) => leftBehind)
  if (left.length > 0) throw new Error(`Cancelled, it left behind: ${left.join(', ')}`)
  return Promise.resolve(figuresOf(runs))
}

function figuresOf(runs: Run[]): Figure[] {
  const what = `Ledger of ${runs[0]?.rows.toLocaleString('en')} rows`
  const most = (key: 'peakMb' | 'stallMs' | 'cancelMs') => Math.max(...runs.map((run) => run[key]))
  return [
    {
      what,
      unit: 'rows/s',
      ours: median(runs.map(({ rows, seconds }) => rows / seconds)),
      runs: { runs },
    },
    {
      what: 'Its peak memory, threads and store included',
      unit: 'MB',
      ours: most('peakMb'),
      limit: { of: 'ours', atMost: 400 },
    },
    {
      what: 'Longest stall of main meanwhile',
      unit: 'ms',
      ours: most('stallMs'),
      limit: { of: 'ours', atMost: 50 },
    },
    {
      what: 'Cancelled halfway, nothing left',
      unit: 'ms',
      ours: most('cancelMs'),
      limit: { of: 'ours', atMost: 200 },
    },
  ]
}

function keepBreakdowns(folder: string) {
  const verbs = makeVerbs(path.join(folder, 'desk'), clock)
  const { end } = storedDays(DAYS)
  const period: Period = { start: addDays(end, 1 - BROKEN_DOWN.days), end }
  for (let index = 0; index < BROKEN_DOWN.players; index++) {
    const player = aPlayer(index)
    const { name, input } = requestsAbout(player, period, ZONE).statsByFieldByDay('country')
    const value = daysOf(period).flatMap((date_key) =>
      Array.from({ length: BROKEN_DOWN.values }, (_, at) => {
        const grouped_field = `Country ${at}`
        return { ...statisticsOf(date_key + player.id + at), date_key, grouped_field }
      }),
    )
    verbs.keepAnswer(ACCOUNT, name, input, value, clock.now(), false)
  }
  verbs.close()
}

/** In a process of its own, so that the memory for filling the folder does not count. */
function written(folder: string): Run {
  const script = path.join(import.meta.dirname, 'ledger-write.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`No ledger was written: ${stderr}`)
  return JSON.parse(stdout) as Run
}
