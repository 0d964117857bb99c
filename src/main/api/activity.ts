import type { Failure } from '../../shared/failure.ts'
import type { Activity } from '../../shared/model/desk.ts'
import type { Clock } from '../clock.ts'

const FAILURES_KEPT = 100

export type ActivityList = ReturnType<typeof makeActivity>

/** What is being asked of the services, and what failed lately. Holds names of questions, never keys or addresses. */
export function makeActivity({ clock }: { clock: Pick<Clock, 'now'> }) {
  const running = new Map<number, Activity['running'][number]>()
  const failures: Activity['failures'] = []
  const listeners = new Set<() => void>()
  let lastId = 0
  let sent = 0

  const tell = () => {
    for (const listen of listeners) listen()
  }

  /** Puts a question on the list until `end` is called; `what` is its row's name. */
  function begin(account_id: string, what: string) {
    const id = ++lastId
    const entry: Activity['running'][number] = {
      id,
      account_id,
      what,
      since: clock.now(),
      waitsUntil: null,
    }
    running.set(id, entry)
    tell()
    return {
      /** Epoch milliseconds until which it waits for the quota; null when it goes on. */
      waitsUntil(at: number | null) {
        if (entry.waitsUntil === at) return
        entry.waitsUntil = at
        tell()
      },
      sent() {
        sent++
        entry.waitsUntil = null
        tell()
      },
      end(failure?: Failure) {
        running.delete(id)
        if (failure && failure.kind !== 'cancelled') {
          failures.unshift({ id, account_id, what, at: clock.now(), failure })
          failures.length = Math.min(failures.length, FAILURES_KEPT)
        }
        tell()
      },
    }
  }

  return {
    begin,
    list: (): Activity => ({
      running: [...running.values()].map((entry) => ({ ...entry })),
      failures: [...failures],
      sent,
    }),
    forget(account_id: string) {
      const kept = failures.filter((entry) => entry.account_id !== account_id)
      failures.splice(0, failures.length, ...kept)
      tell()
    },
    /** Calls `listen` after every change, which may be often; returns how to stop. */
    onChange(listen: () => void) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
  }
}
