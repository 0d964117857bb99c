import { expect, test } from 'vitest'
import { analytics } from '../../../../src/shared/api/analytics.ts'
import { DEFAULT_GUARDRAILS as guardrails } from '../../../../src/shared/features/ab-tests/ab-test.ts'
import { variantTable } from '../../../../src/shared/features/variants/table.ts'
import { missing } from '../../../../src/shared/tables/table.ts'
import { cellAt } from '../../../support/statistics.ts'

const period = { start: '2026-03-01', end: '2026-03-14' }
const asOf = Date.parse('2026-03-20T12:00:00Z')

const player = { pitch_time: 300, created_at: '2025-11-05 10:00:00' }
const known = { period, guardrails, player }

const headline = (number: number, change: object = {}) => ({
  number,
  views: 10_000,
  plays: 4000,
  clicks: 500,
  conversions: 200,
  engagement: 41.07,
  play_rate: 40,
  play_over_engagement: 97.39,
  pitch: 30.5,
  conversion_rate: 5,
  amount_usd: 0,
  amount_brl: 1_234_567,
  amount_eur: 0,
  ...change,
})

const headlines = (rows: object[], view: { base?: string; end?: string } = {}) =>
  variantTable(
    'headlines',
    { value: rows as Record<string, unknown>[], asOf },
    { ...known, base: view.base ?? null, period: { ...period, end: view.end ?? period.end } },
  )

test('a headline has every documented column, and an undocumented field is ignored', () => {
  const { columns, rows } = headlines([headline(1, { secret: 1 })])
  expect(columns.map(({ key }) => key)).toEqual(Object.keys(headline(1)))
  expect(rows).toEqual([Object.values(headline(1))])
  expect(columns.at(-2)).toEqual({ key: 'amount_brl', kind: 'money', currency: 'brl' })
})

test('a lift is in percent of the baseline row, truncated, and the baseline has none', () => {
  const rows = [headline(1), headline(2, { play_rate: 50.01, pitch: 20.74 })]
  const table = headlines(rows)
  expect(table.base).toBe('1')
  expect(cellAt(table, 0, 'play_rate_lift')).toEqual(missing('not-applicable'))
  expect(cellAt(table, 1, 'play_rate_lift')).toBe(25.02)
  expect(cellAt(table, 1, 'pitch_lift')).toBe(-32)
  const other = headlines(rows, { base: '2' })
  expect(other.base).toBe('2')
  expect(cellAt(other, 0, 'play_rate_lift')).toBe(-20.01)
})

test('a lift is of the exact counts behind a rate, and of the rate where the service counted others', () => {
  const of = (conversions: number, conversion_rate: number, change = {}) =>
    headline(1, { plays: 300_000, conversions, conversion_rate, ...change })
  const lift = (base: object, row: object) =>
    cellAt(headlines([base, { ...row, number: 2 }]), 1, 'conversion_rate_lift')
  expect(lift(of(301, 0.1), of(389, 0.12))).toBe(29.23)
  expect(lift(of(389, 0.12), of(301, 0.1))).toBe(-22.62)
  expect(lift(of(29, 0), of(58, 0.01))).toBe(100)
  expect(lift(of(0, 0), of(58, 0.01))).toEqual(missing('new'))
  const unique = { plays: 500_000 }
  expect(lift(of(301, 0.1, unique), of(389, 0.12, unique))).toBe(20)
})

test('a lift over zero is new, and a missing baseline is replaced by the first row', () => {
  const rows = [headline(1, { pitch: 0 }), headline(2, { pitch: 12.5 }), headline(3, { pitch: 0 })]
  const table = headlines(rows, { base: '9' })
  expect(table.base).toBe('1')
  expect(cellAt(table, 1, 'pitch_lift')).toEqual(missing('new'))
  expect(cellAt(table, 2, 'pitch_lift')).toBe(0)
})

