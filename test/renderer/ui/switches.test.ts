import { expect, test } from 'vitest'
import { withChosen } from '../../../src/renderer/ui/switches.tsx'

test('a control offers what is chosen in it also where a period does not have that', () => {
  expect(withChosen(['plays', 'usd'], 'usd')).toEqual(['plays', 'usd'])
  expect(withChosen(['plays', 'brl'], 'usd')).toEqual(['plays', 'brl', 'usd'])
})
