import { parentPort, workerData } from 'node:worker_threads'
import { type ClockSetting, computerClock } from '../../shared/clock.ts'
import { failureOf, type Reply } from '../../shared/failure.ts'
import { makeVerbs, type Verbs } from './verbs.ts'

/** One verb asked for, and its place in the order of asking. */
export interface Call {
  id: number
  verb: keyof Verbs
  args: unknown[]
}

export interface Answered {
  id: number
  reply: Reply<unknown>
}

/** The id of the first reply, which says whether the files could be opened. */
export const OPENING = 0

/** What the thread is started with. */
export interface StoreData {
  folder: string
  clock: ClockSetting
}

if (parentPort) serve(parentPort, workerData as StoreData)

function serve(port: NonNullable<typeof parentPort>, { folder, clock }: StoreData) {
  const answer = (id: number, work: () => unknown) => {
    const answered: Answered = { id, reply: replyOf(work) }
    port.postMessage(answered)
    return answered.reply.ok
  }
  let verbs: Verbs | null = null
  const hasOpened = answer(OPENING, () => {
    verbs = makeVerbs(folder, computerClock(clock))
    return verbs.recovery()
  })
  if (!hasOpened) return
  port.on('message', ({ id, verb, args }: Call) => {
    const run = verbs?.[verb] as ((...args: unknown[]) => unknown) | undefined
    answer(id, () => run?.(...args))
    if (verb === 'close') port.close()
  })
}

function replyOf(work: () => unknown): Reply<unknown> {
  try {
    return { ok: true, value: work() }
  } catch (thrown) {
    return { ok: false, failure: failureOf(thrown) }
  }
}
