import { Worker } from 'node:worker_threads'
import { AppError, type Reply } from '../../shared/failure.ts'
import type { Endpoint } from '../../shared/operation.ts'
import type { Period } from '../../shared/time/period.ts'
import { endThread } from '../threads/ending.ts'
import { LARGE_BYTES, type LargeJson } from '../threads/large-json.ts'
import type { AnswerData, AnswerPart, AnswerReport } from './answer-worker.ts'

/** One object of 64 MB is in memory twice, as bytes and as a value; little more fits. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 768 }

/** A service can send faster than the thread checks: over this, `add` waits. */
const MOST_WAITING_BYTES = 4 * LARGE_BYTES

/**
 * Transferred rather than copied: V8 frees copied buffers only after 64 MB of them. A buffer that
 * others have a view of cannot be transferred.
 */
const wholeBufferOf = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

function refuseTooLarge(thrown: unknown): never {
  const { code } = Object(thrown) as { code?: unknown }
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') throw thrown
  const where = `more than ${LIMITS.maxOldGenerationSizeMb} MB of memory`
  throw new AppError({ kind: 'malformed', reason: 'too-large', where })
}

export type AnswerThread = ReturnType<typeof startAnswerThread>

/** Starts the thread that parses and checks one large body about these days. */
export function startAnswerThread(workerFile: string, { method, path }: Endpoint, days: Period) {
  const workerData: AnswerData = { method, path, days }
  const worker = new Worker(workerFile, { workerData, resourceLimits: LIMITS })
  let waitingBytes = 0
  let resume = () => {}
  const answered = new Promise<Reply<LargeJson>>((resolve, reject) => {
    worker.on('message', (report: AnswerReport) => {
      if (typeof report !== 'number') return resolve(report)
      waitingBytes -= report
      if (waitingBytes <= MOST_WAITING_BYTES) resume()
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      reject(new Error('the thread ended'))
      resume()
    })
  })
  answered.catch(() => undefined)
  const post = (part: AnswerPart) => worker.postMessage(part, part ? wholeBufferOf(part) : [])
  return {
    /** Resolves when it can take more bytes, or has ended; `end` throws then. */
    async add(bytes: Uint8Array): Promise<void> {
      // Counted before the transfer, which empties `bytes`.
      waitingBytes += bytes.byteLength
      post(bytes)
      if (waitingBytes <= MOST_WAITING_BYTES || worker.threadId === -1) return
      await new Promise<void>((resolve) => {
        resume = resolve
      })
    },
    /** The checked value. Throws `malformed`. */
    async end(): Promise<LargeJson> {
      post(null)
      const reply = await answered.catch(refuseTooLarge)
      if (reply.ok) return reply.value
      throw new AppError(reply.failure)
    },
    /** To be called in every case, also after an error. */
    stop: () => void endThread(worker),
  }
}
