// One process: writes the ledger of a filled folder once, then again and cancels it halfway.
// node scripts/bench/ledger-write.ts FOLDER

import fs from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../src/main/clock.ts'
import { openStore } from '../../src/main/database/store.ts'
import { makeExports } from '../../src/main/features/exports/exports.ts'
import { makeLedger } from '../../src/main/features/ledger/ledger.ts'
import { peakMb } from '../../test/support/peak-memory.ts'

const clock = systemClock()

const [folder = ''] = process.argv.slice(2)
const source = path.resolve(import.meta.dirname, '../../src/main')
const target = path.join(folder, 'ledgers')
const EVERY_MS = 2

const store = await openStore({
  workerFile: path.join(source, 'database/worker.ts'),
  folder: path.join(folder, 'desk'),
  clock: clock,
})
const exports = makeExports({
  tables: () => Promise.reject(new Error('No table is asked for.')),
  chooseFile: () => Promise.resolve(null),
  clock,
  copy: () => Promise.resolve(),
  decimal: '.',
  onChange: () => undefined,
  version: 'bench',
})
const ledger = makeLedger({
  store,
  exports,
  chooseFolder: () => Promise.resolve(target),
  ledgerWorker: path.join(source, 'features/ledger/worker.ts'),
  clock,
  version: 'bench',
})

async function start() {
  const state = await ledger.start({ account_ids: null, period: null, language: 'en' })
  return state?.id ?? 0
}

/**
 * The longest wait of this thread's event loop, like the only one of main, and the longest time
 * that it worked without a pause: on a busy machine it also waits for a processor.
 */
function sampled() {
  const worked = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const seen = { last: performance.now(), work: worked(), stallMs: 0, workMs: 0 }
  const timer = setInterval(() => {
    const [now, work] = [performance.now(), worked()]
    seen.stallMs = Math.max(seen.stallMs, now - seen.last - EVERY_MS)
    seen.workMs = Math.max(seen.workMs, work - seen.work)
    seen.last = now
    seen.work = work
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    const { stallMs, workMs } = seen
    return { stallMs, workMs }
  }
}

fs.mkdirSync(target)
const longest = sampled()
const begun = performance.now()
await exports.ended(await start())
const seconds = (performance.now() - begun) / 1000
const stalls = longest()
const [whole] = exports.list()
if (whole?.status !== 'done') throw new Error(`It did not end well: ${JSON.stringify(whole)}`)
const memoryMb = peakMb()
fs.rmSync(target, { recursive: true })
fs.mkdirSync(target)

const id = await start()
await clock.wait((seconds * 1000) / 2)
const asked = performance.now()
await exports.cancel(id)
const cancelMs = performance.now() - asked
const [cancelled] = exports.list()
if (cancelled?.status !== 'cancelled') throw new Error('It had ended before it was cancelled.')
const leftBehind = fs.readdirSync(target)
fs.rmSync(target, { recursive: true })
await store.close()
const { written: rows } = whole
console.log(JSON.stringify({ rows, seconds, peakMb: memoryMb, ...stalls, cancelMs, leftBehind }))
