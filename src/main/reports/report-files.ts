import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { DeskError, type Reply } from '../../shared/failure.ts'
import type { ReportToPack } from './container.ts'
import { messageOf, type Refuse, refuseNamed } from './refusal.ts'
import type { Done, Task } from './worker.ts'

/** Far above what a report may be; a worker that needs more is ended, and main does not notice. */
const LIMITS = { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 16 }

/**
 * A thread that ends right after its work can wait for ever for V8, which compiles beside it and
 * waits for the thread to collect its garbage (Node 18; seen at 1 of 20 reports): it ends at rest.
 */
const REST_MS = 2000

export type ReportFiles = ReturnType<typeof makeReportFiles>

/**
 * Report files and folders of exported tables, read or packed in a worker thread, one after the
 * other: what a stranger made of one can neither hold main up nor take the desk with it. Each throws
 * `report-file`.
 */
export function makeReportFiles({ workerFile }: { workerFile: string }) {
  const thread = makeThread(workerFile)
  const run = async <V extends Task['verb']>(task: Task & { verb: V }, name: string) =>
    (await thread(task, refuseNamed(name))) as Done[V]
  return {
    open: (place: string) => run({ verb: 'open', place }, path.basename(place)),
    openTables: (place: string) => run({ verb: 'openTables', place }, path.basename(place)),
    async pack(report: ReportToPack): Promise<Buffer> {
      const bytes = await run({ verb: 'pack', report }, report.document.about.title)
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
  }
}

interface Thread {
  worker: Worker
  /** Aborted when it has ended. */
  ended: AbortSignal
}

function startThread(workerFile: string): Thread {
  const worker = new Worker(workerFile, { resourceLimits: LIMITS })
  const ended = new AbortController()
  worker.on('exit', () => ended.abort())
  // Whoever waits for it is told; at rest nobody is.
  worker.on('error', () => undefined)
  return { worker, ended: ended.signal }
}

/** A thread that is started when it is needed, anew after it broke, and ended when it is not. */
function makeThread(workerFile: string) {
  let thread: Thread | undefined
  let rest: NodeJS.Timeout | undefined
  let before: Promise<unknown> = Promise.resolve()

  function end(own: Thread) {
    if (thread === own) thread = undefined
    void own.worker.terminate()
  }

  async function carryOut(task: Task, refuse: Refuse): Promise<unknown> {
    clearTimeout(rest)
    const own = thread ?? startThread(workerFile)
    thread = own
    own.worker.ref()
    try {
      const reply = await replyOf(own, task, refuse)
      if (reply.ok) return reply.value
      throw new DeskError(reply.failure)
    } finally {
      own.worker.unref()
      rest = setTimeout(end, REST_MS, own).unref()
    }
  }

  async function replyOf(own: Thread, task: Task, refuse: Refuse) {
    try {
      own.worker.postMessage(task)
      const [reply] = (await once(own.worker, 'message', { signal: own.ended })) as [Reply<unknown>]
      return reply
    } catch (thrown) {
      end(own)
      throw refusalOf(own.ended.aborted ? new Error('the reading ended early') : thrown, refuse)
    }
  }

  return (task: Task, refuse: Refuse): Promise<unknown> => {
    const mine = before.then(() => carryOut(task, refuse))
    before = mine.catch(() => undefined)
    return mine
  }
}

function refusalOf(thrown: unknown, refuse: Refuse): DeskError {
  const { code } = Object(thrown) as { code?: unknown }
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return refuse('too-complex', `> ${LIMITS.maxOldGenerationSizeMb} MB`)
  return refuse('damaged', messageOf(thrown))
}
