import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellTone, changeCell, changeOf, withDeadBand } from '../../../src/shared/tables/change.ts'
import { missing } from '../../../src/shared/tables/table.ts'

const enough = { current: 500, previous: 500 }

test('a count changes in percent, truncated', () => {
  expect(changeOf({ current: 1124, previous: 999, isRate: false })).toEqual({
    kind: 'relative',
    amount: 12.51,
    difference: 125,
    percent: (100 * 125) / 999,
    polarity: 'up',
    isSteady: false,
    tone: 'good',
  })
})

test('a rate changes in points, never in percent of percent', () => {
  const change = changeOf({ current: 39.74, previous: 38.42, isRate: true, sample: enough })
  expect(change).toMatchObject({ kind: 'points', amount: 1.32, isSteady: true, tone: 'neutral' })
})

test('a decrease is bad, and good where less is better', () => {
  expect(changeOf({ current: 50, previous: 100, isRate: false })).toMatchObject({ tone: 'bad' })
  const better = changeOf({ current: 50, previous: 100, isRate: false, polarity: 'down' })
  expect(better).toMatchObject({ tone: 'good' })
})

test('from zero there is no percentage', () => {
  const change = changeOf({ current: 3, previous: 0, isRate: false })
  expect(change).toEqual({ kind: 'new', tone: 'good' })
  expect(changeCell(change)).toEqual(missing('new'))
})

test('from zero to zero there is no change', () => {
  expect(changeOf({ current: 0, previous: 0, isRate: false })).toMatchObject({
    kind: 'relative',
    amount: 0,
    isSteady: true,
  })
})

test('small samples are marked instead of getting a percentage', () => {
  expect(changeOf({ current: 12, previous: 9, isRate: false })).toEqual({ kind: 'few-data' })
  const rate = changeOf({
    current: 50,
    previous: 10,
    isRate: true,
    sample: { current: 99, previous: 5000 },
  })
  expect(changeCell(rate)).toEqual(missing('few-data'))
})

test('without a figure on both sides there is no comparison', () => {
  const change = changeOf({ current: 12, previous: missing('no-comparison'), isRate: false })
  expect(changeCell(change)).toEqual(missing('no-comparison'))
})

test('the threshold below which a change counts as steady can be set', () => {
  const compared = { current: 104, previous: 100, isRate: false }
  expect(changeOf(compared)).toMatchObject({ isSteady: true, tone: 'neutral' })
  expect(changeOf(compared, 3)).toMatchObject({ isSteady: false, tone: 'good' })
})

test('with another threshold, a change is reclassified as steady or as a move', () => {
  const change = changeOf({ current: 104, previous: 100, isRate: false })
  expect(withDeadBand(change, 5)).toEqual(change)
  expect(withDeadBand(change, 3)).toMatchObject({ isSteady: false, tone: 'good' })
  expect(withDeadBand(change, 0)).toMatchObject({ isSteady: false, tone: 'good' })
  const rate = changeOf({ current: 38, previous: 40, isRate: true, sample: enough })
  expect(withDeadBand(rate, 5.1)).toMatchObject({ isSteady: true, tone: 'neutral' })
  expect(withDeadBand(rate, 5)).toMatchObject({ isSteady: false, tone: 'bad' })
  expect(withDeadBand({ kind: 'few-data' }, 5)).toEqual({ kind: 'few-data' })
})

test('a change in a table has the tone of the same change in a tile', () => {
  const figure = fc.integer({ min: 100, max: 10_000 })
  const few = { current: figure, previous: figure, isRate: fc.boolean() }
  fc.assert(
    fc.property(fc.record(few), fc.integer({ min: 1, max: 50 }), (compared, deadBand) => {
      const { isRate } = compared
      const current = isRate ? compared.current / 100 : compared.current
      const previous = isRate ? compared.previous / 100 : compared.previous
      const change = changeOf({ current, previous, isRate, sample: enough, polarity: 'down' })
      const tone = cellTone(changeCell(change) as number, {
        ...{ isInPoints: isRate, now: current, polarity: 'down', deadBand },
      })
      expect(withDeadBand(change, deadBand)).toMatchObject({ tone })
    }),
  )
})

test('a change in points whose figure is unknown is never taken for steady', () => {
  const of = { isInPoints: true, now: undefined, polarity: 'up', deadBand: 5 } as const
  expect([cellTone(-0.5, of), cellTone(3, of), cellTone(0, of)]).toEqual(['bad', 'good', 'neutral'])
})
