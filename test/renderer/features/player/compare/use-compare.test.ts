import { createElement } from 'react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { analyticsQuery } from '../../../../../src/renderer/analytics-query.ts'
import {
  type Compared,
  entryOf,
  useOverlaidCurves,
} from '../../../../../src/renderer/features/player/compare/use-compare.ts'
import { callQuery, prefetch, type QueryResult } from '../../../../../src/renderer/query.ts'
import { startText } from '../../../../../src/renderer/text.ts'
import { NOTHING_KNOWN, unlistedPlayer } from '../../../../../src/shared/api/player.ts'
import type { Failure } from '../../../../../src/shared/failure.ts'
import type { Answer } from '../../../../../src/shared/features/analytics/answer.ts'
import { requestsAbout } from '../../../../../src/shared/features/analytics/requests.ts'
import { drawn } from '../../../../support/drawn.ts'
import { stubBridge } from '../../../../support/page-bridge.ts'
import { aPlayer, idOf } from '../../../../support/statistics.ts'

const PLAYER = aPlayer()
const LEFT = idOf(7)
const KNOWN = { duration: 255, pitch_time: 135 }
const ABOUT = {
  ...{ player: PLAYER, isUnknown: false, zone: 'UTC', comparison: null, today: '2026-03-20' },
  period: { start: '2026-03-04', end: '2026-03-10' },
}

beforeAll(async () => {
  const grouped_timed = [{ timed: 200, total_users: 74 }]
  const answer = { asOf: 5, from: 'store', isSettled: true, trouble: null }
  const values: Record<string, unknown> = {
    lastKnown: KNOWN,
    userEngagement: { ...answer, value: { grouped_timed } },
  }
  // What the preload gives the page.
  stubBridge((_noun, verb) => Promise.resolve({ ok: true, value: values[verb] }))
  await startText('en')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

/** A compared player that left the list, as the window first draws it. */
function comparedWithLeft(account_id: string) {
  const about = { ...ABOUT, account_id }
  const choice = { kind: 'player', player_id: LEFT } as const
  const overlays = [{ slot: 1 as const, choice, name: 'Left' }]
  let compared: Compared[] = []
  const Curves = () => {
    compared = useOverlaidCurves(about, [PLAYER], overlays)
    return null
  }
  drawn(createElement(Curves))
  return compared[1]
}

const prefetchCurve = (account_id: string, known: typeof KNOWN) =>
  prefetch(
    ...analyticsQuery(
      account_id,
      requestsAbout(unlistedPlayer(LEFT, known), ABOUT.period, ABOUT.zone).userEngagement,
    ),
  )

test('a compared player that left the list has the curve and the pitch of its last known video', async () => {
  const account_id = 'known'
  await prefetch(...callQuery('players', 'lastKnown', { account_id, player_id: LEFT }))
  await prefetchCurve(account_id, KNOWN)
  const curve = comparedWithLeft(account_id)?.curve
  expect(curve?.reached).toHaveLength(KNOWN.duration + 1)
  expect(curve?.pitch).toBe(KNOWN.pitch_time)
})

test('until the last known video of a compared player is read, its curve is loading', async () => {
  const account_id = 'not yet known'
  await prefetchCurve(account_id, NOTHING_KNOWN)
  const read = comparedWithLeft(account_id)
  expect(read && entryOf(read)).toMatchObject({ curve: null, why: 'loading', age: null })
})

const query = (more: Partial<QueryResult<Answer<unknown>>>): QueryResult<Answer<unknown>> => ({
  ...{ value: undefined, failure: undefined, refetch: () => undefined },
  ...more,
})
const failed = (failure: Failure) => query({ failure })
const whyOf = (read: QueryResult<Answer<unknown>>) =>
  entryOf({ choice: null, curve: null, why: null, query: read }).why

test('a curve that is being fetched is loading, not missing', () => {
  expect(whyOf(query({}))).toBe('loading')
})

test('once fetching has ended, a missing curve has a reason', () => {
  expect(whyOf(failed({ kind: 'offline', reason: 'unreachable', host: '' }))).toBe('not-downloaded')
  expect(whyOf(failed({ kind: 'not-offered', text: '' }))).toBe('failed')
  const value = { value: [], asOf: 5, from: 'store', isSettled: true, trouble: null } as const
  expect(
    entryOf({ choice: null, curve: null, why: 'no-sessions', query: query({ value }) }).why,
  ).toBe('not-applicable')
})
