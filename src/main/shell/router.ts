import type { Bridge, Noun } from '../../shared/bridge.ts'
import { type Failure, failureOf, type Reply } from '../../shared/failure.ts'
import type { Handlers, Operation } from '../../shared/operation.ts'
import { readInput } from '../../shared/plain.ts'
import type { Clock } from '../clock.ts'
import { answerText } from '../threads/large-json.ts'

export type CallHandlers = { [N in Noun]: Handlers<Bridge[N]> }

const LARGEST_INPUT = 1024 * 1024
const MOST_CALLS_PER_SECOND = 1000

interface Called {
  bridge: Bridge
  /** The handlers for the app's window, or of the report that it shows. */
  shown: () => CallHandlers
  unexpected: (what: string, thrown: unknown) => void
}

/** The part of WebContents by which a call's sender is checked. */
interface Sender {
  mainFrame: object
}

/** The sender of a call: Electron's WebContents, or a stand-in under Chromium. */
interface Caller<S extends Sender> {
  sender: S
  /** Null when the frame is gone. */
  senderFrame: { url: string } | null
}

interface RouterParts<S extends Sender> {
  clock: Pick<Clock, 'monotonic'>
  /** Called at the first call at the latest, which waits for it. */
  handlers: () => Promise<Called>
  /** The handlers of our pages: null for the app's window, undefined for unknown senders. */
  page: (sender: S) => { shown: (() => CallHandlers) | null } | undefined
  origin: string
}

/** Answers the calls of our pages: checks sender, name and input, and always returns a Reply. */
export function makeRouter<S extends Sender>(parts: RouterParts<S>) {
  const isTooMany = makeRateLimit(parts.clock)
  return (caller: Caller<S>, ...args: unknown[]): Reply<unknown> | Promise<Reply<unknown>> => {
    const [noun, verb, input] = args
    // Read before the first await: the frame may be gone after it.
    const page = parts.page(caller.sender)
    const stranger = refusalOfSender(caller, page !== undefined, parts.origin)
    if (stranger) return refuse({ kind: 'refused', text: stranger })
    if (isTooMany()) return refuse({ kind: 'refused', text: 'Too many calls in a second.' })
    return parts.handlers().then(
      (called) => answer({ ...called, shown: page?.shown ?? called.shown }, { noun, verb, input }),
      (thrown: unknown) => refuse(failureOf(thrown)),
    )
  }
}

function refusalOfSender(
  { sender, senderFrame: frame }: Caller<Sender>,
  isKnown: boolean,
  origin: string,
): string | null {
  if (!isKnown) return 'The call did not come from the app’s window.'
  if (!frame || frame !== sender.mainFrame) return 'The call did not come from the main frame.'
  if (originOf(frame.url) !== origin) return 'The call did not come from the app’s page.'
  return null
}

interface Call {
  noun: unknown
  verb: unknown
  input: unknown
}

async function answer(called: Called, { noun, verb, input }: Call): Promise<Reply<unknown>> {
  const found = find(called, noun, verb)
  if (!found) return refuse({ kind: 'refused', text: 'The app has no such call.' })
  const { name, operation, handle } = found
  const limit = operation.largestInput ?? LARGEST_INPUT
  const read = readInput(input, limit)
  if ('kind' in read) return refuse(read)
  try {
    const parsed = operation.input.safeParse(read.value)
    if (!parsed.success) return refuse(invalid(parsed.error.issues))
    const value = await handle(parsed.data)
    if (!operation.isLarge) return { ok: true, value }
    return { ok: true, value: await answerText(value), isText: true }
  } catch (thrown) {
    const failure = failureOf(thrown)
    if (failure.kind === 'unexpected') called.unexpected(name, thrown)
    return refuse(failure)
  }
}

function invalid(issues: readonly { path: PropertyKey[]; message: string }[]): Failure {
  const fields = issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return { kind: 'invalid', fields, text: '' }
}

function find({ bridge, shown }: Called, noun: unknown, verb: unknown): Found | undefined {
  if (typeof noun !== 'string' || typeof verb !== 'string') return undefined
  if (!Object.hasOwn(bridge, noun)) return undefined
  const verbs: Record<string, Operation> = bridge[noun as Noun]
  const operation = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!operation) return undefined
  const handle = (shown()[noun as Noun] as Record<string, (input: unknown) => unknown>)[verb]
  return handle && { name: `${noun}.${verb}`, operation, handle }
}

interface Found {
  name: string
  operation: Operation
  handle: (input: unknown) => unknown
}

const refuse = (failure: Failure): Reply<never> => ({ ok: false, failure })

function originOf(url: string) {
  try {
    const { protocol, host } = new URL(url)
    return `${protocol}//${host}`
  } catch {
    return ''
  }
}

function makeRateLimit(clock: Pick<Clock, 'monotonic'>) {
  let second = -1
  let calls = 0
  return () => {
    const now = Math.floor(clock.monotonic() / 1000)
    if (now !== second) {
      second = now
      calls = 0
    }
    return ++calls > MOST_CALLS_PER_SECOND
  }
}
