import { expect, test } from 'vitest'
import { mergeClose } from '../../../src/renderer/ui/chart-marks.tsx'

const places = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `${index}` }))

test('marks too near for a finger to tell apart are one, whatever their order', () => {
  expect(mergeClose(places(4), [100, 10, 20, 41])).toEqual([
    { left: 10, keys: ['1', '2'] },
    { left: 41, keys: ['3'] },
    { left: 100, keys: ['0'] },
  ])
})

test('a mark whose place is not known yet is not drawn', () => {
  expect(mergeClose(places(2), [10])).toEqual([{ left: 10, keys: ['0'] }])
})
