import { expect, it } from 'vitest'
import { addressFault } from '../../src/shared/address.ts'

it.each([
  'https://analytics.example.com',
  ' https://analytics.example.com/v1 ',
  'http://127.0.0.1:4000',
  'http://127.0.0.2:4000',
  'http://localhost:4000/x',
  'http://[::1]:80',
])('a key may go to %s', (address) => {
  expect(addressFault(address)).toBeNull()
})

it.each([
  '',
  'analytics.example.com',
  'http://analytics.example.com',
  'http://127.0.0.1.example.com',
  'http://localhost.example.com',
  'ftp://example.com',
  'javascript:alert(1)',
  'https://me:secret@example.com',
])('no key goes to “%s”', (address) => {
  expect(addressFault(address)).toEqual({ text: 'notAddress', mark: '' })
})

it.each([
  ['https://analytics.example.com/?key=1', { text: 'addressMark', mark: '?' }],
  ['https://analytics.example.com/v1#start', { text: 'addressMark', mark: '#' }],
  ['https://analytics.example.com/#a?b', { text: 'addressMark', mark: '#' }],
  ['analytics.example.com', { text: 'notAddress', mark: '' }],
  ['https://analytics.example.com/v1', null],
])('what is wrong with %s is told by its character', (address, fault) => {
  expect(addressFault(address)).toEqual(fault)
})
