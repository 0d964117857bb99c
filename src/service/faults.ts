/*
 * Failures on request. A list of `{ "match": {...}, "action": {...} }`; each request takes the
 * first entry that matches and is not used up.
 *
 * match  path   only this path, such as "/sessions/stats"; every path when left out. One of /v1
 *               is the beginning of a path, and ends where it names an id: "/v1/videos" is the list
 *               and every video, "/v1/videos/{id}" is every video
 *        method only this method, such as "PATCH"
 *        nth    begins at the nth matching request, counted from 1; 1 when left out
 *        times  for so many matching requests in a row; when left out, one if `nth` is
 *               given and every one if not
 *
 * action kind and its options:
 *   status          status (500, 502, 503, 504...), when: "before" | "after" the request is applied
 *   quota           form: "details" | "none" | "malformed" | "retry-after", resetsInMs (1500)
 *   unauthorized    form: "missing-token" | "invalid-credentials" | "516" | "241"
 *   problem         code (of the Video management API), status (the usual one of the code)
 *   late            afterMs: answers now and applies a PATCH so much later; with: "status" | "cut" |
 *                   "never", status (503)
 *   edge-html       the edge's 403 page        route-not-found  the edge's 404
 *   captive-portal  a 200 page of HTML         redirect         to (an address), status (307)
 *   body            form: "truncated" | "invalid-json" | "empty" | "empty-list" | "bom" | "invalid-utf8" | "nan" |
 *                   "trailing" | "nested" (100,000 deep) | "unsafe-integers"
 *   encoding        form: "wrong" | "gzip-bomb" (200 KiB to 200 MiB) | "nested" (10 layers)
 *   lookup-gap      item: "first" | "second" | "every" of /comparison_groups/stats has no engagement
 *   incomplete-first  form: "figures" | "days" | "both" | "any" (another for each window): until a moment
 *                   (readyAfterMs, 1500) after a window was first asked of in any way, its /sessions/stats
 *                   is all zeros, its /sessions/stats_by_day an empty list, or both. For every
 *                   request, each new window begins so
 *   days-beside     form: "empty" | "busy": a list by day has also a row for the day before its first row and for
 *                   the day after its last, with zeros or with activity
 *   drift           change: "delete" | "null" | "retype" | "rename", path such as "0.total_viewed"
 *   slow-headers    everyMs (1000) for each byte of the headers
 *   drip            everyMs (200), bytes (1) at a time of the body
 *   never           accepts and stays silent, when: "before" | "after" (the request is applied)
 *   cut             at: "before-headers" | "after-headers" | "mid-body" | "close" (cut short, status
 *                   200, no length), when: "before" | "after" (the request is applied)
 */

import { PROBLEM_STATUS, type ProblemCode } from './video/problem.ts'

export type WireAction =
  | { kind: 'slow-headers'; everyMs?: number }
  | { kind: 'drip'; everyMs?: number; bytes?: number }
  | { kind: 'never'; when?: 'before' | 'after' }
  | {
      kind: 'cut'
      at: 'before-headers' | 'after-headers' | 'mid-body' | 'close'
      when?: 'before' | 'after'
    }

export type BodyForm =
  | 'truncated'
  | 'invalid-json'
  | 'empty'
  | 'empty-list'
  | 'bom'
  | 'invalid-utf8'
  | 'nan'
  | 'trailing'
  | 'nested'
  | 'unsafe-integers'

/** Answers sent in place of the true one, or after it was applied. */
export type AnswerAction =
  | { kind: 'status'; status: number; when?: 'before' | 'after' }
  | {
      kind: 'quota'
      form: 'details' | 'none' | 'malformed' | 'retry-after'
      resetsInMs?: number
    }
  | { kind: 'unauthorized'; form: 'missing-token' | 'invalid-credentials' | '516' | '241' }
  | { kind: 'problem'; code: ProblemCode; status?: number }
  | { kind: 'late'; afterMs: number; with?: 'status' | 'cut' | 'never'; status?: number }
  | { kind: 'edge-html' }
  | { kind: 'route-not-found' }
  | { kind: 'captive-portal' }
  | { kind: 'redirect'; to: string; status?: number }

/** Changes to the true answer. */
export type SpoilAction =
  | { kind: 'body'; form: BodyForm }
  | { kind: 'encoding'; form: 'wrong' | 'gzip-bomb' | 'nested' }
  | { kind: 'lookup-gap'; item: 'first' | 'second' | 'every' }
  | {
      kind: 'incomplete-first'
      form: 'figures' | 'days' | 'both' | 'any'
      readyAfterMs?: number
    }
  | { kind: 'days-beside'; form: 'empty' | 'busy' }
  | { kind: 'drift'; change: 'delete' | 'null' | 'retype' | 'rename'; path: string }

