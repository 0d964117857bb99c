import { createElement } from 'react'
import { beforeAll, expect, test } from 'vitest'
import {
  replacedText,
  TestFailed,
  Works,
} from '../../../../src/renderer/features/settings/account-card.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { Failure } from '../../../../src/shared/failure.ts'
import { wordsOf } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

test('a key that is only in memory is never called saved', () => {
  const textOf = (analytics: 'ready' | 'session', testedAt: number | null) =>
    replacedText({ keys: { analytics, video: 'absent' }, testedAt })
  expect([textOf('ready', 1), textOf('ready', null)]).toEqual(['replaced', 'keptUntested'])
  expect([textOf('session', 1), textOf('session', null)]).toEqual(['inMemory', 'inMemory'])
})

test('where the service does not say what is left of a limit, that follows from what is used', () => {
  const window = {
    interval_seconds: 60,
    interval_starts_at: '2026-03-04T05:06:00Z',
    interval_ends_at: '2026-03-04T05:07:00Z',
    read_bytes: { used: 0, limit: null, remaining: null },
  }
  const said = (used: number, remaining: number | null) => {
    const queries = { used, limit: 60, remaining }
    return wordsOf(createElement(Works, { usage: { quotas: [{ ...window, queries }] } }))
  }
  expect(said(20, 39)).toMatch(/\b39\b/)
  expect(said(20, null)).toMatch(/\b40\b/)
  expect(said(70, null)).toMatch(/\b0\b/)
})

test('a test of a key that a limit prevented does not go on by itself, and says so', () => {
  const nothing = () => undefined
  const failure = {
    ...({ kind: 'quota', limit_kind: 'queries', used: 60, limit: 60 } as const),
    ...{ resetsAt: 0, text: '' },
  }
  const said = wordsOf(createElement(TestFailed, { failure, onRetry: nothing, onEdit: nothing }))
  expect(said).toContain('Then try again.')
  expect(said).not.toContain('automatically')
})

test.each([
  ['that does not respond', { kind: 'offline', reason: 'unreachable', host: 'a.example' }],
  ['that is not of the API', { kind: 'edge', status: 404, text: '404 Route Not Found' }],
] satisfies [string, Failure][])('a test at an address %s offers to change it', (_, failure) => {
  const nothing = () => undefined
  const offered = (tested: Failure) =>
    wordsOf(createElement(TestFailed, { failure: tested, onRetry: nothing, onEdit: nothing }))
  expect(offered(failure)).toContain('Change address')
  const refused = { kind: 'unauthorized', reason: 'invalid-credentials', text: '' } as const
  expect(offered(refused)).not.toContain('Change address')
})
