import type { AnalyticsName } from '../shared/api/analytics.ts'
import { Refusal } from './refusal.ts'

export type KeyState = 'ok' | 'revoked' | 'no-access' | 'not-in-plan'

export interface Key {
  company_id: string
  state: KeyState
}

/** Plays the edge in front of the API: its refusal, or null when the request may pass. */
export function refusedByEdge(request: Request): Response | null {
  const { headers } = request
  // Analytics, Authentication: both come from the edge, so their bodies are not API errors.
  if (!headers.get('user-agent')?.trim()) return edgeForbidden()
  if (headers.get('x-api-version') !== 'v1') return routeNotFound()
  return null
}

export function edgeForbidden(): Response {
  const html =
    '<html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1></body></html>'
  return new Response(html, { status: 403, headers: { 'content-type': 'text/html' } })
}

export const routeNotFound = () =>
  Response.json({ error_msg: '404 Route Not Found' }, { status: 404 })

// Analytics, Authentication: the 401 bodies. The texts of 516 and 241 are as observed.
export const UNAUTHORIZED = {
  'missing-token': { error: 'missing token' },
  'invalid-credentials': { error: 'invalid credentials' },
  516: { error: 'This company does not have access to the public analytics API', code: 516 },
  241: { error: 'The tier of this key is not enough for this query', code: 241 },
} as const

/** Endpoints that need a larger plan. */
const BEYOND_SMALL_PLAN = new Set<AnalyticsName>(['statsByField'])

/** The key of a request, when it may use this endpoint. Throws the 401 otherwise. */
export function authorize(request: Request, keys: Map<string, Key>, row: AnalyticsName): Key {
  const token = request.headers.get('x-api-token')
  if (!token) throw new Refusal(401, UNAUTHORIZED['missing-token'])
  const key = keys.get(token)
  if (!key || key.state === 'revoked') throw new Refusal(401, UNAUTHORIZED['invalid-credentials'])
  if (key.state === 'no-access') throw new Refusal(401, UNAUTHORIZED[516])
  if (key.state === 'not-in-plan' && BEYOND_SMALL_PLAN.has(row)) {
    throw new Refusal(401, UNAUTHORIZED[241])
  }
  return key
}
