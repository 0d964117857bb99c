import { expect, test } from 'vitest'
import { conclusionsOf } from '../../../../src/renderer/features/variants/conclusions.ts'

const plays = 'play_rate_verdict'
const conversions = 'conversion_rate_verdict'

/** The conclusions of a table whose first row is the base, from the verdicts of the other rows. */
const concluded = (keys: string[], ...others: string[][]) =>
  conclusionsOf({
    columns: ['number', ...keys].map((key) => ({ key, kind: 'text' })),
    rows: [keys.map(() => 'base'), ...others].map((row, index) => [index + 1, ...row]),
    ...{ totals: null, asOf: null, isSettled: true, base: '1' },
    labels: ['1', ...others.map((_, index) => String(index + 2))],
  })

test('a base that is better than others is said to be, as are the rows that are better than it', () => {
  expect(concluded([plays], ['behind'], ['behind'])).toEqual([
    { kind: 'decided', key: plays, better: ['1'], worse: ['2', '3'] },
  ])
  expect(concluded([plays, conversions], ['ahead', 'behind'], ['behind', 'none'])).toEqual([
    { kind: 'decided', key: plays, better: ['2'], worse: ['1'] },
    { kind: 'decided', key: plays, better: ['1'], worse: ['3'] },
    { kind: 'decided', key: conversions, better: ['1'], worse: ['2'] },
  ])
})

test('more data is asked for only while it may decide', () => {
  expect(concluded([plays], ['collecting'], ['none'])).toEqual([{ kind: 'open' }])
  expect(concluded([plays], ['leaning_behind'])).toEqual([{ kind: 'open' }])
  expect(concluded([plays, conversions], ['none', 'none'])).toEqual([{ kind: 'noDifference' }])
  expect(concluded([plays], ['none'], ['invalid'])).toEqual([])
  expect(concluded([])).toEqual([])
})
