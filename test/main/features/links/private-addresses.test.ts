import { expect, test } from 'vitest'
import { isPrivateAddress } from '../../../../src/main/features/links/private-addresses.ts'

test.each([
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '0.0.0.0'],
  ...['169.254.169.254', '100.64.0.1', '100.127.255.255', '224.0.0.1', '239.255.255.250'],
  ...['240.0.0.1', '255.255.255.255', '198.18.0.1', '192.0.2.1', '203.0.113.9'],
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '2001:db8::1', '2002:7f00:1::', '2001::1'],
  ...['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b::1', '64:ff9b:1::1'],
  ...['localhost', '', '1.2.3'],
])('%j is not an address of the public internet', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each([
  ...['1.1.1.1', '93.184.216.34', '172.15.0.1', '172.32.0.1', '100.63.0.1', '100.128.0.1'],
  ...['223.255.255.255', '192.167.1.1', '198.20.0.1'],
  ...['2606:4700::1111', '2a00:1450:4001::200e', '64:ff9b::1.1.1.1', '64:ff9b::101:101'],
])('%j is an address of the public internet', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})
