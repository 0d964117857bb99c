import { expect, test } from 'vitest'
import { parametersFound } from '../../../../src/shared/features/traffic/parameters.ts'

test('the usual parameters come in their own order, the rest by how often they were recorded', () => {
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

test('a parameter that is said twice is one, with both counts', () => {
  expect(parametersFound([{ src: 2 }, { src: 5 }])).toEqual([
    { name: 'src', count: 7, isPreset: true },
  ])
})

test('names that a visitor made up, such as those of an object, are only names', () => {
  const answer = JSON.parse('[{"constructor":1},{"__proto__":2},{"toString":3}]')
  expect(parametersFound(answer).map(({ name, count }) => [name, count])).toEqual([
    ['toString', 3],
    ['__proto__', 2],
    ['constructor', 1],
  ])
})
