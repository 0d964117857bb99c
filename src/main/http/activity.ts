import type { Failure } from '../../shared/failure.ts'
import type { Activity } from '../../shared/features/analytics/answer.ts'
import type { Clock } from '../clock.ts'

const FAILURES_KEPT = 100

type Running = Activity['running'][number]

interface Lists {
  clock: Pick<Clock, 'now'>
  running: Map<number, Running>
  failures: Activity['failures']
  listeners: Set<() => void>
  lastId: number
  sent: number
}

export type ActivityList = ReturnType<typeof makeActivity>

/** Running requests and the latest failures, without keys or addresses. */
export function makeActivity({ clock }: Pick<Lists, 'clock'>) {
  const lists: Lists = {
    clock,
    running: new Map(),
    failures: [],
    listeners: new Set(),
    lastId: 0,
    sent: 0,
  }
  return {
    /** Adds a request to `running` until `end` is called; `what` is its endpoint's name. */
    begin: (account_id: string, what: string) => begin(lists, account_id, what),
    list: (): Activity => ({
      running: [...lists.running.values()].map((entry) => ({ ...entry })),
      failures: [...lists.failures],
      sent: lists.sent,
    }),
    forget(account_id: string) {
      for (const [id, entry] of lists.running)
        if (entry.account_id === account_id) lists.running.delete(id)
      lists.failures = lists.failures.filter((entry) => entry.account_id !== account_id)
      notify(lists)
    },
    /** Calls `listen` after every change, possibly often. Returns how to unsubscribe. */
    onChange(listen: () => void) {
      lists.listeners.add(listen)
      return () => lists.listeners.delete(listen)
    },
  }
}

function notify(lists: Lists) {
  for (const listen of lists.listeners) listen()
}

function begin(lists: Lists, account_id: string, what: string) {
  const id = ++lists.lastId
  const since = lists.clock.now()
  const entry: Running = { id, account_id, what, since, waitsUntil: null }
  lists.running.set(id, entry)
  notify(lists)
  return {
    /** `at`: when the quota lets the request leave, epoch milliseconds. */
    waitsUntil(at: number) {
      entry.waitsUntil = at
      notify(lists)
    },
    sent() {
      lists.sent++
      entry.waitsUntil = null
      notify(lists)
    },
    end(failure?: Failure) {
      const isKnown = lists.running.delete(id)
      if (isKnown && failure && failure.kind !== 'cancelled') {
        const at = lists.clock.now()
        lists.failures = [{ id, account_id, what, at, failure }, ...lists.failures]
        lists.failures.length = Math.min(lists.failures.length, FAILURES_KEPT)
      }
      notify(lists)
    },
  }
}
