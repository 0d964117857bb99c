import { expect, test } from 'vitest'
import { parametersFound } from '../../../../src/shared/features/traffic/parameters.ts'

test('the usual parameters come in a fixed order, the others by how often they were recorded', () => {
  const found = parametersFound([
    { xcod: 3 },
    { sck: 900 },
    { fbclid: 70 },
    { utm_campaign: 5 },
    { utm_source: 4 },
    { ad_id: 3 },
  ])
  expect(found.map(({ name }) => name)).toEqual([
    'utm_source',
    'utm_campaign',
    'sck',
    'fbclid',
    'ad_id',
    'xcod',
  ])
  expect(found.map(({ isPreset }) => isPreset)).toEqual([true, true, true, false, false, false])
})

test('a parameter returned twice is listed once, with the sum of its counts', () => {
  expect(parametersFound([{ src: 2 }, { src: 5 }])).toEqual([
    { name: 'src', count: 7, isPreset: true },
  ])
})

test('parameter names such as constructor are treated as plain names', () => {
  const answer = JSON.parse('[{"constructor":1},{"__proto__":2},{"toString":3}]')
  expect(parametersFound(answer).map(({ name, count }) => [name, count])).toEqual([
    ['toString', 3],
    ['__proto__', 2],
    ['constructor', 1],
  ])
})