test('a share of no views or plays is not applicable, rather than 0 %', () => {
  const none = {
    engagement: 0,
    play_rate: 0,
    play_over_engagement: 0,
    pitch: 0,
    conversion_rate: 0,
  }
  const table = headlines([headline(1), headline(2, { ...none, plays: 0 })])
  const cell = (key: string) => cellAt(table, 1, key)
  expect(cell('play_rate')).toBe(0)
  for (const key of ['engagement', 'play_over_engagement', 'pitch', 'conversion_rate']) {
    expect([cell(key), cell(`${key}_lift`) ?? missing('not-applicable')]).toEqual([
      missing('not-applicable'),
      missing('not-applicable'),
    ])
  }
  const unseen = headlines([headline(1, { ...none, views: 0, plays: 0 })])
  expect(cellAt(unseen, 0, 'play_rate')).toEqual(missing('not-applicable'))
})

test('a verdict is given only after enough days and conversions, and is next to the name', () => {
  const rows = [headline(1), headline(2, { plays: 5200, conversions: 260 })]
  const table = headlines(rows)
  expect(table.columns.slice(0, 3).map(({ key }) => key)).toEqual([
    'number',
    'play_rate_verdict',
    'conversion_rate_verdict',
  ])
  expect(table.rows.map((row) => row[1])).toEqual(['base', 'ahead'])
  expect(headlines(rows, { base: '2' }).rows.map((row) => row[1])).toEqual(['behind', 'base'])
  // Six whole days.
  expect(cellAt(headlines(rows, { end: '2026-03-06' }), 1, 'play_rate_verdict')).toBe('collecting')
  const few = rows.map((row) => ({ ...row, conversions: 99 }))
  expect(cellAt(headlines(few), 1, 'play_rate_verdict')).toBe('collecting')
})

test('a verdict follows the current guardrails', () => {
  const value = [headline(1), headline(2, { plays: 5200, conversions: 260 })]
  const under = (change: object) =>
    variantTable(
      'headlines',
      { value, asOf },
      { ...known, base: null, guardrails: { ...guardrails, ...change } },
    )
  expect(cellAt(under({}), 1, 'play_rate_verdict')).toBe('ahead')
  expect(cellAt(under({ days: 15 }), 1, 'play_rate_verdict')).toBe('collecting')
  expect(cellAt(under({ conversions: 201 }), 1, 'play_rate_verdict')).toBe('collecting')
})

test('days that had not ended when the answer was read do not count for a verdict', () => {
  const rows = [headline(1), headline(2, { plays: 5200 })]
  const early = { value: rows, asOf: Date.parse('2026-03-07T23:00:00Z') }
  const table = variantTable('headlines', early, { ...known, base: null })
  expect(cellAt(table, 1, 'play_rate_verdict')).toBe('collecting')
  const late = { value: rows, asOf: Date.parse('2026-03-08T01:00:00Z') }
  expect(
    cellAt(variantTable('headlines', late, { ...known, base: null }), 1, 'play_rate_verdict'),
  ).toBe('ahead')
})

test('days before the player existed, and the one on which it was created, do not count for a verdict', () => {
  const value = [headline(1), headline(2, { plays: 5200 })]
  const under = (created_at: string) => {
    const view = { ...known, base: null, player: { ...player, created_at } }
    return cellAt(variantTable('headlines', { value, asOf }, view), 1, 'play_rate_verdict')
  }
  // Seven whole days of UTC in the period, and six.
  expect(under('2026-03-07 23:00:00')).toBe('ahead')
  expect(under('2026-03-08 01:00:00')).toBe('collecting')
  expect(under('')).toBe('ahead')
})

test('counts that are no share of each other have no verdict', () => {
  const table = headlines([headline(1), headline(2, { plays: 10_001 })])
  expect(cellAt(table, 1, 'play_rate_verdict')).toBe('invalid')
})

test('no headline is better by its counts and worse by its shown rate', () => {
  const verdicts = (base: object, row: object) => {
    const table = headlines([headline(1, base), headline(2, { plays: 5200, ...row })])
    return ['play_rate', 'conversion_rate'].map((rate) => cellAt(table, 1, `${rate}_verdict`))
  }
  expect(verdicts({ play_rate: 52 }, { play_rate: 50 })[0]).toBe('invalid')
  // The service counts others for its rates: another size alone is no contradiction.
  expect(verdicts({ play_rate: 50 }, { play_rate: 60 })[0]).toBe('ahead')
  expect(verdicts({ play_rate: 50 }, { play_rate: 50 })[0]).toBe('ahead')
  expect(verdicts({ play_rate: null }, { play_rate: 50 })[0]).toBe('ahead')
  const sold = { conversions: 400, conversion_rate: 4 }
  const even = { plays: 5200, play_rate: 40.01 }
  expect(verdicts({ ...even, conversion_rate: 6 }, sold)).toEqual(['none', 'invalid'])
})

