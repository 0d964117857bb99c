import { BlockList, isIP } from 'node:net'

/** IANA special-purpose registries: addresses that are not on the public internet. */
const PRIVATE_4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Carrier-grade NAT.
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, which includes the metadata service of cloud computers.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved and broadcast.
  ['224.0.0.0', 3],
] as const

/**
 * Outside of 2000::/3, the only range that is assigned; this covers unique local, link-local and
 * multicast.
 */
const PRIVATE_6 = [
  // Protocol assignments, among them Teredo, which contains another address.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4, which contains another address.
  ['2002::', 16],
  ['3fff::', 20],
] as const

/** NAT64: addresses of IPv4 as a network without IPv4 writes them. */
const NAT64 = ['64:ff9b::', 96] as const

const private4 = new BlockList()
for (const [network, prefix] of PRIVATE_4) private4.addSubnet(network, prefix, 'ipv4')
const private6 = new BlockList()
for (const [network, prefix] of PRIVATE_6) private6.addSubnet(network, prefix, 'ipv6')
const nat64 = new BlockList()
nat64.addSubnet(...NAT64, 'ipv6')
const public6 = new BlockList()
public6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address belongs to this computer or a private network, or is not an IP address. */
export function isPrivateAddress(address: string): boolean {
  // A zone after `%` names an interface of this computer.
  if (address.includes('%')) return true
  if (isIP(address) === 4) return private4.check(address, 'ipv4')
  if (isIP(address) !== 6) return true
  if (nat64.check(address, 'ipv6')) return isPrivateAddress(embedded(address))
  return !public6.check(address, 'ipv6') || private6.check(address, 'ipv6')
}

/** The IPv4 address in the last 32 bits. */
function embedded(address: string): string {
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(-2)
  const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group || '0', 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
