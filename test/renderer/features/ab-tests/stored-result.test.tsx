import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { analyticsQuery } from '../../../../src/renderer/analytics-query.ts'
import { TestView } from '../../../../src/renderer/features/ab-tests/test-view.tsx'
import { prefetch } from '../../../../src/renderer/query.ts'
import { startText } from '../../../../src/renderer/text.ts'
import type { ComparisonGroup } from '../../../../src/shared/api/comparison-group.ts'
import type { AbArm, AbSnapshot } from '../../../../src/shared/features/ab-tests/ab-test.ts'
import { DEFAULT_CHOICE } from '../../../../src/shared/features/ab-tests/table.ts'
import { comparisonRequest } from '../../../../src/shared/features/ab-tests/times.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { stubBridge, stubDocument } from '../../../support/page-bridge.ts'
import { idOf } from '../../../support/statistics.ts'
import { aComparison } from '../../../support/store-data.ts'

beforeAll(() => {
  stubDocument()
  return startText('en')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const pair = [idOf(1), idOf(2)] as const
const started_at = '2026-03-01 00:00:00'
const day = '2026-03-20'
const group: ComparisonGroup = {
  ...{ id: 'group', name: 'Two headlines', started_at, finished_at: `${day} 15:00:00` },
  players: pair.map((player_id) => ({ player_id, traffic_percentage: 50, started_at })),
}

const arm = (player_id: string, conversions: number): AbArm => ({
  ...{ player_id, views: 10_000, plays: 10_000, conversions, pitch_time: 60 },
  shares: {
    conversion_rate: { part: conversions, whole: 10_000 },
    play_rate: { part: 5000, whole: 10_000 },
    pitch_retention_rate: { part: 3000, whole: 10_000 },
  },
})

const snapshot: AbSnapshot = {
  ...{ group_id: group.id, start: started_at, day, asOf: Date.UTC(2026, 2, 20, 10) },
  arms: [arm(pair[0], 400), arm(pair[1], 520)],
}

/** The words of the test with these snapshots, once main has replied. */
async function saidAfter(reply: object, account_id: string, snapshots: AbSnapshot[]) {
  stubBridge(() => Promise.resolve(reply))
  const about = { account_id, group, zone: 'UTC' }
  const input = comparisonRequest(group, pair, { zone: about.zone, day })
  if (!input) throw new Error('the test has not started')
  await prefetch(...analyticsQuery(account_id, { name: 'comparisonStats', input }))
  const stored = { choice: DEFAULT_CHOICE, decisions: [], snapshots }
  const nothing = () => undefined
  const shown = { ...about, stored, nameOf: (id: string) => id, onRead: nothing, onClose: nothing }
  return wordsOf(<TestView {...shown} />)
}

test('offline, a finished test shows the verdict on its last day when nothing else is stored', async () => {
  const failure = { kind: 'offline', reason: 'chosen', host: 'service.example' }
  const said = await saidAfter({ ok: false, failure }, 'offline', [snapshot])
  const [verdict] = said.split('Guardrails')
  expect(verdict).toContain('Work offline is on')
  expect(verdict).toContain('B is better')
  expect(said).toContain('saved on Mar 20, 2026')
})

describe('when the service returns one variant only', () => {
  const { value } = aComparison({
    group_id: group.id,
    arms: pair,
    period: { start: day, end: day },
  })
  const answer = {
    asOf: Date.UTC(2026, 2, 25, 12),
    from: 'service',
    isSettled: false,
    trouble: null,
  }
  const reply = { ok: true, value: { ...answer, value: { ...value, stats: value.stats.slice(1) } } }

  test('a test shows its last result with the time of that, and says why', async () => {
    const said = await saidAfter(reply, 'one arm', [snapshot])
    expect(said).toContain('B is better')
    expect(said).toContain('saved on Mar 20, 2026: the service no longer returns both variants')
    const [verdict] = said.split('Retention')
    expect(verdict).toContain('as of Mar 20, 2026')
    expect(verdict).not.toContain('Mar 25')
  })

  test('a test without a stored result says that there is nothing to compare', async () => {
    const said = await saidAfter(reply, 'one arm', [])
    expect(said).toContain('The service does not return both variants')
  })
})
