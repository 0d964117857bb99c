import { gzipSync } from 'node:zlib'
import { addDays } from '../shared/time/period.ts'
import { edgeForbidden, routeNotFound, UNAUTHORIZED } from './access.ts'
import type { AnswerAction, BodyForm, FaultAction, SpoilAction, WireAction } from './faults.ts'
import type { RequestedPeriod } from './requested-periods.ts'
import { problemAnswer } from './video/problem.ts'

const isWire = (action: FaultAction): action is WireAction =>
  ['slow-headers', 'drip', 'never', 'cut'].includes(action.kind)

const isSpoil = (action: FaultAction): action is SpoilAction =>
  ['body', 'encoding', 'drift', 'lookup-gap', 'incomplete-first', 'days-beside'].includes(
    action.kind,
  )

/** How the socket must treat the answer; null when it is sent as usual. */
export function wireOf(action: FaultAction): WireAction | null {
  if (isWire(action)) return action
  if (action.kind !== 'late') return null
  if (action.with === 'never') return { kind: 'never' }
  return action.with === 'cut' ? { kind: 'cut', at: 'before-headers' } : null
}

/** Ways to pass the request to the service. */
interface ServicePort {
  answer(): Promise<Response>
  /** Applies the request after `afterMs`. */
  applyLater(afterMs: number): Promise<void>
  requestedPeriod(): Promise<RequestedPeriod | null>
}

/** The answer changed by a fault. Faults of the socket are applied in wire.ts. */
export async function faultyAnswer(
  action: FaultAction,
  { answer, applyLater, requestedPeriod }: ServicePort,
  nowMs: number,
): Promise<Response> {
  if (isWire(action)) return isLost(action) ? unavailable(503) : answer()
  if (action.kind === 'incomplete-first')
    return incomplete(action, await answer(), await requestedPeriod())
  if (isSpoil(action)) return spoiled(action, await answer())
  if (action.kind === 'status' && action.when === 'after') await answer()
  if (action.kind === 'problem') return problemAnswer(action.code, 'A fault', action.status)
  if (action.kind === 'late') {
    await applyLater(action.afterMs)
    return unavailable(action.status ?? 503)
  }
  return errorAnswer(action, nowMs)
}

const isLost = (action: WireAction) => 'when' in action && action.when === 'before'

const unavailable = (status: number) => new Response('upstream is not available', { status })

type ErrorAction = Exclude<AnswerAction, { kind: 'late' | 'problem' }>

function errorAnswer(action: ErrorAction, nowMs: number): Response {
  switch (action.kind) {
    case 'status':
      return unavailable(action.status)
    case 'quota':
      return quotaAnswer(action, nowMs)
    case 'unauthorized':
      return Response.json(UNAUTHORIZED[action.form], { status: 401 })
    case 'edge-html':
      return edgeForbidden()
    case 'route-not-found':
      return routeNotFound()
    case 'captive-portal':
      return html('<!doctype html><title>Wi-Fi</title><p>Sign in to use this network.</p>')
    case 'redirect':
      return new Response(null, { status: action.status ?? 307, headers: { location: action.to } })
  }
}

const html = (text: string) => new Response(text, { headers: { 'content-type': 'text/html' } })

function quotaAnswer(action: AnswerAction & { kind: 'quota' }, nowMs: number): Response {
  const { form, resetsInMs = 1500 } = action
  const body = { error: 'Query quota exceeded for this API key', code: 201 }
  if (form === 'none') return Response.json(body, { status: 429 })
  if (form === 'malformed') {
    const details = { limit_kind: 7, used: 'all', resets_at: 'soon' }
    return Response.json({ ...body, details }, { status: 429 })
  }
  if (form === 'retry-after') {
    const headers = { 'retry-after': String(Math.ceil(resetsInMs / 1000)) }
    return Response.json(body, { status: 429, headers })
  }
  const counts = { limit_kind: 'queries', used: 60, limit: 60, remaining: 0, interval_seconds: 60 }
  const details = { ...counts, resets_at: new Date(nowMs + resetsInMs).toISOString() }
  return Response.json({ ...body, details }, { status: 429 })
}

async function spoiled(action: Spoiled, whole: Response): Promise<Response> {
  const text = await whole.text()
  const headers = new Headers(whole.headers)
  const reply = (body: string | Uint8Array<ArrayBuffer>, encoding?: string) => {
    if (encoding) headers.set('content-encoding', encoding)
    return new Response(body, { status: whole.status, headers })
  }
  switch (action.kind) {
    case 'body':
      return reply(spoiledBody(action.form, text))
    case 'drift':
      return reply(JSON.stringify(drifted(JSON.parse(text) as unknown, action)))
    case 'lookup-gap':
      return reply(JSON.stringify(withoutEngagement(JSON.parse(text), action.item)))
    case 'days-beside':
      return reply(JSON.stringify(withDaysBeside(JSON.parse(text), action.form)))
    case 'encoding':
      if (action.form === 'wrong') return reply(text, 'gzip')
      if (action.form === 'gzip-bomb') return reply(bomb(), 'gzip')
      return reply(wrapped(text, 10), Array<string>(10).fill('gzip').join(', '))
  }
}

