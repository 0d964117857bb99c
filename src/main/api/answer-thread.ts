import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DeskError, type Reply } from '../../shared/failure.ts'
import type { Endpoint } from '../../shared/operation.ts'
import { endThread } from '../end-thread.ts'
import type { LargeJson } from '../large-json.ts'
import type { AnswerData, AnswerPart } from './answer-worker.ts'

/** A body that is one object of 64 MB is held whole, twice; without a limit garbage would add to it. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 768 }

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
  const answered = once(worker, 'message')
  answered.catch(() => undefined)
  const post = (part: AnswerPart) => worker.postMessage(part)
  return {
    add: (bytes: Uint8Array) => post(bytes),
    /** The checked value. Throws `malformed`. */
    async end(): Promise<LargeJson> {
      post(null)
      const [reply] = (await answered.catch(refuseTooLarge)) as [Reply<LargeJson>]
      if (reply.ok) return reply.value
      throw new DeskError(reply.failure)
    },
    /** To be called whatever became of it. */
    stop: () => void endThread(worker),
  }
}
