import { expect, test } from 'vitest'
import { resultClass } from '../../../../src/main/features/publishing/result-class.ts'
import type { Failure, OfflineReason } from '../../../../src/shared/failure.ts'

const offline = (reason: OfflineReason): Failure => ({
  kind: 'offline',
  reason,
  host: 'videos.example',
})
const text = ''
const where = ''

test.each<[string, Failure, string]>([
  ['no host', offline('unreachable'), 'not-sent'],
  ['no safe connection', offline('tls'), 'not-sent'],
  ['an unknown authority', offline('authority'), 'not-sent'],
  ['a proxy that is gone', offline('proxy-unreachable'), 'not-sent'],
  ['a proxy that asks for a login', offline('proxy-login'), 'not-sent'],
  ['a proxy that refuses', offline('proxy-refused'), 'not-sent'],
  ['no key', { kind: 'key', state: 'locked' }, 'not-sent'],
  ['an address we do not ask', { kind: 'refused', text }, 'not-sent'],
  ['422', { kind: 'invalid', fields: [], text }, 'refused'],
  ['401', { kind: 'unauthorized', reason: 'other', text }, 'refused'],
  ['403', { kind: 'forbidden', code: 'forbidden', text }, 'refused'],
  ['404', { kind: 'not-found', text }, 'refused'],
  ['429', { kind: 'quota', limit_kind: '', used: 0, limit: 0, resetsAt: 0, text }, 'refused'],
  ['a page of the edge', { kind: 'edge', status: 403, text }, 'refused'],
  ['a page with another refusal', { kind: 'edge', status: 405, text }, 'unproven'],
  ['409', { kind: 'declined', status: 409, text }, 'unproven'],
  ['a page with a success', { kind: 'edge', status: 200, text }, 'ambiguous'],
  ['a redirect', { kind: 'malformed', reason: 'redirect', where }, 'ambiguous'],
  ['a success cut short', { kind: 'malformed', reason: 'truncated', where }, 'applied'],
  ['a success that is no JSON', { kind: 'malformed', reason: 'not-json', where }, 'applied'],
  ['no answer in time', offline('timeout'), 'ambiguous'],
  ['a connection that broke', offline('interrupted'), 'ambiguous'],
  ['503', { kind: 'unavailable', status: 503, text }, 'ambiguous'],
  ['408', { kind: 'unavailable', status: 408, text }, 'ambiguous'],
  ['given up', { kind: 'cancelled' }, 'ambiguous'],
  ['anything else', { kind: 'unexpected', text }, 'ambiguous'],
])('%s', (_, failure, expected) => {
  expect(resultClass(failure)).toBe(expected)
})
