import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { DeskError, type Failure } from '../../shared/failure.ts'
import type { Endpoint, Input, Output } from '../../shared/operation.ts'
import type { Clock } from '../clock.ts'
import { failpoint, failpointBody } from '../failpoint.ts'
import { ACCEPTED_CODINGS, decodingFailure, readBody } from './body.ts'
import { codeOf, failureOnTheWay } from './connection-failure.ts'
import { type Http, loadHttp, type Network, PLAIN_NETWORK } from './http.ts'
import { readJson } from './json.ts'
import { type Content, outgoing } from './outgoing.ts'
import { edgeOf, type Headers, refusalOf, serverTimeOf } from './refusal.ts'

export interface SendOptions {
  base_url: string
  headers: Record<string, string>
  /** For everything from connecting to the last byte. */
  deadlineMs: number
  signal?: AbortSignal | undefined
}

export interface Received<T> {
  value: T
  /** The service's clock by its Date header, epoch milliseconds; null when it cannot be read. */
  serverNow: number | null
  /** This computer's clock, epoch milliseconds. */
  receivedAt: number
}

export type Send = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: SendOptions,
) => Promise<Received<Output<E>>>

interface Answer {
  status: number
  headers: Headers
  text: string
}

const LARGEST_ANSWER_BYTES = 64 * 1024 * 1024
const LARGEST_REFUSAL_BYTES = 256 * 1024
/** From here on, work on an answer is cut into steps so that main stays responsive. */
const LONG_TEXT = 512 * 1024

interface RequestParts {
  clock: Pick<Clock, 'now'>
  network?: Network
}

/** The one way to a service. `send` throws a DeskError for everything that is not a checked answer. */
export function makeRequest({ clock, network = PLAIN_NETWORK }: RequestParts) {
  let loading: Promise<Http> | undefined
  const http = () => (loading ??= loadHttp(network))

  const send: Send = async (endpoint, input, options) => {
    const { url, content } = outgoing(endpoint, input, options.base_url)
    const answer = await withDeadline(url, options, async (signal) => {
      const { headers } = options
      return exchange(await http(), { url, signal, content, headers, method: endpoint.method })
    })
    const receivedAt = clock.now()
    if (answer.status < 200 || answer.status > 299) throw refused(answer, receivedAt)
    const value = await checkedOutput(endpoint, answer)
    return { value, serverNow: serverTimeOf(answer.headers), receivedAt }
  }

  return { send, close: async () => (await loading)?.destroy() }
}

function refused(answer: Answer, now: number) {
  const isRedirect = answer.status >= 300 && answer.status < 400
  // Never followed: the key must not leave the origin it was given for.
  const failure: Failure = isRedirect
    ? { kind: 'malformed', reason: 'redirect', where: `HTTP ${answer.status}` }
    : refusalOf(answer, now)
  return new DeskError(failure)
}

async function checkedOutput<E extends Endpoint>(endpoint: E, answer: Answer): Promise<Output<E>> {
  // A captive portal, or a proxy's page.
  if (answer.text.trimStart().startsWith('<')) throw new DeskError(edgeOf(answer))
  const pause = answer.text.length > LONG_TEXT ? nextTurn : async () => undefined
  await pause()
  const json = readJson(answer.text)
  await pause()
  const parsed = endpoint.output.safeParse(json)
  if (parsed.success) return parsed.data as Output<E>
  const { path, expected } = deepest(parsed.error.issues[0])
  const where = (path.join('.') || 'answer').slice(0, 200)
  throw new DeskError({ kind: 'malformed', reason: 'shape', where, ...(expected && { expected }) })
}

type Issue = z.core.$ZodIssue

/**
 * Of a shape that may be one of several, what is wrong under the one that fitted furthest; of those
 * that fitted as far, the one in which the least is wrong.
 */
function deepest(issue: Issue | undefined): { path: PropertyKey[]; expected?: string } {
  if (issue?.code === 'invalid_type') return { path: issue.path, expected: issue.expected }
  if (issue?.code !== 'invalid_union') return { path: issue?.path ?? [] }
  const [furthest] = issue.errors
    .map((branch) => ({ wrong: branch.length, ...deepest(branch[0]) }))
    .sort((a, b) => b.path.length - a.path.length || a.wrong - b.wrong)
  if (!furthest) return { path: issue.path }
  const { wrong: _, ...at } = furthest
  return { ...at, path: [...issue.path, ...at.path] }
}

const nextTurn = () => new Promise<void>((next) => setImmediate(next))

interface Exchange {
  url: URL
  method: Endpoint['method']
  headers: Record<string, string>
  content: Content
  signal: AbortSignal
}

async function exchange(http: Http, { url, content, ...options }: Exchange): Promise<Answer> {
  const headers = { ...options.headers, 'accept-encoding': ACCEPTED_CODINGS }
  failpoint('first-byte')
  const response = await http.request(url, { ...options, body: bodyOf(http, content), headers })
  failpoint('answer-headers')
  const { statusCode: status, body } = response
  // The body outlives the loop that reads it; an error after that is of no interest.
  body.on('error', () => undefined)
  const coding = String(response.headers['content-encoding'] ?? '')
  const isSuccess = status >= 200 && status < 300
  try {
    const limit = isSuccess ? LARGEST_ANSWER_BYTES : LARGEST_REFUSAL_BYTES
    return { status, headers: response.headers, text: await readBody(body, coding, limit) }
  } catch (thrown) {
    // A refusal is told by its status even when its words are lost.
    if (!isSuccess && !options.signal.aborted)
      return { status, headers: response.headers, text: '' }
    throw isSuccess ? brokenBody(thrown) : thrown
  }
}

function bodyOf(
  { newForm }: Http,
  content: Content,
): string | ReturnType<Http['newForm']> | Readable | null {
  if (content?.kind !== 'file') return content && failpointBody(content.text)
  const { bytes, type, name } = content.file
  const form = newForm()
  form.set('file', new Blob([bytes], { type }), name)
  return form
}

/** An error after a 2xx status: the answer is not whole. */
function brokenBody(thrown: unknown): unknown {
  if (thrown instanceof DeskError) return thrown
  const code = codeOf(thrown)
  if (code === 'ABORT_ERR' || code === 'UND_ERR_ABORTED') return thrown
  const where = 'the connection ended before the answer did'
  return decodingFailure(code) ?? new DeskError({ kind: 'malformed', reason: 'truncated', where })
}

/** One clock over connecting, sending and reading; a body that drips cannot outlast it. */
async function withDeadline<T>(
  url: URL,
  { deadlineMs, signal }: SendOptions,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  const cancel = () => stop.abort()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    stop.abort()
  }, deadlineMs)
  if (signal?.aborted) cancel()
  else signal?.addEventListener('abort', cancel, { once: true })
  try {
    return await act(stop.signal)
  } catch (thrown) {
    if (isLate) throw new DeskError({ kind: 'offline', reason: 'timeout', host: url.host })
    if (signal?.aborted) throw new DeskError({ kind: 'cancelled' })
    throw thrown instanceof DeskError ? thrown : new DeskError(failureOnTheWay(thrown, url.host))
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}