const SPOILED: Record<BodyForm, (text: string) => string | Uint8Array<ArrayBuffer>> = {
  truncated: (text) => text.slice(0, Math.floor(text.length / 2)),
  'invalid-json': () => "{'total_viewed': 1,}",
  empty: () => '',
  'empty-list': () => '[]',
  bom: (text) => `\uFEFF${text}`,
  'invalid-utf8': (text) =>
    new Uint8Array([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x2c, ...new TextEncoder().encode(text), 0x5d]),
  nan: (text) => changed(text, text.replace(/(?<=":)-?\d+(\.\d+)?/, 'NaN')) ?? '[NaN]',
  trailing: (text) => `${text}<!-- cached -->`,
  nested: () => '['.repeat(100_000) + ']'.repeat(100_000),
  'unsafe-integers': (text) =>
    changed(text, text.replace(/(?<=":)\d+(?=[,}])/g, '9007199254740993')) ?? '[9007199254740993]',
}

/** Null when nothing was replaced. */
const changed = (text: string, next: string) => (next === text ? null : next)

const spoiledBody = (form: BodyForm, text: string) => SPOILED[form](text)

/** About 200 KiB that decompress to 200 MiB of blanks, as concatenated gzip members. */
function bomb(): Uint8Array<ArrayBuffer> {
  const member = gzipSync(Buffer.alloc(1024 * 1024, ' '))
  return new Uint8Array(Buffer.concat(Array<Buffer>(200).fill(member)))
}

function wrapped(text: string, layers: number): Uint8Array<ArrayBuffer> {
  let body: Buffer = Buffer.from(text)
  for (let layer = 0; layer < layers; layer++) body = gzipSync(body)
  return new Uint8Array(body)
}

type Spoiled = Exclude<SpoilAction, { kind: 'incomplete-first' }>
type Incomplete = Extract<SpoilAction, { kind: 'incomplete-first' }>

const FORMS = ['figures', 'days', 'both'] as const

// The answer to a period as it may be while the service is still computing it (observed).
async function incomplete(action: Incomplete, whole: Response, requested: RequestedPeriod | null) {
  if (!requested || requested.ageMs >= (action.readyAfterMs ?? 1500)) return whole
  const form = action.form === 'any' ? FORMS[requested.number % FORMS.length] : action.form
  if (requested.row === 'stats' && form !== 'days') {
    const figures = (await whole.json()) as Record<string, unknown>
    return Response.json(everyFigure(figures, 0))
  }
  return requested.row === 'statsByDay' && form !== 'figures' ? Response.json([]) : whole
}

const everyFigure = (figures: Record<string, unknown>, figure: number) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [
      name,
      typeof value === 'string' ? figure.toFixed(2) : figure,
    ]),
  )

// The live service sends more days than a window has (observed).
function withDaysBeside(answer: unknown, form: 'empty' | 'busy'): unknown {
  const rows: unknown[] = Array.isArray(answer) ? answer : []
  const beside = (row: unknown, days: number) => {
    if (!isRecord(row)) return []
    const { date_key, grouped_field, ...figures } = row
    if (typeof date_key !== 'string') return []
    const day = addDays(date_key, days)
    const figure = form === 'busy' ? 100 : 0
    return [{ date_key: day, grouped_field, ...everyFigure(figures, figure) }]
  }
  return rows.length > 0 ? [...beside(rows[0], -1), ...rows, ...beside(rows.at(-1), 1)] : answer
}

/** The answer with one change at a path; unchanged when the path does not exist. */
function drifted(answer: unknown, { change, path }: SpoilAction & { kind: 'drift' }): unknown {
  const steps = path.split('.')
  const last = steps.pop() ?? ''
  const parent = steps.reduce<unknown>(
    (value, step) => (isRecord(value) ? value[step] : undefined),
    answer,
  )
  if (!isRecord(parent) || !Object.hasOwn(parent, last)) return answer
  const old = parent[last]
  if (change === 'null') parent[last] = null
  else if (change === 'retype') parent[last] = typeof old === 'string' ? Number(old) : String(old)
  else delete parent[last]
  if (change === 'rename') parent[`${last}_v2`] = old
  return answer
}

// Analytics, POST /comparison_groups/stats: a lookup gap gives zeroed engagement, not an error.
const NO_ENGAGEMENT = {
  engagement: { average_watched_time: 0, engagement_rate: 0, grouped_timed: [] },
  pitch_audience: 0,
  pitch_retention_rate: 0,
}

function withoutEngagement(answer: unknown, item: 'first' | 'second' | 'every'): unknown {
  if (!isRecord(answer) || !Array.isArray(answer['stats'])) return answer
  const gap = { first: 0, second: 1, every: null }[item]
  const stats = answer['stats'].map((one: object, index) =>
    gap === null || gap === index ? { ...one, ...NO_ENGAGEMENT } : one,
  )
  return { ...answer, stats }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
