import { type AnalyticsName, analytics } from '../shared/api/analytics.ts'
import type { Endpoint } from '../shared/operation.ts'
import { authorize, type Key, refusedByEdge, routeNotFound } from './access.ts'
import { analyticsHandlers, type Context } from './analytics.ts'
import { parameters, type Raw } from './parameters.ts'
import type { Quota } from './quota.ts'
import { badParameter, Refusal } from './refusal.ts'
import type { World } from './world.ts'

export interface Company {
  world: World
  quota: Quota
  cached: Context['cached']
}

export interface AnswerParts {
  keys: Map<string, Key>
  companies: Map<string, Company>
  /** Answers what is under /v1, the Video management API. */
  videos(request: Request): Promise<Response>
  /** Queries that a request of a row counts as. */
  costOf(row: AnalyticsName): number
  /** Milliseconds since the epoch. */
  now(): number
}

/** A session's share of the data that a query reads. */
const SESSION_BYTES = 64

/** Plays both services: finds the row, checks who asks and what, and lets its handler answer. */
export function makeAnswer(parts: AnswerParts): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/v1/')) return parts.videos(request)
    const refused = refusedByEdge(request)
    if (refused) return refused
    const row = rowAt(request.method, pathname)
    if (!row) return routeNotFound()
    try {
      return await answerRow(request, row, parts)
    } catch (thrown) {
      if (thrown instanceof Refusal) return Response.json(thrown.body, { status: thrown.status })
      throw thrown
    }
  }
}

function rowAt(method: string, path: string): AnalyticsName | null {
  const rows = Object.entries(analytics) as [AnalyticsName, Endpoint][]
  return rows.find(([, row]) => row.method === method && row.path === path)?.[0] ?? null
}

async function answerRow(request: Request, row: AnalyticsName, parts: AnswerParts) {
  const key = authorize(request, parts.keys, row)
  const company = parts.companies.get(key.company_id)
  if (!company) throw new Refusal(401, { error: 'invalid credentials' })
  const nowMs = parts.now()
  company.quota.spend(parts.costOf(row), nowMs)
  const raw = await readInput(request)
  let sessions = 0
  const context: Context = {
    world: company.world,
    now: Math.floor(nowMs / 1000),
    usage: () => company.quota.usage(nowMs),
    cached: company.cached,
    read(player, range) {
      const blocks = company.world.blocks(player, range)
      for (const block of blocks) sessions += block.sessions
      return blocks
    },
  }
  const body = JSON.stringify(await handle(row, raw, context))
  company.quota.read(sessions * SESSION_BYTES + body.length, nowMs)
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

/** A row's reader and its handler belong together, which the two tables cannot say of a union. */
function handle<N extends AnalyticsName>(row: N, raw: Raw, context: Context) {
  return analyticsHandlers[row](parameters[row](raw), context)
}

async function readInput(request: Request): Promise<Raw> {
  if (request.method === 'GET') return Object.fromEntries(new URL(request.url).searchParams)
  // Analytics, Authentication: POST requests also send this content type.
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
    throw badParameter('Content-Type', 'must be application/json')
  }
  const body = parsed(await request.text())
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Raw
  throw badParameter('body', 'must be a JSON object')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
