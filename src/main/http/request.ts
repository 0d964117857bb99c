import type { Readable } from 'node:stream'
import { AppError, type Failure } from '../../shared/failure.ts'
import { periodOfQuery } from '../../shared/features/analytics/requests.ts'
import type { Endpoint, Input, Output } from '../../shared/operation.ts'
import type { Period } from '../../shared/time/period.ts'
import type { Clock } from '../clock.ts'
import { failpoint, failpointBody } from '../failpoint.ts'
import { withoutSecret } from '../log.ts'
import { LARGE_BYTES, type LargeJson } from '../threads/large-json.ts'
import { type AnswerThread, startAnswerThread } from './answer-thread.ts'
import { ACCEPTED_CODINGS, decodingFailure, readBody, type Take } from './body.ts'
import { checkAnswer, decodeBody, withoutOtherDays } from './check-answer.ts'
import { codeOf, failureOnTheWay } from './connection-failure.ts'
import {
  type Http,
  loadHttp,
  type Network,
  PLAIN_NETWORK,
  type ProbeAnswer,
  type ProbeOptions,
} from './http.ts'
import { type Content, outgoing, safeAddress } from './outgoing.ts'
import { edgeOf, type Headers, type Refused, refusalOf, serverTimeOf } from './refusal.ts'

export interface SendOptions {
  base_url: string
  headers: Record<string, string>
  /** Deadline from connecting to the last byte. */
  deadlineMs: number
  signal?: AbortSignal | undefined
  /** Limit of the decoded answer, in place of the usual 64 MB. */
  largestBytes?: number
}

export interface Received<T> {
  /** Large values stay JSON bytes. */
  value: T | LargeJson
  /** The service's clock from its Date header, epoch milliseconds; null when it cannot be read. */
  serverNow: number | null
  /** This computer's clock, epoch milliseconds. */
  receivedAt: number
}

export type Send = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: SendOptions,
) => Promise<Received<Output<E>>>

/** Passes the bytes at an address to `take`. Throws AppError unless the status is 2xx. */
export type Receive = (
  address: string,
  options: Omit<SendOptions, 'base_url'> & { largestBytes: number },
  take: (bytes: Uint8Array) => Promise<void>,
) => Promise<void>

/**
 * Asks any web address for its status, without keys and cookies. Unlike the other requests it may be http.
 * Throws AppError without an answer.
 */
export type Probe = (
  url: URL,
  options: Omit<ProbeOptions, 'headers'> & Pick<SendOptions, 'deadlineMs'>,
) => Promise<ProbeAnswer>

/** Many sites refuse a program without a name. */
const PROBE_HEADERS = {
  accept: '*/*',
  'user-agent': 'Mozilla/5.0 (compatible; Cuepoint link check)',
}

interface Answer {
  status: number
  headers: Headers
  text: string
  /** The thread that reads the body in place of `text`, when it is large. */
  thread: AnswerThread | null
}

/** A file must come or go at this rate at least, so that a slow drip ends. */
export const SLOWEST_BYTES_A_MS = 16

const LARGEST_ANSWER_BYTES = 64 * 1024 * 1024
const LARGEST_REFUSAL_BYTES = 256 * 1024

interface RequestParts {
  clock: Pick<Clock, 'now'>
  /** The built file of the thread that checks large answers. */
  answerWorker: string
  network?: Network
}

/** All requests. Throws AppError unless the answer is a success and checked. */
export function makeRequest({ clock, answerWorker, network = PLAIN_NETWORK }: RequestParts) {
  let loading: Promise<Http> | undefined
  const http = () => (loading ??= loadHttp(network))

  const send: Send = async (endpoint, input, options) => {
    const { url, content } = outgoing(endpoint, input, options.base_url)
    const days = periodOfQuery(Object(input) as object)
    const answer = await withDeadline(url, options, async (signal) => {
      const { headers, largestBytes } = options
      const startThread = () => startAnswerThread(answerWorker, endpoint, days)
      const { method } = endpoint
      const exchangeOptions = { url, signal, content, headers, method, startThread, largestBytes }
      return exchange(await http(), exchangeOptions)
    })
    const receivedAt = clock.now()
    const quotable = () => withoutKey(answer, options.headers)
    if (answer.status < 200 || answer.status > 299) throw refused(quotable(), receivedAt)
    if (isPage(answer.text)) throw new AppError(edgeOf(quotable()))
    const value = await checked(endpoint, days, answer)
    return { value, serverNow: serverTimeOf(answer.headers), receivedAt }
  }

  const receive: Receive = async (address, options, take) => {
    const url = safeAddress(address)
    const { headers, largestBytes } = options
    await withDeadline(url, options, async (signal) => {
      const exchangeOptions = { url, signal, headers, largestBytes }
      const refusal = await receiveInto(await http(), exchangeOptions, take)
      if (refusal) throw refused(refusal, clock.now())
    })
  }

  const probe: Probe = (url, options) =>
    withDeadline(url, options, async (signal) =>
      (await http()).probe(url, { ...options, signal, headers: PROBE_HEADERS }),
    )

  return {
    ...{ send, receive, probe },
    /** To be called after a sleep. */
    reconnect: async () => (await loading)?.reconnect(),
    close: async () => (await loading)?.destroy(),
  }
}

