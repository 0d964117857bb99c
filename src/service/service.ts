import { randomBytes } from 'node:crypto'
import type { AnalyticsName } from '../shared/api/analytics.ts'
import type { Key, KeyState } from './access.ts'
import { type Company, makeAnswer } from './answer.ts'
import { type Shapes, USUAL_SHAPES } from './answer-shapes.ts'
import { faultyAnswer, wireOf } from './apply-faults.ts'
import { type Fault, makeFaultPlan, type WireAction } from './faults.ts'
import type { Texts } from './names.ts'
import { type Limits, makeQuota, type Plan } from './quota.ts'
import { hexadecimal } from './random.ts'
import { keepText, type LoggedRequest, loggedRequest, makeLog } from './request-log.ts'
import { makeRequestedPeriods } from './requested-periods.ts'
import type { MergeParts } from './video/merge.ts'
import type { VideoParts } from './video/settings.ts'
import { makeVideoState, type VideoState } from './video/test-access.ts'
import { SCOPES, type Token } from './video/token.ts'
import { makeVideos } from './videos.ts'
import { makeWorld, type World } from './world.ts'

export interface ServiceOptions {
  players?: number
  /** Number of players that have visitors; all by default. */
  visited?: number
  /** Two thirds of the players have at least this many days of history. */
  days?: number
  seed?: number
  company_id?: string
  plan?: Plan
  limits?: Limits
  analyticsKey?: string
  videoToken?: string
  /** Returns epoch milliseconds. */
  now: () => number
  faults?: Fault[]
  /** Overrides for the number of queries that a request counts as. */
  costs?: Partial<Record<AnalyticsName, number>>
  /** Whether a partial `design.typography` or `.styles` replaces the stored one or merges. */
  partialDesign?: MergeParts['partialDesign']
  /** Refuse endpoints, and events by day, that are not in the documents; false by default. */
  isByDocument?: boolean
  /** Variants of answers to play. */
  shapes?: Partial<Shapes>
  /**
   * The texts that the company's people entered ('hostile': also some that could break a reader).
   */
  texts?: Texts
  /** How a settings group is shown that was never set up ('off'). */
  unusedGroups?: VideoParts['unusedGroups']
}

export interface Service {
  answer(request: Request): Promise<Response>
  /** How a fault makes the socket treat an answer; null for no fault. */
  wireFaultOf(response: Response): WireAction | null
  analytics_key: string
  video_token: string
  company_id: string
  /** Additional keys, of the same company and of other ones. */
  keys: {
    second: string
    /** May not query statistics by field: 401 with code 241. */
    notInPlan: string
    /** A company without access: 401 with code 516. */
    noAccess: string
    /** A small company without a quota. */
    noQuota: string
    /** A video token without the scope videos:write: 403 forbidden. */
    videoReader: string
    /** A video token of an organization that is not enabled: 403 org_not_enabled. */
    videoNotEnabled: string
  }
  /** Access to the state behind the video management API. */
  video: VideoState
  world: World
  log: LoggedRequest[]
  setFaults(faults: Fault[]): void
  setKeyState(state: KeyState): void
}

// Analytics, Limits, 1: a request may count as several queries. Which do is not shown.
const USUAL_COSTS: Partial<Record<AnalyticsName, number>> = { statsByField: 2, conversionsTimed: 2 }

