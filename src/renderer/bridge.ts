import type { Bridge, Changed, Noun } from '../shared/bridge.ts'
import type { Failure, Reply } from '../shared/failure.ts'
import { REPORT_NOUNS } from '../shared/features/reports/nouns.ts'
import type { Input, Operation, Output } from '../shared/operation.ts'

interface MainProcess {
  /** `input` is JSON; undefined for a call without input. */
  call(noun: string, verb: string, input?: string): Promise<Reply<unknown>>
  onChanged(listen: (noun: Changed) => void): () => void
}

declare global {
  interface Window {
    readonly cuepoint: MainProcess
  }
}

/** A failure returned by the main process, thrown by `call`. */
export class CallFailed extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.kind)
    this.name = 'CallFailed'
    this.failure = failure
  }
}

type Call<O> = O extends Operation
  ? undefined extends Input<O>
    ? () => Promise<Output<O>>
    : (input: Input<O>) => Promise<Output<O>>
  : never

type Calls = { [N in Noun]: { [V in keyof Bridge[N]]: Call<Bridge[N][V]> } }

interface MadeCall {
  noun: string
  verb: string
  input: unknown
}

/** The calls made by a query, by their noun, verb and input. */
export type CallLog = Map<string, MadeCall>

const shown = new Set<{ calls: CallLog }>()
let log: CallLog | null = null

/** Runs `ask` and records in `into` the calls that it makes synchronously. */
export function logCalls<T>(into: CallLog, ask: () => T): T {
  log = into
  try {
    return ask()
  } finally {
    log = null
  }
}

/** Registers a query's calls as shown on the screen; returns a function to unregister them. */
export function showCalls(calls: CallLog): () => void {
  const one = { calls }
  shown.add(one)
  return () => shown.delete(one)
}

/** The distinct calls behind what is on the screen now. A report must contain their answers. */
export const shownCalls = (): MadeCall[] => [
  ...new Map([...shown].flatMap(({ calls }) => [...calls])).values(),
]

let pending = 0

/** Number of pending calls whose answers a report must contain. */
export const pendingCalls = () => pending

/** `call.noun.verb(input)` resolves to main's value, or throws `CallFailed`. */
export const call = new Proxy({} as Calls, {
  get: (_calls, noun: string) =>
    new Proxy(
      {},
      {
        get: (_verbs, verb: string) => (input: unknown) => {
          if (!REPORT_NOUNS.includes(noun)) return send(noun, verb, input)
          log?.set(JSON.stringify([noun, verb, input]), { noun, verb, input })
          pending++
          return send(noun, verb, input).finally(() => pending--)
        },
      },
    ),
})

async function send(noun: string, verb: string, input: unknown): Promise<unknown> {
  const reply = await window.cuepoint.call(noun, verb, JSON.stringify(input))
  if (!reply.ok) throw new CallFailed(reply.failure)
  return reply.isText ? await parsed(String(reply.value)) : reply.value
}

/** Parses a large answer. What follows runs in a separate task, so that the window can respond in between. */
async function parsed(text: string): Promise<unknown> {
  const value: unknown = JSON.parse(text)
  await new Promise((next) => setTimeout(next))
  return value
}

const listeners = new Set<(noun: Changed) => void>()

/** Calls `listen` with the noun of every change event of main; returns an unsubscribe function. */
export function onAnyChanged(listen: (noun: Changed) => void): () => void {
  // A single listener over the bridge for the whole page, because each one costs a crossing per event.
  if (listeners.size === 0) {
    window.cuepoint.onChanged((noun) => {
      for (const listener of listeners) listener(noun)
    })
    listeners.add(() => undefined)
  }
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Calls `listen` when main reports a change of one of these nouns; returns an unsubscribe function. */
export const onChanged = (nouns: readonly Changed[], listen: () => void): (() => void) =>
  onAnyChanged((noun) => {
    if (nouns.includes(noun)) listen()
  })