export type FaultAction = WireAction | AnswerAction | SpoilAction

export interface Fault {
  match: { method?: string; path?: string; nth?: number; times?: number }
  action: FaultAction
}

const KINDS: Record<FaultAction['kind'], Record<string, readonly (string | number)[]>> = {
  status: { when: ['before', 'after'] },
  quota: { form: ['details', 'none', 'malformed', 'retry-after'] },
  unauthorized: { form: ['missing-token', 'invalid-credentials', '516', '241'] },
  problem: { code: Object.keys(PROBLEM_STATUS) },
  late: { with: ['status', 'cut', 'never'] },
  'edge-html': {},
  'route-not-found': {},
  'captive-portal': {},
  redirect: {},
  body: {
    form: [
      'truncated',
      'invalid-json',
      'empty',
      'empty-list',
      'bom',
      'invalid-utf8',
      'nan',
      'trailing',
      'nested',
      'unsafe-integers',
    ],
  },
  encoding: { form: ['wrong', 'gzip-bomb', 'nested'] },
  'lookup-gap': { item: ['first', 'second', 'every'] },
  'incomplete-first': { form: ['figures', 'days', 'both', 'any'] },
  'days-beside': { form: ['empty', 'busy'] },
  drift: { change: ['delete', 'null', 'retype', 'rename'] },
  'slow-headers': {},
  drip: {},
  never: { when: ['before', 'after'] },
  cut: {
    at: ['before-headers', 'after-headers', 'mid-body', 'close'],
    when: ['before', 'after'],
  },
}

const NEEDED: Partial<Record<FaultAction['kind'], string[]>> = {
  status: ['status'],
  quota: ['form'],
  unauthorized: ['form'],
  problem: ['code'],
  late: ['afterMs'],
  redirect: ['to'],
  body: ['form'],
  encoding: ['form'],
  'lookup-gap': ['item'],
  'incomplete-first': ['form'],
  'days-beside': ['form'],
  drift: ['change', 'path'],
  cut: ['at'],
}

/** Checks a fault file's value. Throws an error about the first invalid entry. */
export function readFaults(value: unknown): Fault[] {
  if (!Array.isArray(value)) throw new Error('The faults must be a list.')
  return value.map((entry: unknown, index) => {
    const wrong = whatIsWrong(entry)
    if (wrong) throw new Error(`Fault ${index + 1}: ${wrong}.`)
    return entry as Fault
  })
}

function whatIsWrong(entry: unknown): string | null {
  if (!isRecord(entry) || !isRecord(entry['match']) || !isRecord(entry['action'])) {
    return 'must be an object with match and action'
  }
  const { match, action } = entry
  const count = ['nth', 'times'].find((name) => match[name] !== undefined && !isCount(match[name]))
  if (count) return `${count} must be a whole number from 1`
  const text = ['path', 'method'].find(
    (name) => !['undefined', 'string'].includes(typeof match[name]),
  )
  if (text) return `${text} must be text`
  return whatIsWrongWith(action)
}

function whatIsWrongWith(action: Record<string, unknown>): string | null {
  const kind = String(action['kind'])
  if (!Object.hasOwn(KINDS, kind)) return `there is no action "${kind}"`
  const missing = NEEDED[kind as FaultAction['kind']]?.find((option) => !(option in action))
  if (missing) return `the action "${kind}" needs ${missing}`
  for (const [option, allowed] of Object.entries(KINDS[kind as FaultAction['kind']])) {
    const chosen = action[option]
    if (chosen !== undefined && !allowed.some((value) => value === chosen)) {
      return `${option} must be one of ${allowed.join(', ')}`
    }
  }
  return null
}

const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 1

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function isAimedAt(match: Fault['match'], method: string, path: string): boolean {
  if (match.method !== undefined && match.method !== method) return false
  if (match.path === undefined || match.path === path) return true
  const [beginning = ''] = match.path.split('{')
  return match.path.startsWith('/v1') && path.startsWith(beginning)
}

/** Assigns faults to requests; `take` returns the action for a request, if any. */
export function makeFaultPlan(initial: Fault[]) {
  let waiting = initial.map((fault) => ({ fault, seen: 0 }))
  return {
    set(faults: Fault[]) {
      waiting = faults.map((fault) => ({ fault, seen: 0 }))
    },
    take(method: string, path: string): FaultAction | null {
      let taken: FaultAction | null = null
      for (const entry of waiting) {
        const { match, action } = entry.fault
        if (!isAimedAt(match, method, path)) continue
        entry.seen += 1
        const first = match.nth ?? 1
        const times = match.times ?? (match.nth === undefined ? Number.POSITIVE_INFINITY : 1)
        if (entry.seen >= first && entry.seen < first + times) taken ??= action
      }
      return taken
    },
  }
}