/** Plays both services from one simulated world; `analytics_key` opens its main company. */
export function makeService(options: ServiceOptions): Service {
  const { seed = 1, now, costs = {} } = options
  const { companies, company_id, world, otherCompany } = makeCompanies(options, seed)
  const analytics_key = options.analyticsKey ?? randomBytes(24).toString('hex')
  const video_token = options.videoToken ?? randomBytes(24).toString('hex')
  const main: Key = { company_id, state: 'ok' }
  const keys = makeKeys()
  const token: Token = { state: 'ok', scopes: SCOPES }
  const { partialDesign = 'replaces', unusedGroups = 'off' } = options
  const videos = makeVideos({
    world,
    tokens: tokensOf(new Map([[video_token, token]]), keys),
    seed,
    partialDesign,
    unusedGroups,
    now,
  })
  const answer = makeAnswer({
    keys: new Map<string, Key>([
      [keys.second, { company_id, state: 'ok' }],
      [keys.notInPlan, { company_id, state: 'not-in-plan' }],
      [keys.noAccess, { company_id: otherCompany, state: 'no-access' }],
      [keys.noQuota, { company_id: otherCompany, state: 'ok' }],
      [analytics_key, main],
    ]),
    companies,
    videos: videos.answer,
    isByDocument: options.isByDocument ?? false,
    shapes: { ...USUAL_SHAPES, ...options.shapes },
    costOf: (row) => costs[row] ?? USUAL_COSTS[row] ?? 1,
    now,
  })
  return {
    ...makeFront({ answer, later: videos.later, faults: options.faults ?? [], now }),
    analytics_key,
    video_token,
    company_id,
    keys,
    video: makeVideoState(videos, token),
    world,
    setKeyState(state) {
      main.state = state
    },
  }
}

interface FrontParts {
  answer(request: Request): Promise<Response>
  later(request: Request, afterMs: number): Promise<void>
  faults: Fault[]
  now(): number
}

/** Applies faults and logs requests, in front of the service. */
function makeFront(parts: FrontParts) {
  const faults = makeFaultPlan(parts.faults)
  const wireFaults = new WeakMap<Response, WireAction>()
  const log = makeLog()
  const requestedPeriodOf = makeRequestedPeriods()
  return {
    async answer(request: Request): Promise<Response> {
      const at = parts.now()
      keepText(request)
      // Read in parallel with the answer.
      const logged = loggedRequest(request)
      logged.catch(() => undefined)
      const action = faults.take(request.method, new URL(request.url).pathname)
      const requested = requestedPeriodOf(request, at)
      const port = {
        answer: () => parts.answer(request),
        applyLater: (afterMs: number) => parts.later(request, afterMs),
        requestedPeriod: () => requested,
      }
      const response = action ? await faultyAnswer(action, port, at) : await port.answer()
      response.headers.set('date', new Date(at).toUTCString())
      const wire = action && wireOf(action)
      if (wire) wireFaults.set(response, wire)
      log.add({ ...(await logged), at, status: response.status })
      return response
    },
    wireFaultOf: (response: Response) => wireFaults.get(response) ?? null,
    log: log.list,
    setFaults: faults.set,
  }
}

function tokensOf(tokens: Map<string, Token>, keys: Service['keys']): Map<string, Token> {
  const scopes = SCOPES.filter((scope) => scope !== 'videos:write')
  return tokens
    .set(keys.videoReader, { state: 'ok', scopes })
    .set(keys.videoNotEnabled, { state: 'not-enabled', scopes: SCOPES })
}

function makeCompanies(options: ServiceOptions, seed: number) {
  const { players = 24, days = 365, plan = 'pro', limits = {}, now } = options
  const { company_id = uuid(seed, 1) } = options
  const otherCompany = uuid(seed, 2)
  const world = makeWorld({ players, days, seed, visited: options.visited, texts: options.texts })
  const other = makeWorld({ players: 2, days, seed: seed + 1 })
  const companies = new Map<string, Company>([
    [company_id, { world, quota: makeQuota(plan, limits), cached: makeCache(now) }],
    [otherCompany, { world: other, quota: makeQuota(null), cached: makeCache(now) }],
  ])
  return { companies, company_id, otherCompany, world }
}

const makeKeys = () => {
  const key = () => randomBytes(24).toString('hex')
  return {
    second: key(),
    notInPlan: key(),
    noAccess: key(),
    noQuota: key(),
    videoReader: key(),
    videoNotEnabled: key(),
  }
}

const uuid = (...parts: number[]) =>
  hexadecimal(32, ...parts).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

function makeCache(now: () => number): Company['cached'] {
  const kept = new Map<string, { at: number; value: unknown }>()
  return <T>(key: string, seconds: number, make: () => T) => {
    const known = kept.get(key)
    if (known && now() - known.at < seconds * 1000) return known.value as T
    const value = make()
    if (kept.size > 10_000) kept.clear()
    kept.set(key, { at: now(), value })
    return value
  }
}
