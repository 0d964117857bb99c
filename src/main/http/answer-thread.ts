import { Worker } from 'node:worker_threads'
import { DeskError, type Reply } from '../../shared/failure.ts'
import type { Endpoint } from '../../shared/operation.ts'
import { endThread } from '../threads/ending.ts'
import { LARGE_BYTES, type LargeJson } from '../threads/large-json.ts'
import type { AnswerData, AnswerPart, AnswerReport } from './answer-worker.ts'

/** A body that is one object of 64 MB is held whole, twice; without a limit garbage would add to it. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 768 }

/** A service can send faster than the thread checks: more than this is not held for it. */
const MOST_WAITING_BYTES = 4 * LARGE_BYTES

/** Given to the thread where nothing else has a view of it: copied, it stays in main until V8 collects 64 MB of them. */
const wholeBufferOf = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

function refuseTooLarge(thrown: unknown): never {
  const { code } = Object(thrown) as { code?: unknown }
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') throw thrown
  const where = `more than ${LIMITS.maxOldGenerationSizeMb} MB of memory`
  throw new DeskError({ kind: 'malformed', reason: 'too-large', where })
}

export type AnswerThread = ReturnType<typeof startAnswerThread>

/** The thread that reads and checks one large body, while main goes on. */
export function startAnswerThread(workerFile: string, { method, path }: Endpoint) {
  const workerData: AnswerData = { method, path }
  const worker = new Worker(workerFile, { workerData, resourceLimits: LIMITS })
  let waitingBytes = 0
  let goOn = () => {}
  const answered = new Promise<Reply<LargeJson>>((resolve, reject) => {
    worker.on('message', (report: AnswerReport) => {
      if (typeof report !== 'number') return resolve(report)
      waitingBytes -= report
      if (waitingBytes <= MOST_WAITING_BYTES) goOn()
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      reject(new Error('the thread ended'))
      goOn()
    })
  })
  answered.catch(() => undefined)
  const post = (part: AnswerPart) => worker.postMessage(part, part ? wholeBufferOf(part) : [])
  return {
    /** Resolves when the thread can take more; also when it ended, which `end` tells. */
    async add(bytes: Uint8Array): Promise<void> {
      // Before they are given away, which leaves none here.
      waitingBytes += bytes.byteLength
      post(bytes)
      if (waitingBytes <= MOST_WAITING_BYTES || worker.threadId === -1) return
      await new Promise<void>((resume) => {
        goOn = resume
      })
    },
    /** The checked value. Throws `malformed`. */
    async end(): Promise<LargeJson> {
      post(null)
      const reply = await answered.catch(refuseTooLarge)
      if (reply.ok) return reply.value
      throw new DeskError(reply.failure)
    },
    /** To be called whatever became of it. */
    stop: () => void endThread(worker),
  }
}
