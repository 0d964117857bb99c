import fs from 'node:fs'
import path from 'node:path'
import { StatementSync } from 'node:sqlite'
import { systemClock } from '../../src/main/clock.ts'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import { type Period, wireRange } from '../../src/shared/time/period.ts'
import { startPlain } from './electron.ts'
import { type Figure, median, type Say } from './figures.ts'
import { ACCOUNT, filledFolder, storedDays, ZONE } from './filled.ts'

const clock = systemClock()

const PLAYERS = 1000
const DAYS = 365
const READS = 11
const ROOT = path.resolve(import.meta.dirname, '../..')

/** The overview of a large account, timed in the window as its screen asks for it. */
export async function measureOverview(say: Say): Promise<Figure[]> {
  say(`overview: storing ${PLAYERS} players x ${DAYS} days`)
  const folder = filledFolder({
    players: PLAYERS,
    days: DAYS,
    // Starts on another screen, so that nothing of the overview is read before the measurement.
    preferences: {
      place: { screen: 'settings', account_id: ACCOUNT, player_id: null, video_id: null },
    },
  })
  try {
    const period = storedDays(DAYS)
    const sql = sqlTime(folder, period)
    const taken = await timedInWindow(folder, period)
    say(`overview: first ${taken[0]?.toFixed(0)} ms, median ${median(taken).toFixed(0)} ms`)
    const limit = { of: 'ours', atMost: 150 } as const
    const runs = { window: taken, sql: sql.taken, rows: sql.rows }
    const what = `Overview of 1,000 players x ${DAYS} days, in the window`
    return [
      {
        what: `${what}: first`,
        unit: 'ms',
        ours: taken[0] ?? Number.NaN,
        beside: { what: 'its SQL alone, first', value: sql.taken[0] ?? Number.NaN },
        limit,
        runs,
      },
      {
        what: `${what}: median of ${READS}`,
        unit: 'ms',
        ours: median(taken),
        beside: { what: 'its SQL alone', value: median(sql.taken) },
        limit,
      },
    ]
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** The share of SQLite itself, without processing the rows. */
function sqlTime(folder: string, period: Period) {
  const verbs = makeVerbs(path.join(folder, 'desk'), clock)
  const spent = countStatements()
  const taken: number[] = []
  let rows = 0
  for (let read = 0; read < READS; read++) {
    spent.ms = 0
    rows = verbs.overview(ACCOUNT, ZONE, period, null).rows.length
    taken.push(spent.ms)
  }
  spent.stop()
  verbs.close()
  if (rows !== PLAYERS) throw new Error(`${wireRange(period).start_date}: ${rows} rows are stored.`)
  return { taken, rows }
}

/** Adds up the time inside SQLite's statements. */
function countStatements() {
  const { all, get, iterate } = StatementSync.prototype
  const counted = {
    ms: 0,
    stop: () => Object.assign(StatementSync.prototype, { all, get, iterate }),
  }
  const timed = <T>(work: () => T): T => {
    const start = performance.now()
    const result = work()
    counted.ms += performance.now() - start
    return result
  }
  Object.assign(StatementSync.prototype, {
    all(this: StatementSync, ...binds: Parameters<StatementSync['all']>) {
      return timed(() => all.apply(this, binds))
    },
    get(this: StatementSync, ...binds: Parameters<StatementSync['get']>) {
      return timed(() => get.apply(this, binds))
    },
    iterate(this: StatementSync, ...binds: Parameters<StatementSync['iterate']>) {
      return timed(() => [...iterate.apply(this, binds)])
    },
  })
  return counted
}

async function timedInWindow(folder: string, period: Period): Promise<number[]> {
  const started = await startPlain(ROOT, folder, { isReadable: false })
  try {
    const asked = JSON.stringify({ account_id: ACCOUNT, period, comparison: null })
    return await started.evaluate<number[]>(`(async () => {
      const taken = []
      while (taken.length < ${READS}) {
        const start = performance.now()
        const reply = await window.cuepoint.call('overview', 'read', ${JSON.stringify(asked)})
        if (!reply.ok) throw new Error(JSON.stringify(reply.failure))
        const { rows } = JSON.parse(reply.value)
        taken.push(performance.now() - start)
        if (rows.length !== ${PLAYERS}) throw new Error('not all players')
        if (!rows.every(({ current }) => current.period && current.sums))
          throw new Error('not all figures')
      }
      return taken
    })()`)
  } finally {
    await started.stop()
  }
}