test('a single headline has no comparison', () => {
  const table = headlines([headline(1)])
  expect(table.columns.some(({ key }) => /_(lift|verdict)$/.test(key))).toBe(false)
})

test('speeds have the returned columns, unknown ones unchanged, and no others', () => {
  const value = [
    { speed: 1, views: 10, engagement: 40.5, rebuffers: 3, note: 'a', deep: { x: 1 } },
    { speed: '1.25', views: 12, engagement: null, rebuffers: 4, deep: null },
  ]
  const table = variantTable('turbo', { value, asOf }, { ...known, base: null })
  expect(table.columns).toEqual([
    { key: 'speed', kind: 'text' },
    { key: 'views', kind: 'count' },
    { key: 'engagement', kind: 'percent' },
    { key: 'engagement_lift', kind: 'percent' },
    { key: 'rebuffers', kind: 'count' },
    { key: 'note', kind: 'text' },
    { key: 'deep', kind: 'text' },
  ])
  const none = missing('not-applicable')
  expect(table.rows).toEqual([
    ['1', 10, 40.5, none, 3, 'a', '{"x":1}'],
    ['1.25', 12, none, none, 4, none, none],
  ])
  expect(table.labels).toEqual(['1', '1.25'])
})

test('an autoplay column of another type than a headline has is shown as text, not as a figure', () => {
  const value = [
    { number: 1, views: '1200', pitch: 'n/a', amount_usd: 10.5 },
    { number: 2, views: '80', pitch: '12', amount_usd: 3 },
  ]
  const table = variantTable('smartAutoplays', { value, asOf }, { ...known, base: '2' })
  expect(table.columns.map(({ key, kind }) => [key, kind])).toEqual([
    ['number', 'count'],
    ['views', 'text'],
    ['pitch', 'text'],
    ['amount_usd', 'text'],
  ])
  expect(table.rows[0]).toEqual([1, '1200', 'n/a', '10.5'])
  expect(table.base).toBe('2')
})

test('rates of autoplays that come as text are rates, with a lift and none of no plays', () => {
  const value = [
    { number: 1, plays: 400, play_rate: '50.10', engagement: 31.2, pitch: '38' },
    { number: 2, plays: 0, play_rate: '60.12', engagement: '0', pitch: '41.5' },
  ]
  const table = variantTable('smartAutoplays', { value, asOf }, { ...known, base: null })
  expect(table.columns.map(({ key, kind }) => [key, kind])).toEqual([
    ['number', 'count'],
    ['plays', 'count'],
    ...['engagement', 'engagement_lift', 'play_rate', 'play_rate_lift'].map((key) => [
      key,
      'percent',
    ]),
    ...['pitch', 'pitch_lift'].map((key) => [key, 'percent']),
  ])
  const none = missing('not-applicable')
  expect(table.rows).toEqual([
    [1, 400, 31.2, none, 50.1, none, 38, none],
    [2, 0, none, none, 60.12, 20, none, none],
  ])
})

test.each([
  ['views', null, missing('not-applicable')],
  ['views', '12', 12],
  ['views', 'many', 'many'],
  ['speed', null, missing('not-applicable')],
  ['engagement', '50%', '50%'],
])('a speed whose %s is %j is shown so, beside the others', (key, odd, cell) => {
  const usual: Record<string, number> = {
    speed: 1.5,
    views: 10,
    plays: 8,
    conversions: 1,
    engagement: 40.5,
  }
  const value = analytics.turbo.output.parse([usual, { ...usual, [key]: odd }])
  const table = variantTable('turbo', { value, asOf }, { ...known, base: null })
  expect(cellAt(table, 1, key)).toEqual(cell)
  expect(table.labels).toEqual(['1.5', key === 'speed' ? '#2' : '1.5'])
  expect([usual[key], String(usual[key])]).toContain(cellAt(table, 0, key))
})

