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

/** What is being asked of the services, and what failed lately. Never holds a key or an address. */
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
    /** Puts a question on the list until its `end` is called; `what` is its row's name. */
    begin: (account_id: string, what: string) => begin(lists, account_id, what),
    list: (): Activity => ({
      running: [...lists.running.values()].map((entry) => ({ ...entry })),
      failures: [...lists.failures],
      sent: lists.sent,
    }),
    forget(account_id: string) {
      lists.failures = lists.failures.filter((entry) => entry.account_id !== account_id)
      tell(lists)
    },
    /** Calls `listen` after every change, which may be often; returns how to stop. */
    onChange(listen: () => void) {
      lists.listeners.add(listen)
      return () => lists.listeners.delete(listen)
    },
  }
}

function tell(lists: Lists) {
  for (const listen of lists.listeners) listen()
}

function begin(lists: Lists, account_id: string, what: string) {
  const id = ++lists.lastId
  const since = lists.clock.now()
  const entry: Running = { id, account_id, what, since, waitsUntil: null }
  lists.running.set(id, entry)
  tell(lists)
  return {
    /** Epoch milliseconds until which it waits for the quota. */
    waitsUntil(at: number) {
      entry.waitsUntil = at
      tell(lists)
    },
    sent() {
      lists.sent++
      entry.waitsUntil = null
      tell(lists)
    },
    end(failure?: Failure) {
      lists.running.delete(id)
      if (failure && failure.kind !== 'cancelled') {
        const at = lists.clock.now()
        lists.failures = [{ id, account_id, what, at, failure }, ...lists.failures]
        lists.failures.length = Math.min(lists.failures.length, FAILURES_KEPT)
      }
      tell(lists)
    },
  }
}
