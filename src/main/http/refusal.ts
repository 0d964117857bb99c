import { AppError, type Failure, failureOf } from '../../shared/failure.ts'
import { type Fields, isFields } from '../../shared/plain.ts'

export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** An answer whose status is not a success. */
export interface Refused {
  status: number
  headers: Headers
  text: string
}

const LONGEST_TEXT = 500
const LONGEST_RETRY_AFTER_SECONDS = 60
const LONGEST_INTERVAL_SECONDS = 31 * 86_400

/** The failures with the id by which the service knows the request. */
const TAKING_REQUEST = new Set<Failure['kind']>([
  ...(['forbidden', 'not-found', 'invalid', 'declined', 'unavailable'] as const),
])

/** The failure for a refusal. `now`: this computer's clock, epoch milliseconds. */
export function refusalOf(refused: Refused, now: number): Failure {
  const body = jsonObject(refused.text)
  if (typeof body?.['code'] === 'string') return problem(refused, body, now)
  return byStatus(refused, body, now)
}

/** Video, Errors: the code decides, because the document does not show the status of most. */
function problem(refused: Refused, body: Fields, now: number): Failure {
  const code = String(body['code'])
  const text = messageOf(refused, body)
  const requestId =
    typeof body['request_id'] === 'string' ? { request_id: oneSafeLine(body['request_id']) } : {}
  switch (code) {
    case 'unauthorized':
      return { kind: 'unauthorized', reason: 'invalid-credentials', text }
    case 'forbidden':
    case 'org_not_enabled':
      return { kind: 'forbidden', code, text, ...requestId }
    case 'not_found':
      return { kind: 'not-found', text, ...requestId }
    case 'unprocessable_content':
      return { kind: 'invalid', fields: [], text, ...requestId }
    default: {
      const failure = byStatus(refused, body, now)
      return TAKING_REQUEST.has(failure.kind) ? { ...failure, ...requestId } : failure
    }
  }
}

/**
 * The answer to a request that names nothing that could be missing: "not found" means that its address is not that
 * of the API.
 */
export async function askedOfAddress<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent
  } catch (thrown) {
    const failure = failureOf(thrown)
    if (failure.kind !== 'not-found') throw thrown
    const { text, service } = failure
    throw new AppError({ kind: 'edge', status: 404, text, ...(service && { service }) })
  }
}

function byStatus(refused: Refused, body: Fields | null, now: number): Failure {
  const { status } = refused
  const text = messageOf(refused, body)
  if (status === 429) return quota(refused, body, now)
  if (isTransient(status)) return { kind: 'unavailable', status, text }
  // Also by something before the service: another request may pass.
  if (REFUSES_WHAT_WAS_SENT.has(status)) {
    return { kind: 'invalid', fields: [], text: text || `HTTP ${status}` }
  }
  if (isEdge(refused, body)) return edgeOf(refused, body)
  switch (status) {
    case 401:
      return unauthorized(body, text)
    case 403:
      return { kind: 'forbidden', code: '', text }
    case 404:
      return { kind: 'not-found', text }
    default:
      return { kind: 'declined', status, text }
  }
}

const REFUSES_WHAT_WAS_SENT: ReadonlySet<number> = new Set([400, 413, 415, 422])

const isTransient = (status: number) => status >= 500 || status === 408 || status === 425

/** Analytics, Authentication: the HTML 403 and `error_msg` 404 come from the edge. */
function isEdge(refused: Refused, body: Fields | null) {
  const isEdge404 = refused.status === 404 && body !== null && 'error_msg' in body
  // A firewall's 403 may also be plain text, or the JSON of a gateway.
  const isEdge403 = refused.status === 403 && !isOfService(body)
  return isHtml(refused) || isEdge403 || isEdge404 || refused.status === 407
}

/** Whether a body has the shape of an error of one of the two services. */
const isOfService = (body: Fields | null) => body !== null && ('error' in body || 'code' in body)

/** An answer by something before the API: its edge, a proxy or a captive portal. */
export function edgeOf(refused: Refused, body: Fields | null = null): Failure {
  return { kind: 'edge', status: refused.status, text: messageOf(refused, body) }
}

