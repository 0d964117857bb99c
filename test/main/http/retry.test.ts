import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryAfter } from '../../../src/main/http/retry.ts'
import type { Failure, OfflineReason } from '../../../src/shared/failure.ts'

const now = 1_000_000
const at = (random: number) => ({ random: () => random, now })
const unavailable: Failure = { kind: 'unavailable', status: 503, text: '' }
const offline = (reason: OfflineReason): Failure => ({
  kind: 'offline',
  reason,
  host: '',
})

test.each<Failure>([
  unavailable,
  offline('interrupted'),
  offline('timeout'),
  { kind: 'malformed', reason: 'truncated', where: '' },
])('a temporary failure is retried at most four times: $kind', (failure) => {
  const waits = [1, 2, 3, 4, 5].map((tries) => retryAfter(failure, tries, at(0.999)))
  expect(waits.slice(0, 4)).toEqual([999, 1998, 3996, 7992].map((waitMs) => ({ waitMs })))
  expect(waits[4]).toBe('give-up')
})

test.each<Failure>([
  offline('unreachable'),
  offline('tls'),
  offline('authority'),
  offline('proxy-unreachable'),
  offline('proxy-login'),
  offline('proxy-refused'),
  { kind: 'malformed', reason: 'shape', where: '' },
  { kind: 'invalid', fields: [], text: '' },
  { kind: 'unauthorized', reason: 'other', text: '' },
  { kind: 'forbidden', code: '', text: '' },
  { kind: 'not-found', text: '' },
  { kind: 'edge', status: 403, text: '' },
  { kind: 'key', state: 'locked' },
  { kind: 'cancelled' },
])('a permanent failure is never retried: $kind', (failure) => {
  expect(retryAfter(failure, 1, at(0.5))).toBe('give-up')
})

test('a quota is waited for however often it runs out, exactly until its reset time', () => {
  const quota: Failure = {
    kind: 'quota',
    limit_kind: 'queries',
    used: 1,
    limit: 1,
    interval_seconds: 60,
    resetsAt: now + 42_000,
    text: '',
  }
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.double({ min: 0, max: 0.99, noNaN: true }),
      (tries, r) => {
        expect(retryAfter(quota, tries, at(r))).toEqual({ waitMs: 42_000 })
        const { interval_seconds: _, ...untold } = quota
        const decision = retryAfter(untold, tries, at(r))
        if (decision === 'give-up') throw new Error('gave up')
        expect(decision.waitMs).toBeGreaterThanOrEqual(42_000)
        expect(decision.waitMs).toBeLessThanOrEqual(102_000)
      },
    ),
  )
})
