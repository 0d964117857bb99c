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
  const post = (id: number, reply: Reply<unknown>) =>
    port.postMessage({ id, reply } satisfies Answered)
  let verbs: Verbs | null = null
  const opening = replyOf(() => {
    verbs = makeVerbs(folder, computerClock(clock))
    return verbs.recovery()
  })
  post(OPENING, opening)
  if (!opening.ok) return
  port.on('message', ({ id, verb, args }: Call) => {
    const run = verbs?.[verb] as ((...args: unknown[]) => unknown) | undefined
    const reply = replyOf(() => run?.(...args))
    // A verb that loads code for what is seldom done answers later.
    if (reply.ok && reply.value instanceof Promise) {
      void reply.value.then(succeeded, failed).then((late) => post(id, late))
    } else post(id, reply)
    if (verb === 'close') port.close()
  })
}

function replyOf(work: () => unknown): Reply<unknown> {
  try {
    return succeeded(work())
  } catch (thrown) {
    return failed(thrown)
  }
}

function succeeded(value: unknown): Reply<unknown> {
  return { ok: true, value }
}

function failed(thrown: unknown): Reply<unknown> {
  return { ok: false, failure: failureOf(thrown) }
}
