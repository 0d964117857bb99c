import { expect, test } from 'vitest'
import {
  mostPlayed,
  sortedValues,
} from '../../../../src/shared/features/traffic/traffic-retention.ts'

const row = (grouped_field: string, total_started: number) => ({ grouped_field, total_started })

test('the eight values with most plays are offered; empty ones and those without plays are not', () => {
  const rows = [
    row('', 900),
    row('none', 0),
    ...'abcdefghij'.split('').map((name, at) => row(name, at + 1)),
  ]
  expect(mostPlayed(rows)).toEqual(['j', 'i', 'h', 'g', 'f', 'e', 'd', 'c'])
})

test('the same values in another order make the same query', () => {
  expect(sortedValues(['b', 'a'])).toEqual(sortedValues(['a', 'b']))
})
