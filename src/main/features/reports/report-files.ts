import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { AppError, type Reply } from '../../../shared/failure.ts'
import { endThread } from '../../threads/ending.ts'
import type { ReportToPack } from './container.ts'
import { messageOf, type Refuse, refuseNamed } from './plain-file.ts'
import type { Task, TaskResults } from './worker.ts'

/** Far above what a report may need. A worker that exceeds it is ended, without harm to main. */
const LIMITS = { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 16 }

export type ReportFiles = ReturnType<typeof makeReportFiles>

/**
 * Reads what others sent in a worker thread, one file at a time, and packs reports there, so that an
 * untrusted file can neither block nor crash main. Each throws `report-file`.
 */
export function makeReportFiles({ workerFile }: { workerFile: string }) {
  const inThread = makeThreads(workerFile)
  const run = async <V extends Task['verb']>(task: Task & { verb: V }, name: string) =>
    (await inThread(task, refuseNamed(name))) as TaskResults[V]
  return {
    open: (place: string) => run({ verb: 'open', place }, path.basename(place)),
    openTables: (place: string) => run({ verb: 'openTables', place }, path.basename(place)),
    openTemplates: (place: string) => run({ verb: 'openTemplates', place }, path.basename(place)),
    /** A CSV, a workbook or a proposal. */
    openImport: (place: string) => run({ verb: 'openImport', place }, path.basename(place)),
    async pack(report: ReportToPack): Promise<Buffer> {
      const bytes = await run({ verb: 'pack', report }, report.document.about.title)
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
  }
}

/** Runs tasks one after the other, each in a new thread, so that its memory is freed. */
function makeThreads(workerFile: string) {
  let before: Promise<unknown> = Promise.resolve()
  return (task: Task, refuse: Refuse): Promise<unknown> => {
    const worker = before.then(() => new Worker(workerFile, { resourceLimits: LIMITS }))
    const answer = worker.then((own) => answerOf(own, task, refuse))
    before = Promise.allSettled([answer]).then(async () => endThread(await worker))
    return answer
  }
}

async function answerOf(worker: Worker, task: Task, refuse: Refuse): Promise<unknown> {
  const ended = new AbortController()
  worker.on('exit', () => ended.abort())
  // `once` rejects with the error; later ones do not matter.
  worker.on('error', () => undefined)
  let reply: Reply<unknown>
  try {
    worker.postMessage(task)
    ;[reply] = (await once(worker, 'message', ended)) as [Reply<unknown>]
  } catch (thrown) {
    throw refusalOf(ended.signal.aborted ? new Error('the reading ended early') : thrown, refuse)
  }
  if (reply.ok) return reply.value
  throw new AppError(reply.failure)
}

function refusalOf(thrown: unknown, refuse: Refuse): AppError {
  const { code } = Object(thrown) as { code?: unknown }
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return refuse('too-complex', `> ${LIMITS.maxOldGenerationSizeMb} MB`)
  return refuse('damaged', messageOf(thrown))
}
