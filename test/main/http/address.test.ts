import { expect, test } from 'vitest'
import { checkedAddress } from '../../../src/main/http/address.ts'

test.each([
  'http://127.0.0.1:4000',
  'http://127.0.0.2:4000/',
  ' http://localhost:4000 ',
  'http://[::1]:80/x',
])('main takes an address of this computer, as the window does: %s', (address) => {
  expect(checkedAddress(address)).toMatch(/^http:\/\/[\w.[\]:]+(\/x)?$/)
})

test.each([
  'http://analytics.example.com',
  'http://127.0.0.1.example.com',
  'https://me:secret@example.com',
])('main refuses %s', (address) => {
  expect(() => checkedAddress(address)).toThrow()
})
