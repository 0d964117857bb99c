import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeTime } from '../../../../src/shared/features/videos/codec.ts'
import { readTime } from '../../../../src/shared/time/time.ts'

test('a time is typed as seconds, as minutes and seconds, or with hours', () => {
  expect(['330', '5:30', '1:05:00', '0', '0:07', ' 90:00 '].map(readTime)).toEqual([
    330, 330, 3900, 0, 7, 5400,
  ])
})

test('an emptied field has no time, rather than second zero', () => {
  expect(['', '   '].map(readTime)).toEqual([null, null])
})

test('a text that cannot be a time is refused', () => {
  const typed = ['5:3', '5:60', '1:60:00', '-5', '5.5', 'five', '5:', ':30', '1:2:3:4', '1e3']
  expect(typed.map(readTime)).toEqual(typed.map(() => undefined))
})

test('every displayed time is read back as the same time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), (second) => {
      expect(readTime(writeTime(second))).toBe(second)
    }),
  )
})

test('a value that is not a time is shown unchanged', () => {
  expect([null, undefined, 'soon', -4].map(writeTime)).toEqual(['', '', 'soon', '-4'])
})
