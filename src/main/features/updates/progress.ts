import { AppError, type Failure, failureOf } from '../../../shared/failure.ts'
import type { UpdatesState } from '../../../shared/features/updates/state.ts'

type Step = UpdatesState['step']
type Now = Pick<UpdatesState, 'step' | 'received' | 'posting' | 'failure' | 'isAnnounced'>

const UNDER_WAY: readonly Step[] = ['checking', 'downloading', 'waiting']

interface ProgressParts {
  /** Called for every change; the window is notified of several changes in a row at once. */
  onChange: () => void
}

/** The state of updates. One operation runs at a time, and ends in another step or a failure. */
export function makeProgress({ onChange }: ProgressParts) {
  let now: Now = { step: 'idle', received: 0, posting: 0, failure: null, isAnnounced: false }
  let stop = new AbortController()
  let ended: Promise<unknown> = Promise.resolve()

  function update(change: Partial<Now>) {
    now = { ...now, ...change }
    onChange()
  }

  async function act(step: Step, work: (signal: AbortSignal) => Promise<Step>) {
    const before = now.step
    update({ step, failure: null, received: 0, posting: 0 })
    try {
      update({ step: await work(stop.signal) })
    } catch (thrown) {
      const failure = failureOf(thrown)
      update({
        step: isOfGoneFile(failure) ? 'idle' : before,
        ...(failure.kind === 'cancelled' ? NO_OUTCOME : { failure }),
      })
    }
  }

  return {
    now: () => now,
    update,
    forgetFailure: () => update(NO_OUTCOME),
    isUnderWay: () => UNDER_WAY.includes(now.step),
    /** Resolves when the work ended, also by failure. `work` resolves with the next step. */
    run(step: Step, work: (signal: AbortSignal) => Promise<Step>): Promise<void> {
      if (UNDER_WAY.includes(now.step)) {
        const text = 'Another step of an update is in progress.'
        return Promise.reject(new AppError({ kind: 'refused', reason: 'update-under-way', text }))
      }
      stop = new AbortController()
      const working = act(step, work)
      ended = working
      return working
    },
    onBytes: (count: number) => update({ received: now.received + count }),
    /** Resolves when the download and its files are gone. */
    async cancel() {
      stop.abort()
      await ended
    },
  }
}

/** Without a failure there is nothing to announce: nothing was checked. */
const NO_OUTCOME = { failure: null, isAnnounced: false }

/** The file has to be downloaded again. */
const isOfGoneFile = (failure: Failure) => failure.kind === 'update' && failure.reason === 'gone'
