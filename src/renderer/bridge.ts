import type { Bridge, Changed, Noun } from '../shared/bridge.ts'
import type { Failure, Reply } from '../shared/failure.ts'
import { REPORT_NOUNS } from '../shared/features/reports/nouns.ts'
import type { Input, Operation, Output } from '../shared/operation.ts'

interface Desk {
  call(noun: string, verb: string, input: unknown): Promise<Reply<unknown>>
  onChanged(listen: (noun: Changed) => void): () => void
}

declare global {
  interface Window {
    readonly desk: Desk
  }
}

/** A refusal of the main process, thrown in the window by `call`. */
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

/** The calls with which something was asked that may be on the screen, by what they say. */
export type CallLog = Map<string, MadeCall>

const shown = new Set<CallLog>()
let log: CallLog | null = null

/** Runs `ask`, and logs the calls that it begins with. */
export function logged<T>(into: CallLog, ask: () => T): T {
  log = into
  try {
    return ask()
  } finally {
    log = null
  }
}

/** What was asked with the calls of a log is on the screen, until what this returns is called. */
export function show(calls: CallLog): () => void {
  shown.add(calls)
  return () => shown.delete(calls)
}

/** The calls that answer what is on the screen now, each once: what a report of it has to answer. */
export const callsShown = (): MadeCall[] => [
  ...new Map([...shown].flatMap((calls) => [...calls])).values(),
]

let underWay = 0

/** How many of the calls that a report has to answer have no answer yet. */
export const callsUnderWay = () => underWay

/** `call.noun.verb(input)`: the main process's answer, or a thrown `CallFailed`. */
export const call = new Proxy({} as Calls, {
  get: (_calls, noun: string) =>
    new Proxy(
      {},
      {
        get: (_verbs, verb: string) => (input: unknown) => {
          if (!REPORT_NOUNS.includes(noun)) return answered(noun, verb, input)
          log?.set(JSON.stringify([noun, verb, input]), { noun, verb, input })
          underWay++
          return answered(noun, verb, input).finally(() => underWay--)
        },
      },
    ),
})

async function answered(noun: string, verb: string, input: unknown): Promise<unknown> {
  const reply = await window.desk.call(noun, verb, input)
  if (!reply.ok) throw new CallFailed(reply.failure)
  return reply.isText ? await parsed(String(reply.value)) : reply.value
}

/** A large answer; drawing it is a task of its own, so that the window is free in between. */
async function parsed(text: string): Promise<unknown> {
  const value: unknown = JSON.parse(text)
  await new Promise((next) => setTimeout(next))
  return value
}

const listeners = new Set<(noun: Changed) => void>()

/** Runs `listen` with the noun of which main says that something changed; returns how to stop. */
export function onAnyChanged(listen: (noun: Changed) => void): () => void {
  // One listener over the bridge for the whole page, because each one there costs a crossing.
  if (listeners.size === 0) {
    window.desk.onChanged((noun) => {
      for (const hear of listeners) hear(noun)
    })
    listeners.add(() => undefined)
  }
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Runs `listen` whenever main says that something of these nouns changed; returns how to stop. */
export const onChanged = (nouns: readonly Changed[], listen: () => void): (() => void) =>
  onAnyChanged((noun) => {
    if (nouns.includes(noun)) listen()
  })
