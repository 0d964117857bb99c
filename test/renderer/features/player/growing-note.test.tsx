import { beforeAll, expect, test } from 'vitest'
import { GrowingNote } from '../../../../src/renderer/features/player/figures.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { Answer } from '../../../../src/shared/features/analytics/answer.ts'
import { wordsOf } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

const about = {
  ...{ account_id: 'a', zone: 'UTC', isUnknown: false, comparison: null, today: '2026-11-30' },
  period: { start: '2026-11-20', end: '2026-11-26' },
  player: { id: 'p', name: 'p', duration: 600, pitch_time: 0, created_at: '2026-01-01 00:00:00' },
}

test('a block with sales names the days whose sales may have grown since they were read', () => {
  const said = (at: string, isSettled = false) => {
    const answer: Answer<unknown> = {
      ...{ value: {}, asOf: Date.parse(at), from: 'store', isSettled, trouble: null },
    }
    return wordsOf(<GrowingNote {...{ answer, about }} />)
  }
  expect(said('2026-11-27T12:00:00Z')).toContain('those of Nov 24 – 26, 2026 may still grow')
  expect(said('2026-11-30T12:00:00Z')).toBe('')
  expect(said('2026-11-30T12:00:00Z', true)).toBe('')
})
