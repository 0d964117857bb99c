import { expect, test } from 'vitest'
import { SavedOn, VerdictLine } from '../../../../src/renderer/features/ab-tests/verdict-line.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { ComparisonGroup } from '../../../../src/shared/api/comparison-group.ts'
import {
  AB_METRICS,
  type AbArm,
  type AbSnapshot,
} from '../../../../src/shared/features/ab-tests/ab-test.ts'
import { DEFAULT_CHOICE } from '../../../../src/shared/features/ab-tests/table.ts'
import { LANGUAGES } from '../../../../src/shared/locales/languages.ts'
import { wordsOf } from '../../../support/drawn.ts'

const [A, B, C] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)]
const started_at = '2026-03-01 00:00:00'
const joined = '2026-03-04 14:30:00'
const group: ComparisonGroup = {
  id: 'group',
  name: 'Three headlines',
  players: [A, B, C].map((player_id) => ({
    ...{ player_id, traffic_percentage: 33.33 },
    started_at: player_id === B ? joined : started_at,
  })),
  started_at,
}

const arm = (player_id: string, conversions: number): AbArm => ({
  ...{ player_id, views: 10_000, plays: 10_000, conversions },
  shares: {
    conversion_rate: { part: conversions, whole: 10_000 },
    play_rate: { part: 5000, whole: 10_000 },
    pitch_retention_rate: { part: 3000, whole: 10_000 },
  },
})

const snapshot: AbSnapshot = {
  ...{ group_id: group.id, start: joined, day: '2026-03-20' },
  asOf: Date.UTC(2026, 2, 21, 12),
  arms: [arm(A, 400), arm(B, 520)],
}

test.each(LANGUAGES)(
  'the verdict on two of three arms says in %s from which day and with which certainty',
  async (language) => {
    await startText(language)
    const about = {
      ...{ account_id: 'account', group, zone: 'UTC', nameOf: (id: string) => id },
      ...{ pair: [A, B] as const, choice: DEFAULT_CHOICE, onRead: () => undefined },
      stored: { choice: DEFAULT_CHOICE, decisions: [], snapshots: [snapshot] },
    }
    const said = wordsOf(<VerdictLine about={about} snapshot={snapshot} />)
    expect(said).not.toMatch(/\{\{|2026-03|00:00/u)
    expect(said).toMatch(/Mar 4, 2026|4 (de )?mar/u)
    expect(said).toMatch(/98[.,]3 (in|en|em) 100 .* 95\./u)
  },
)

test('a lift over nothing is not called a lift of zero, and no end beyond tenfold is written out', async () => {
  await startText('en')
  const choice = { ...DEFAULT_CHOICE, primary: 'pitch_retention_rate' as const }
  const without = snapshot.arms.map((one) => {
    const pitch_retention_rate = { part: one.player_id === A ? 0 : 4000, whole: 10_000 }
    return { ...one, pitch_time: 60, shares: { ...one.shares, pitch_retention_rate } }
  }) as [AbArm, AbArm]
  const about = {
    ...{ account_id: 'account', group, zone: 'UTC', nameOf: (id: string) => id },
    ...{ pair: [A, B] as const, choice, onRead: () => undefined },
    stored: { choice, decisions: [], snapshots: [] },
  }
  const said = wordsOf(<VerdictLine about={about} snapshot={{ ...snapshot, arms: without }} />)
  expect(said).toMatch(/B is (better|ahead): &gt; \+1,000\.0%.* to &gt; \+1,000\.0%\)/u)
})

test('a result that could not be refreshed names its day as all other days are named', async () => {
  await startText('en')
  expect(wordsOf(<SavedOn isLacking={false} day={snapshot.day} />)).toContain(
    'saved on Mar 20, 2026',
  )
})

test('a result that is no share says for each metric what was counted more often than its whole', async () => {
  await startText('en')
  const said = AB_METRICS.map((primary) => {
    const odd = snapshot.arms.map((one) => ({
      ...one,
      pitch_time: 60,
      shares: { ...one.shares, [primary]: { part: 10_100, whole: 10_000 } },
    })) as [AbArm, AbArm]
    const choice = { ...DEFAULT_CHOICE, primary }
    const about = {
      ...{ account_id: 'account', group, zone: 'UTC', nameOf: (id: string) => id },
      ...{ pair: [A, B] as const, choice, onRead: () => undefined },
      stored: { choice, decisions: [], snapshots: [] },
    }
    return wordsOf(<VerdictLine about={about} snapshot={{ ...snapshot, arms: odd }} />)
  })
  expect(said).toEqual([
    expect.stringContaining('more sessions bought than devices played'),
    expect.stringContaining('more devices played than loaded the player'),
    expect.stringContaining('more sessions reached the pitch than were measured'),
  ])
})
