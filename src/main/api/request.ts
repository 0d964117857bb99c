import type { Readable } from 'node:stream'
import type { Dispatcher, FormData, request } from 'undici'
import type { z } from 'zod'
import { DeskError, type Failure } from '../../shared/failure.ts'
import type { Endpoint, Input, Output } from '../../shared/operation.ts'
import type { Clock } from '../clock.ts'
import { failpoint, failpointBody } from '../failpoint.ts'
import { ACCEPTED_CODINGS, decodingFailure, readBody } from './body.ts'
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
const LARGEST_HEADERS_BYTES = 32 * 1024
const CONNECT_TIMEOUT_MS = 10_000
/** From here on, work on an answer is cut into steps so that main stays responsive. */
const LONG_TEXT = 512 * 1024

/** The one way to a service. `send` throws a DeskError for everything that is not a checked answer. */
export function makeRequest({ clock }: { clock: Pick<Clock, 'now'> }) {
  let loading: Promise<Http> | undefined
  const http = () => (loading ??= loadHttp())

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

  return { send, close: async () => (await loading)?.dispatcher.destroy() }
}

interface Http {
  request: typeof request
  FormData: typeof FormData
  dispatcher: Dispatcher
}

/** Loaded with the first request: its many parts would cost every start tens of milliseconds. */
async function loadHttp(): Promise<Http> {
  const undici = await import('undici')
  const dispatcher = new undici.Agent({
    connections: 8,
    pipelining: 1,
    keepAliveTimeout: 20_000,
    maxHeaderSize: LARGEST_HEADERS_BYTES,
    // The total deadline covers these: they only measure silence, which a drip never keeps.
    headersTimeout: 0,
    bodyTimeout: 0,
    // Stated, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
    connect: { timeout: CONNECT_TIMEOUT_MS, rejectUnauthorized: true },
  })
  return { request: undici.request, FormData: undici.FormData, dispatcher }
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
  const { request, dispatcher } = http
  const headers = { ...options.headers, 'accept-encoding': ACCEPTED_CODINGS }
  failpoint('first-byte')
  const response = await request(url, {
    ...options,
    body: bodyOf(http, content),
    headers,
    dispatcher,
  })
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

function bodyOf({ FormData }: Http, content: Content): string | FormData | Readable | null {
  if (content?.kind !== 'file') return content && failpointBody(content.text)
  const { bytes, type, name } = content.file
  const form = new FormData()
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

const UNREACHABLE =
  /^(ENOTFOUND|EAI_\w+|ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/
const INTERRUPTED =
  /^(UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED|ECONNRESET|ECONNABORTED|EPIPE)$/
const TIMEOUT = /^(UND_ERR_\w*TIMEOUT|ETIMEDOUT)$/
const TLS =
  /CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|SIGNATURE|^UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH/

function failureOnTheWay(thrown: unknown, host: string): Failure {
  const code = codeOf(thrown) ?? ''
  if (INTERRUPTED.test(code)) return { kind: 'offline', reason: 'interrupted', host }
  if (TIMEOUT.test(code)) return { kind: 'offline', reason: 'timeout', host }
  if (UNREACHABLE.test(code)) return { kind: 'offline', reason: 'unreachable', host }
  if (TLS.test(code)) return { kind: 'offline', reason: 'tls', host }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return { kind: 'malformed', reason: 'too-large', where: 'headers' }
  }
  if (thrown instanceof Error && thrown.name === 'HTTPParserError')
    return { kind: 'malformed', reason: 'not-json', where: 'HTTP' }
  // Only the code: a library's words could quote a header.
  return { kind: 'unexpected', text: `The request could not be made (${code || 'no code'}).` }
}

function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined
  const code = (thrown as Error & { code?: unknown }).code
  if (typeof code === 'string') return code
  if (thrown instanceof AggregateError) return codeOf(thrown.errors[0])
  return codeOf(thrown.cause)
}
