import { expect, test } from 'vitest'
import { urlParts } from '../../../../src/renderer/ui/edits/value-text.ts'

test('a line may end after a slash or between parameters of an address, and nothing of it is lost', () => {
  const address = 'https://pay.example/checkout?plan=1&src=a'
  expect(urlParts(address)).toEqual(['https://', 'pay.example/', 'checkout?', 'plan=1&', 'src=a'])
  expect(urlParts('HTTP://a/').join('')).toBe('HTTP://a/')
})

test('other text has no such places', () => {
  expect(urlParts('Yes/no?')).toEqual(['Yes/no?'])
  expect(urlParts('')).toEqual([''])
})