test.each(['2', null, { a: 1 }])(
  'an autoplay with the number %j is shown beside the others',
  (number) => {
    const value = analytics.smartAutoplays.output.parse([
      { number: 1, views: 3 },
      { number, views: 4 },
    ])
    const table = variantTable('smartAutoplays', { value, asOf }, { ...known, base: null })
    expect(table.labels).toEqual(['1', number === '2' ? '2' : '#2'])
    expect(cellAt(table, 1, 'views')).toBe(4)
  },
)

test('rows without a number are named by their position', () => {
  const table = variantTable(
    'smartAutoplays',
    { value: [{ a: 1 }, { a: 2 }], asOf },
    { ...known, base: '#2' },
  )
  expect(table.labels).toEqual(['#1', '#2'])
  expect(table.base).toBe('#2')
})

test('of a player without a pitch there is no share past it, and no lift of one', () => {
  const rows = [headline(1, { pitch: 100 }), headline(2, { pitch: 100 })]
  const table = variantTable(
    'headlines',
    { value: rows, asOf },
    { ...known, base: null, player: { ...player, pitch_time: 0 } },
  )
  expect(cellAt(table, 0, 'pitch')).toEqual(missing('not-applicable'))
  expect(cellAt(table, 1, 'pitch_lift')).toEqual(missing('not-applicable'))
})

test('without an answer there is no age and there are no rows', () => {
  const table = variantTable('turbo', null, { ...known, base: null })
  expect([table.asOf, table.rows, table.base]).toEqual([null, [], null])
})

test('a pitch above 100 is a number of people, with whole values and without a lift', () => {
  const table = headlines([headline(1, { pitch: 412 }), headline(2, { pitch: 30 })])
  const keys = table.columns.map(({ key }) => key)
  expect(keys).not.toContain('pitch')
  expect(keys.filter((key) => key.startsWith('pitch'))).toEqual(['pitch_count'])
  expect(table.columns.find(({ key }) => key === 'pitch_count')?.kind).toBe('count')
  expect([0, 1].map((row) => cellAt(table, row, 'pitch_count'))).toEqual([412, 30])
})

test('a pitch without fractions may be a number of people, with whole values and without a lift', () => {
  const table = headlines([headline(1, { pitch: 37 }), headline(2, { pitch: 52 })])
  expect(table.columns.filter(({ key }) => key.startsWith('pitch'))).toEqual([
    { key: 'pitch_count', kind: 'count' },
  ])
  expect(cellAt(headlines([headline(1), headline(2, { pitch: 52 })]), 1, 'pitch')).toBe(52)
})

test('a pitch that exceeds the views is a percentage also without fractions', () => {
  const few = { views: 20, plays: 4 }
  const table = headlines([headline(1, { ...few, pitch: 50 }), headline(2, { ...few, pitch: 0 })])
  expect(table.columns.filter(({ key }) => key.startsWith('pitch'))).toEqual([
    { key: 'pitch', kind: 'percent' },
    { key: 'pitch_lift', kind: 'percent' },
  ])
})

test('a pitch of speeds is a percentage also without fractions', () => {
  const value = [
    { speed: 1, pitch: 37 },
    { speed: 2, pitch: 52 },
  ]
  const { columns } = variantTable('turbo', { value, asOf }, { ...known, base: null })
  expect(columns.find(({ key }) => key === 'pitch')?.kind).toBe('percent')
})

test('a speed without plays has no click rate and no lift of one', () => {
  const speed = { pitch: 40.5, click: 3.5, conversion_rate: 1.5 }
  const value = [
    { speed: 1, plays: 900, ...speed },
    { speed: 1.25, plays: 0, pitch: 0, click: 0, conversion_rate: 0 },
  ]
  const table = variantTable('turbo', { value, asOf }, { ...known, base: null })
  expect([0, 1].map((row) => cellAt(table, row, 'click'))).toEqual([3.5, missing('not-applicable')])
  expect(cellAt(table, 1, 'click_lift')).toEqual(missing('not-applicable'))
})