/** An answer that may be shown: some servers repeat the headers of a request that they refuse. */
function withoutKey(answer: Answer, headers: SendOptions['headers']): Answer {
  const key = headers['X-Api-Token'] ?? headers['Authorization']?.replace(/^Bearer /, '') ?? ''
  return { ...answer, text: withoutSecret(answer.text, key) }
}

function refused(answer: Refused, now: number) {
  const isRedirect = answer.status >= 300 && answer.status < 400
  // Redirects are never followed: the key must not leave the origin it was given for.
  const failure: Failure = isRedirect
    ? { kind: 'malformed', reason: 'redirect', where: `HTTP ${answer.status}` }
    : refusalOf(answer, now)
  return new AppError(failure)
}

async function checked<E extends Endpoint>(
  { output }: E,
  days: Period,
  { text, thread }: Answer,
): Promise<Output<E> | LargeJson> {
  if (thread) return thread.end().finally(thread.stop)
  return withoutOtherDays(checkAnswer(output, text), days) as Output<E>
}

/** Whether the body is HTML: a page of a captive portal or a proxy. */
const isPage = (text: string) => text.trimStart().startsWith('<')

interface Exchange {
  url: URL
  method: Endpoint['method']
  headers: Record<string, string>
  content: Content
  signal: AbortSignal
  startThread: () => AnswerThread
  largestBytes: number | undefined
}

async function exchange(
  http: Http,
  { url, content, startThread, largestBytes = LARGEST_ANSWER_BYTES, ...options }: Exchange,
): Promise<Answer> {
  const headers = { ...options.headers, 'accept-encoding': ACCEPTED_CODINGS }
  failpoint('first-byte')
  const response = await http.request(url, { ...options, body: bodyOf(http, content), headers })
  failpoint('answer-headers')
  const { statusCode: status, body } = response
  // The stream outlives the loop that reads it; later errors do not matter.
  body.on('error', () => undefined)
  const coding = String(response.headers['content-encoding'] ?? '')
  const isSuccess = status >= 200 && status < 300
  try {
    const limit = isSuccess ? largestBytes : LARGEST_REFUSAL_BYTES
    const read = await readParts((take) => readBody(body, { coding, limit }, take), startThread)
    return { status, headers: response.headers, ...read }
  } catch (thrown) {
    // A refusal keeps its status even when its body is lost.
    if (!isSuccess && !options.signal.aborted)
      return { status, headers: response.headers, text: '', thread: null }
    throw isSuccess ? brokenBody(thrown) : thrown
  }
}

/** Null on success. For any other status, the refusal; its body is not read. */
async function receiveInto(
  http: Http,
  { url, signal, headers, largestBytes }: Omit<Exchange, 'method' | 'content' | 'startThread'>,
  take: (bytes: Uint8Array) => Promise<void>,
): Promise<Refused | null> {
  const exchangeOptions = { method: 'GET', signal, body: null } as const
  const response = await http.request(url, {
    ...exchangeOptions,
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  const { statusCode: status, body } = response
  // The stream outlives the loop that reads it; later errors do not matter.
  body.on('error', () => undefined)
  if (status < 200 || status > 299) {
    body.destroy()
    return { status, headers: response.headers, text: '' }
  }
  const coding = String(response.headers['content-encoding'] ?? '')
  try {
    await readBody(body, { coding, limit: largestBytes ?? LARGEST_ANSWER_BYTES }, take)
  } catch (thrown) {
    throw brokenBody(thrown)
  }
  return null
}

/** The text of a body; a large body goes to a thread, part by part as it arrives. */
async function readParts(
  read: (take: Take) => Promise<void>,
  startThread: () => AnswerThread,
): Promise<Pick<Answer, 'text' | 'thread'>> {
  const chunks: Uint8Array[] = []
  let size = 0
  let thread = null as AnswerThread | null
  try {
    await read(async (part) => {
      size += part.byteLength
      if (thread) return thread.add(part)
      chunks.push(part)
      if (size <= LARGE_BYTES || isPage(beginningOf(chunks))) return
      thread = startThread()
      for (const first of chunks.splice(0)) await thread.add(first)
    })
    return { text: decodeBody(Buffer.concat(chunks)), thread }
  } catch (thrown) {
    thread?.stop()
    throw thrown
  }
}

const beginningOf = ([first = new Uint8Array()]: readonly Uint8Array[]) =>
  Buffer.from(first.subarray(0, 1024)).toString('latin1')

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

/** An error after a 2xx status: the answer is incomplete. */
function brokenBody(thrown: unknown): unknown {
  if (thrown instanceof AppError) return thrown
  const code = codeOf(thrown)
  if (code === 'ABORT_ERR' || code === 'UND_ERR_ABORTED') return thrown
  const where = 'the connection ended before the answer did'
  return decodingFailure(code) ?? new AppError({ kind: 'malformed', reason: 'truncated', where })
}

/** One deadline over connecting, sending and reading, so that a slow drip cannot outlast it. */
async function withDeadline<T>(
  url: URL,
  { deadlineMs, signal }: Pick<SendOptions, 'deadlineMs' | 'signal'>,
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
    if (isLate) throw new AppError({ kind: 'offline', reason: 'timeout', host: url.host })
    if (signal?.aborted) throw new AppError({ kind: 'cancelled' })
    throw thrown instanceof AppError ? thrown : new AppError(failureOnTheWay(thrown, url.host))
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}