/** Whether the body is HTML, which neither service sends. */
function isHtml({ headers, text }: Refused) {
  return /\bhtml\b/i.test(headerOf(headers, 'content-type') ?? '') || /^\s*</.test(text)
}

// Analytics, Authentication: the four bodies of 401.
function unauthorized(body: Fields | null, text: string): Failure {
  const code = body?.['code']
  if (code === 516 || code === 241) return { kind: 'not-in-plan', code, text }
  if (text === 'missing token') return { kind: 'unauthorized', reason: 'missing-token', text }
  if (text === 'invalid credentials') {
    return { kind: 'unauthorized', reason: 'invalid-credentials', text }
  }
  return { kind: 'unauthorized', reason: 'other', text }
}

/**
 * Analytics, Errors: wait until `resets_at`, or a short while when `details` is absent. The wait is
 * measured on the service's clock by its Date header, because this computer's may be wrong.
 */
function quota(refused: Refused, body: Fields | null, now: number): Failure {
  const text = messageOf(refused, body)
  const details = detailsOf(body)
  if (details.resetsAt === null) {
    const wait = retryAfterSeconds(refused.headers) * 1000
    const { used, limit } = details
    return { kind: 'quota', limit_kind: 'unknown', used, limit, resetsAt: now + wait, text }
  }
  const { resetsAt, ...counts } = details
  const interval = counts.interval_seconds * 1000
  const serverNow = serverTimeOf(refused.headers)
  const left = serverNow === null ? interval : resetsAt - serverNow
  const wait = Math.min(Math.max(left, 1000), interval + 5000)
  return { kind: 'quota', ...counts, resetsAt: now + wait, text }
}

// Analytics, Errors: `details` of a 429. `resetsAt` is null unless they say how long to wait.
function detailsOf(body: Fields | null) {
  const details = isFields(body?.['details']) ? body['details'] : {}
  const interval_seconds = wholeNumber(details['interval_seconds']) ?? 0
  const resetsAt = Date.parse(textOf(details['resets_at']))
  const isUsable = interval_seconds > 0 && interval_seconds <= LONGEST_INTERVAL_SECONDS
  return {
    limit_kind: oneSafeLine(textOf(details['limit_kind'])) || 'unknown',
    used: wholeNumber(details['used']) ?? 0,
    limit: wholeNumber(details['limit']) ?? 0,
    interval_seconds,
    resetsAt: isUsable && !Number.isNaN(resetsAt) ? resetsAt : null,
  }
}

function retryAfterSeconds(headers: Headers) {
  const seconds = Number(headerOf(headers, 'retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), LONGEST_RETRY_AFTER_SECONDS) : 1
}

/** The service's clock from the Date header, epoch milliseconds; null when unreadable. */
export function serverTimeOf(headers: Headers): number | null {
  const at = Date.parse(headerOf(headers, 'date') ?? '')
  return Number.isNaN(at) ? null : at
}

function headerOf(headers: Headers, name: string) {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

function messageOf(refused: Refused, body: Fields | null): string {
  if (body) return oneSafeLine(textOf(body['error'] ?? body['message'] ?? body['error_msg']))
  if (!isHtml(refused)) return oneSafeLine(refused.text)
  return oneSafeLine(/<title[^>]*>([^<]*)/i.exec(refused.text)?.[1] ?? '')
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('; ')
  return typeof value === 'string' ? value : ''
}

/** A service's text made safe to show: one line, no invisible characters, not too long. */
function oneSafeLine(text: string) {
  const visible = text.slice(0, 4 * LONGEST_TEXT).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  // The cut may have split a surrogate pair.
  return visible
    .trim()
    .slice(0, LONGEST_TEXT)
    .replace(/[\uD800-\uDBFF]$/, '')
}

function wholeNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

function jsonObject(text: string): Fields | null {
  try {
    const body: unknown = JSON.parse(text)
    return isFields(body) ? body : null
  } catch {
    return null
  }
}
