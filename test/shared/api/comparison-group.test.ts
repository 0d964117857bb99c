import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analytics } from '../../../src/shared/api/analytics.ts'
import { stateOf } from '../../../src/shared/features/ab-tests/ab-word.ts'
import { comparisonRequest, wholeDays } from '../../../src/shared/features/ab-tests/reading.ts'

const [A, B] = ['a'.repeat(24), 'b'.repeat(24)]

function listed(started_at: string, finished_at: string | null = null) {
  const players = [A, B].map((player_id) => ({ player_id, started_at: null }))
  const rows = [{ id: 'g', name: 'One', players, started_at, finished_at }]
  const [group] = analytics.comparisonGroups.output.parse(rows)
  if (!group) throw new Error('No test was listed.')
  return group
}

test.each([
  ['2026-07-01 12:00:00', '2026-07-01 12:00:00'],
  ['2026-07-01 12:00:00 UTC', '2026-07-01 12:00:00'],
  ['2026-07-01T12:00:00.999Z', '2026-07-01 12:00:00'],
  ['2026-07-01T22:00:00-03:00', '2026-07-02 01:00:00'],
  ['2026-07-01 12:00:00 +0530', '2026-07-01 06:30:00'],
  ['2026-07-01T12:00', '2026-07-01 12:00:00'],
  ['2026-07-01', '2026-07-01 00:00:00'],
])('the start of a test %s is read as %s', (wire, expected) => {
  expect(listed(wire).started_at).toBe(expected)
})

test.each(['', 'soon', '2026-02-30 12:00:00', '01/07/2026', '9999-12-31T23:59:59-03:00'])(
  'a test with the start "%s" is shown as not started',
  (wire) => {
    const group = listed(wire)
    expect([group.started_at, stateOf(group)]).toEqual([null, 'planned'])
  },
)

test('a test can be opened in whatever form its times are listed', () => {
  const joined = (...parts: readonly string[]) => parts.join('')
  const time = fc
    .tuple(
      fc.constantFrom('2026-07-01', '2026-02-29', '2025-12-31'),
      fc.constantFrom(' ', 'T', 't'),
      fc.constantFrom('00:00:00', '23:59:59', '12:30', '24:00:00'),
      fc.constantFrom('', '.5', '.123456'),
      fc.constantFrom('', 'Z', ' UTC', '-03:00', '+1400', ' +00:00', '+99:00'),
    )
    .map((parts) => joined(...parts))
  const text = fc.oneof(time, fc.constant('2026-07-01'), fc.string())
  fc.assert(
    fc.property(text, text, (started_at, finished_at) => {
      const group = listed(started_at, finished_at)
      const request = comparisonRequest(group, [A, B], { zone: 'UTC', day: '2026-07-20' })
      if (group.started_at === null) expect(request).toBeNull()
      else analytics.comparisonStats.input.parse(request)
      const start = group.started_at ?? '2026-07-01 00:00:00'
      const asOf = Date.UTC(2026, 6, 20)
      expect(wholeDays(group, { start, day: '2026-07-20', asOf }, 'UTC')).toBeGreaterThanOrEqual(0)
    }),
  )
})
