import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { analytics } from '../../shared/api/analytics.ts'
import { videos } from '../../shared/api/video.ts'
import { failureOf, type Reply } from '../../shared/failure.ts'
import type { Endpoint } from '../../shared/operation.ts'
import type { Period } from '../../shared/time/period.ts'
import type { LargeJson } from '../threads/large-json.ts'
import { makeLargeAnswer } from './large-answer.ts'

/** The endpoint whose body the thread checks, and the requested days. */
export interface AnswerData extends Pick<Endpoint, 'method' | 'path'> {
  days: Period
}

/** The next bytes of the body; null after the last. */
export type AnswerPart = Uint8Array | null

/** The number of bytes taken of each part; after the last part, the result. */
export type AnswerReport = number | Reply<LargeJson>

if (parentPort) serve(parentPort, workerData as AnswerData)

function serve(port: MessagePort, { method, path, days }: AnswerData) {
  const rows: Endpoint[] = [...Object.values(analytics), ...Object.values(videos)]
  const row = rows.find((one) => one.method === method && one.path === path)
  if (!row) throw new Error(`Unknown endpoint: ${method} ${path}`)
  const answer = makeLargeAnswer(row.output, days)
  let reply: Reply<LargeJson> | null = null
  port.on('message', (part: AnswerPart) => {
    // A failure is kept until main asks for the result.
    if (reply?.ok !== false) {
      try {
        if (part) answer.add(part)
        else reply = { ok: true, value: answer.end() }
      } catch (thrown) {
        reply = { ok: false, failure: failureOf(thrown) }
      }
    }
    port.postMessage((part?.byteLength ?? reply) satisfies AnswerReport | null)
  })
}
