import { type AnalyticsName, analytics } from '../shared/api/analytics.ts'
import type { Endpoint } from '../shared/operation.ts'
import { authorize, type Key, refusedByEdge, routeNotFound } from './access.ts'
import { answerTo } from './analytics.ts'
import { type Shapes, written } from './answer-shapes.ts'
import { isJsonType, readBody } from './body.ts'
import type { Context } from './context.ts'
import type { Quota } from './quota.ts'
import type { Raw } from './readers.ts'
import { badParameter, Refusal } from './refusal.ts'
import type { World } from './world.ts'

export interface Company {
  world: World
  quota: Quota
  cached: Context['cached']
}

interface AnswerParts {
  keys: Map<string, Key>
  companies: Map<string, Company>
  /** Answers paths under /v1, the video management API. */
  videos(request: Request): Promise<Response>
  /** Number of queries that a request to an endpoint counts as. */
  costOf(row: AnalyticsName): number
  isByDocument: boolean
  shapes: Shapes
  /** Epoch milliseconds. */
  now(): number
}

/** Bytes that a session counts towards the quota's read_bytes. */
const SESSION_BYTES = 64

/** Answers requests to both services: finds the endpoint, checks key and input. */
export function makeAnswer(parts: AnswerParts): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/v1/')) return parts.videos(request)
    const refused = refusedByEdge(request)
    if (refused) return refused
    const { isByDocument } = parts
    const row = rowAt({ method: request.method, path: pathname, isByDocument })
    if (!row) return routeNotFound()
    try {
      return await answerRow(request, row, parts)
    } catch (thrown) {
      if (thrown instanceof Refusal) return Response.json(thrown.body, { status: thrown.status })
      throw thrown
    }
  }
}

/** With `isByDocument` only documented endpoints exist. */
function rowAt({ method, path, isByDocument }: Sought): AnalyticsName | null {
  const rows = Object.entries(analytics) as [AnalyticsName, Endpoint & { isBeyond?: true }][]
  const isThere = ([, row]: (typeof rows)[number]) =>
    row.method === method && row.path === path && !(isByDocument && row.isBeyond)
  return rows.find(isThere)?.[0] ?? null
}

interface Sought {
  method: string
  path: string
  isByDocument: boolean
}

async function answerRow(request: Request, row: AnalyticsName, parts: AnswerParts) {
  const key = authorize(request, parts.keys, row)
  const company = parts.companies.get(key.company_id)
  if (!company) throw new Refusal(401, { error: 'invalid credentials' })
  const nowMs = parts.now()
  // Analytics, Limits: reading the usage counts by the minute alone.
  const longestSeconds = row === 'quotaUsage' ? 60 : undefined
  company.quota.spend(parts.costOf(row), nowMs, longestSeconds)
  const raw = await readInput(request, row)
  let sessions = 0
  const context: Context = {
    world: company.world,
    company_id: key.company_id,
    now: Math.floor(nowMs / 1000),
    usage: () => company.quota.usage(nowMs),
    cached: company.cached,
    shapes: parts.shapes,
    isByDocument: parts.isByDocument,
    read(player, range) {
      const blocks = company.world.blocks(player, range)
      for (const block of blocks) sessions += block.sessions
      return blocks
    },
  }
  const body = written(answerTo(row, raw, context), parts.shapes)
  company.quota.read(sessions * SESSION_BYTES + body.length, nowMs)
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

// The service accepts an empty body on POST /comparison_groups/list (observed).
const MAY_BE_EMPTY = new Set<AnalyticsName>(['comparisonGroups'])

async function readInput(request: Request, row: AnalyticsName): Promise<Raw> {
  if (request.method === 'GET') return Object.fromEntries(new URL(request.url).searchParams)
  const text = await request.text()
  if (text === '' && MAY_BE_EMPTY.has(row)) return {}
  // Analytics, Authentication: POST requests also send this content type.
  if (!isJsonType(request)) throw badParameter('Content-Type', 'must be application/json')
  const sent = readBody(text)
  if ('wrong' in sent) throw badParameter('body', sent.wrong)
  const { value } = sent
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Raw
  throw badParameter('body', 'must be a JSON object')
}
