import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../src/main/clock.ts'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import { writeCsv } from '../../src/main/features/exports/write-csv.ts'
import { makeRequest } from '../../src/main/http/request.ts'
import { analytics } from '../../src/shared/api/analytics.ts'
import { type AppliedEdit, applyEdits } from '../../src/shared/features/publishing/lay.ts'
import { aVideo } from '../../test/support/edits.ts'
import { newFolder } from '../../test/support/folder.ts'
import { answerWorker } from '../../test/support/threads.ts'
import { rawServer } from '../../test/support/wire.ts'
import { type Figure, median, type Say } from './figures.ts'
import { batches, columns } from './million-rows.ts'

const ROUNDS = 5
const WRITES_MS = 1000
const ITEMS = 10_000
const ROWS = 2_000_000
const WRITER = path.resolve(import.meta.dirname, '../../test/support/store-writer.ts')
const clock = systemClock()

/**
 * Operations without a window that users wait for: opening the data after a kill, applying edits,
 * cancelling.
 */
export async function measureWork(say: Say): Promise<Figure[]> {
  return [
    await figure('Open the desk after a kill', 3000, openAfterKill),
    await figure('Open it with its database damaged', 3000, openDamaged),
    await figure(`Lay ${ITEMS} edits on a video`, 500, layMany),
    await figure('Cancel an export', 200, cancelExport),
    await figure('Cancel a request', 200, cancelRequest),
  ]

  async function figure(
    what: string,
    atMost: number,
    measure: () => Promise<number>,
  ): Promise<Figure> {
    const runs: number[] = []
    while (runs.length < ROUNDS) runs.push(await measure())
    say(`${what}: ${runs.map(Math.round).join(', ')} ms`)
    return { what, unit: 'ms', ours: median(runs), limit: { of: 'ours', atMost }, runs: { runs } }
  }
}

async function timed(work: () => unknown): Promise<number> {
  const start = clock.monotonic()
  await work()
  return clock.monotonic() - start
}

async function withFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = newFolder()
  try {
    return await act(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** The data of a process that was killed while it wrote. */
async function killedDesk(folder: string) {
  const writer = spawn(process.execPath, [WRITER, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  writer.stdout.resume()
  await once(writer.stdout, 'data')
  await wait(WRITES_MS)
  writer.kill('SIGKILL')
  await once(writer, 'close')
}

const opening = (folder: string) => timed(() => makeVerbs(folder, clock).close())

const openAfterKill = () =>
  withFolder(async (folder) => {
    await killedDesk(folder)
    return opening(folder)
  })

const openDamaged = () =>
  withFolder(async (folder) => {
    await killedDesk(folder)
    const file = path.join(folder, 'desk.db')
    fs.writeFileSync(file, fs.readFileSync(file).fill(0xa5, 0, 100))
    return opening(folder)
  })

function layMany() {
  const items = Array.from({ length: ITEMS }, (_, index) => ({ id: `cta${index}` }))
  const edits = items.map(
    ({ id }, want): AppliedEdit => ({
      kind: 'set',
      group: 'call_actions',
      item_id: id,
      register: 'window.start',
      want,
    }),
  )
  const video = aVideo({ call_actions: { items } })
  return timed(() => applyEdits(video, edits))
}

/** From cancelling a running operation to its end. */
async function cancelled(begin: (signal: AbortSignal) => Promise<unknown>): Promise<number> {
  const stop = new AbortController()
  const ended = begin(stop.signal).catch(() => undefined)
  await wait(100)
  return timed(() => {
    stop.abort()
    return ended
  })
}

const cancelExport = () =>
  withFolder((folder) =>
    cancelled((signal) => {
      const content = { columns, chunks: batches(ROWS) }
      const options = { flavour: 'machine', language: 'en', signal } as const
      return writeCsv(path.join(folder, 'a.csv'), content, options)
    }),
  )

async function cancelRequest() {
  const silent = await rawServer(() => undefined)
  const { send, close } = makeRequest({ clock, answerWorker })
  const { base_url } = silent
  const ms = await cancelled((signal) =>
    send(analytics.players, {}, { base_url, headers: {}, deadlineMs: 30_000, signal }),
  )
  await close()
  await silent.close()
  return ms
}
