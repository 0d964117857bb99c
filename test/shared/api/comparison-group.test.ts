import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analytics } from '../../../src/shared/api/analytics.ts'
import type { ComparisonGroup } from '../../../src/shared/api/comparison-group.ts'
import { stateOf } from '../../../src/shared/features/ab-tests/ab-word.ts'
import {
  comparisonRequest,
  testsIn,
  wholeDays,
} from '../../../src/shared/features/ab-tests/times.ts'
import { FROZEN_ANSWERS } from '../../../src/shared/features/reports/frozen-answers.ts'

const [A, B] = ['a'.repeat(24), 'b'.repeat(24)]
const stateNow = (group: ComparisonGroup) => stateOf(group, { zone: 'UTC', now: Date.UTC(2027, 0) })

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
    expect([group.started_at, stateNow(group)]).toEqual([null, 'planned'])
  },
)

const part = (player_id: string, traffic_percentage: unknown) => ({ player_id, traffic_percentage })

test.each([
  ['without players', { players: undefined, player_ids: [A, B] }],
  ['without a name', { name: null }],
  ['without a time of creation', { created_at: null }],
  ['with shares as text', { players: [A, B].map((player_id) => part(player_id, '50.0')) }],
  ['with a number as its id', { id: 7 }],
])('a test %s is listed beside the others', (_, change) => {
  const usual = { id: 'g', name: 'One', players: [A, B].map((one) => part(one, 50)) }
  const read = analytics.comparisonGroups.output.parse([usual, { ...usual, ...change }])
  expect(read.map(({ players }) => players.map(({ player_id }) => player_id))).toEqual([
    [A, B],
    [A, B],
  ])
  const [, odd] = read
  expect(odd?.id).toBe('id' in change ? '7' : 'g')
  expect(odd?.name).toBe('name' in change ? 'g' : 'One')
  const share = 'player_ids' in change ? undefined : 50
  expect(odd?.players[0]?.traffic_percentage).toBe(share)
  expect(analytics.comparisonGroups.output.parse(read)).toEqual(read)
})

test.each([
  ['a share with a sign', { players: [A, B].map((one) => part(one, '50%')) }, [A, B]],
  [
    'a mark that is a number',
    { players: [A, B].map((player_id) => ({ player_id, locked: 1 })) },
    [A, B],
  ],
  ['a start that is a number', { started_at: 1_780_000_000 }, [A, B]],
  ['a name that is none', { name: 5 }, [A, B]],
  ['an entry without a player', { players: [part(A, 50), null, { player_id: null }] }, [A]],
  ['players that are no list', { players: {}, player_ids: [null, B] }, [B]],
  [
    'an entry that names its player otherwise',
    { players: [part(A, 50), null, { id: B }], player_ids: [A, B] },
    [A, B],
  ],
])('%s hides no test, and is read as missing', (_, change, expected) => {
  const usual = { id: 'g', name: 'One', players: [A, B].map((one) => part(one, 50)) }
  const [first, odd] = analytics.comparisonGroups.output.parse([usual, { ...usual, ...change }])
  expect(first?.players).toEqual(usual.players)
  expect(odd?.players.map(({ player_id }) => player_id)).toEqual(expected)
  expect(odd?.started_at ?? null).toBeNull()
  expect(odd?.name).toBe('name' in change ? 'g' : 'One')
  for (const { traffic_percentage, locked } of odd?.players ?? []) {
    expect([50, undefined]).toContain(traffic_percentage)
    expect(locked).toBeUndefined()
  }
})

const facts = { asOf: 1, from: 'store', isSettled: false, trouble: null }
const isTaken = (value: unknown) =>
  FROZEN_ANSWERS['analytics.comparisonGroups']?.safeParse({ value, ...facts }).success

test('of a report, whose answers are drawn as they are, an odd test is refused', () => {
  const read = analytics.comparisonGroups.output.parse([
    { id: 'g', players: [{ ...part(A, 50), started_at: '2026-07-01 12:00:00' }, part(B, '50%')] },
  ])
  const [group] = read
  expect(isTaken(JSON.parse(JSON.stringify(read)))).toBe(true)
  for (const players of [undefined, [null], [{}], [part(A, '50%')], [{ player_id: A, locked: 1 }]])
    expect(isTaken([{ ...group, players }])).toBe(false)
})

test('of a report a test is refused with a time that does not exist', () => {
  const usual = { id: 'g', name: 'One', players: [] }
  const withTime = (time: unknown) => [
    { ...usual, started_at: time },
    { ...usual, finished_at: time },
    { ...usual, players: [{ player_id: A, started_at: time }] },
  ]
  for (const time of ['2026-07-01 12:00:00', '', null, undefined])
    for (const group of withTime(time)) expect(isTaken([group]), String(time)).toBe(true)
  for (const time of ['soon', '2026-07-01', '2026-07-01T12:00:00Z', '2026-02-30 12:00:00', 1])
    for (const group of withTime(time)) expect(isTaken([group]), String(time)).toBe(false)
})

test.each([
  ['without an id', { name: 'One', players: [] }],
  ['with an empty id', { id: '', players: [] }],
  ['that is null', null],
  ['that is a text', 'g'],
])('an entry %s is left out and counted, and hides no other', (_, odd) => {
  const usual = { id: 'g', name: 'One', players: [A, B].map((one) => part(one, 50)) }
  const value = analytics.comparisonGroups.output.parse([odd, usual, odd])
  const { value: tests, leftOut } = testsIn({ value }, 'UTC')
  expect(tests.map(({ id }) => id)).toEqual(['g'])
  expect(leftOut).toBe(2)
  expect(analytics.comparisonGroups.output.parse(value)).toEqual(value)
})

test('a list without any readable entry is refused: it does not say that there are no tests', () => {
  const { output } = analytics.comparisonGroups
  expect(output.safeParse([{ name: 'One' }]).success).toBe(false)
  expect(output.parse([])).toEqual([])
})

test.each(['soon', '', '2026-02-30 12:00:00', 1_780_000_000, {}])(
  'of a test with the end %j it is not known whether it runs',
  (finished_at) => {
    const usual = { id: 'g', players: [], started_at: '2026-07-01 12:00:00' }
    const read = analytics.comparisonGroups.output.parse([{ ...usual, finished_at }])
    expect(testsIn({ value: read }, 'UTC').value.map(stateNow)).toEqual(['unknown'])
    expect(analytics.comparisonGroups.output.parse(read)).toEqual(read)
  },
)

test('a test without an end is in progress', () => {
  const usual = { id: 'g', players: [], started_at: '2026-07-01 12:00:00' }
  const rows = [usual, { ...usual, finished_at: null }]
  expect(analytics.comparisonGroups.output.parse(rows).map(stateNow)).toEqual([
    'running',
    'running',
  ])
})

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
