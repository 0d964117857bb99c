/**
 * A process that opens each report file of a folder, and prints the result and how much its memory
 * grew. It is started without the right to write or to start programs. Small files are opened
 * without a worker, so that an uncaught error ends the process.
 */
import fs from 'node:fs'
import path from 'node:path'
import { openReportFile } from '../../src/main/features/reports/container.ts'
import { makeReportFiles } from '../../src/main/features/reports/report-files.ts'
import { failureOf } from '../../src/shared/failure.ts'
import { peakMb } from './peak-memory.ts'

const [folder = '', workerFile = ''] = process.argv.slice(2)
const SMALL = 100_000
const files = makeReportFiles({ workerFile })

const isSmall = (place: string) =>
  (fs.lstatSync(place, { throwIfNoEntry: false })?.size ?? 0) < SMALL

async function outcomeOf(place: string): Promise<object> {
  try {
    const { id, json } = await (isSmall(place) ? openReportFile(place) : files.open(place))
    return { opened: id, json: isSmall(place) ? Buffer.from(json).toString() : '' }
  } catch (thrown) {
    return { failure: failureOf(thrown) }
  }
}

const before = process.memoryUsage.rss() / 1024 / 1024
for (const line of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const startedAt = performance.now()
  const usedBefore = process.threadCpuUsage()
  const outcome = await outcomeOf(path.join(folder, line))
  const used = process.threadCpuUsage(usedBefore)
  const ms = performance.now() - startedAt
  // The work of this thread itself while a worker read, so that a busy machine does not count.
  const mainMs = isSmall(path.join(folder, line)) ? 0 : (used.user + used.system) / 1000
  process.stdout.write(
    `${JSON.stringify({ ...outcome, ms, mainMs, growthMb: peakMb() - before })}\n`,
  )
}
