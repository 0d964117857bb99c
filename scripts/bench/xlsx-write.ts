// One process, one file: prints its rows a second, the most memory it took, the longest wait of its
// event loop, and how long after a cancel at half the rows no file is left.
// node scripts/bench/xlsx-write.ts FILE ROWS [cancel]

import fs from 'node:fs'
import path from 'node:path'
import { writeXlsx } from '../../src/main/features/exports/write-xlsx.ts'
import { failureOf } from '../../src/shared/failure.ts'
import { peakMb } from '../../test/support/peak-memory.ts'
import { batches, columns } from './million-rows.ts'

const [file = '', rows = '0', how = 'whole'] = process.argv.slice(2)
const total = Number(rows)
const EVERY_MS = 2

let [last, stallMs] = [performance.now(), 0]
const sampling = setInterval(() => {
  const now = performance.now()
  stallMs = Math.max(stallMs, now - last - EVERY_MS)
  last = now
}, EVERY_MS)

const controller = new AbortController()
let cancelledAt = 0
const start = performance.now()
const sheet = { name: 'Players', columns, chunks: batches(total), totals: null }
const outcome = await writeXlsx(file, sheet, {
  language: 'en',
  signal: controller.signal,
  onRows(written) {
    if (how !== 'cancel' || written < total / 2 || cancelledAt > 0) return
    cancelledAt = performance.now()
    controller.abort()
  },
}).then(
  () => 'written',
  (thrown: unknown) => failureOf(thrown).kind,
)
const end = performance.now()
clearInterval(sampling)
const left = fs.readdirSync(path.dirname(file)).length
const isRight = how === 'cancel' ? outcome === 'cancelled' && left === 0 : outcome === 'written'
if (!isRight) throw new Error(`It ended as ${outcome} and left ${left} files.`)
const rowsPerSecond = total / ((end - start) / 1000)
console.log(
  JSON.stringify({ rowsPerSecond, peakMb: peakMb(), stallMs, cancelMs: end - cancelledAt }),
)
