import { expect, test } from 'vitest'
import { mergeClose } from '../../../src/renderer/ui/chart-marks.tsx'

const places = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `${index}` }))

test('marks that are too close for a finger are merged, whatever their order', () => {
  expect(mergeClose(places(4), [100, 10, 20, 41])).toEqual([
    { left: 10, keys: ['1', '2'] },
    { left: 41, keys: ['3'] },
    { left: 100, keys: ['0'] },
  ])
})

test('a mark with an unknown position is not drawn', () => {
  expect(mergeClose(places(2), [10])).toEqual([{ left: 10, keys: ['0'] }])
})
