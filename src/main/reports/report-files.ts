import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { DeskError, type Reply } from '../../shared/failure.ts'
import type { ReportToPack } from './container.ts'
import { messageOf, type Refuse, refuseNamed } from './refusal.ts'
import type { Done, Task } from './worker.ts'

/** Far above what a report may be; a worker that needs more is ended, and main does not notice. */
const MOST_HEAP_MB = 224

export type ReportFiles = ReturnType<typeof makeReportFiles>

/**
 * Report files and folders of exported tables, each read or packed in a worker thread of its own:
 * what a stranger made of one can neither hold main up nor take the desk with it. Each throws
 * `report-file`.
 */
export function makeReportFiles({ workerFile }: { workerFile: string }) {
  const run = async <V extends Task['verb']>(task: Task & { verb: V }, name: string) =>
    (await ended(new Worker(workerFile, optionsOf(task)), refuseNamed(name))) as Done[V]
  return {
    open: (place: string) => run({ verb: 'open', place }, path.basename(place)),
    openTables: (place: string) => run({ verb: 'openTables', place }, path.basename(place)),
    async pack(report: ReportToPack): Promise<Buffer> {
      const bytes = await run({ verb: 'pack', report }, report.document.about.title)
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
  }
}

const optionsOf = (task: Task) => ({
  workerData: task,
  resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB, maxYoungGenerationSizeMb: 16 },
})

async function ended(worker: Worker, refuse: Refuse): Promise<unknown> {
  try {
    const reply = await new Promise<Reply<unknown>>((resolve, reject) => {
      worker.on('message', resolve)
      worker.on('error', (thrown) => reject(refusalOf(thrown, refuse)))
      worker.on('exit', () => reject(refuse('damaged', 'the reading ended early')))
    })
    if (reply.ok) return reply.value
    throw new DeskError(reply.failure)
  } finally {
    await worker.terminate()
  }
}

function refusalOf(thrown: unknown, refuse: Refuse): DeskError {
  const { code } = Object(thrown) as { code?: unknown }
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return refuse('too-complex', `> ${MOST_HEAP_MB} MB`)
  return refuse('damaged', messageOf(thrown))
}
