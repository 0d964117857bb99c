import { expect, test } from 'vitest'
import { urlParts } from '../../../../src/renderer/ui/edits/value-text.ts'

test('an address may wrap after a slash or between its parameters, and stays complete', () => {
  const address = 'https://pay.example/checkout?plan=1&src=a'
  expect(urlParts(address)).toEqual(['https://', 'pay.example/', 'checkout?', 'plan=1&', 'src=a'])
  expect(urlParts('HTTP://a/').join('')).toBe('HTTP://a/')
})

test('other text has no such wrap points', () => {
  expect(urlParts('Yes/no?')).toEqual(['Yes/no?'])
  expect(urlParts('')).toEqual([''])
})
