import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useCallTimes } from '../../../../src/renderer/features/player/moments/use-video.ts'
import { type About, historyOf } from '../../../../src/renderer/features/player/queries.ts'
import { prefetch } from '../../../../src/renderer/query.ts'
import { startText } from '../../../../src/renderer/text.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { stubBridge, stubDocument } from '../../../support/page-bridge.ts'
import { aPlayer } from '../../../support/statistics.ts'

beforeAll(async () => {
  stubDocument()
  await startText('en')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const url = 'https://new.example'
const items = [{ id: 'call', base: { active: true }, window: { start: 600 }, action: { url } }]

/** What a screen says about the times, after one change that was published on March 5. */
async function saidAfter(account_id: string, register: string, before: unknown, end: string) {
  const change = { event: 'posted', group: 'call_actions', item_id: 'call', register, before }
  const value = [{ id: 1, at: Date.UTC(2026, 2, 5, 10), ...change }]
  stubBridge(() => Promise.resolve({ ok: true, value }))
  const about: About = {
    ...{ account_id, zone: 'UTC', player: aPlayer(), isUnknown: false },
    ...{ period: { start: '2026-03-01', end }, comparison: null, today: '2026-03-07' },
  }
  await prefetch(...historyOf(account_id, about.player.id))
  const Said = () => useCallTimes(about, { id: about.player.id, call_actions: { items } }).note
  return wordsOf(<Said />)
}

test('a link that changed in the period gives no days other times', async () => {
  expect(await saidAfter('link', 'action.url', 'https://old.example', '2026-03-07')).toBe(
    'Calls to action, pitch and length are as set today: no other times are known for these days.',
  )
})

test('of times that changed in the period, it is not said that no others are known', async () => {
  expect(await saidAfter('moved', 'window.start', 700, '2026-03-07')).toBe(
    'Calls to action, pitch and length are as set today. ' +
      'Calls to action changed on Mar 5, 2026; earlier days had other times.',
  )
})

test('times that changed after the period are those of its last day', async () => {
  expect(await saidAfter('later', 'window.start', 700, '2026-03-04')).toBe(
    'Calls to action are as set on Mar 4, 2026, from the history on this computer. ' +
      'Pitch and length are as set today.',
  )
})
