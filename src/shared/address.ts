/** The parts of an address that `URL` has. */
interface WebAddress {
  protocol: string
  hostname: string
  username: string
  password: string
  origin: string
  pathname: string
  search: string
  hash: string
}

// Neither a browser's nor Node's types are known here.
declare const URL: new (text: string) => WebAddress

/** Whether a host name is of this computer, without looking it up. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** The parsed address; null when it is not one. */
export function parsedAddress(text: string): WebAddress | null {
  try {
    return new URL(text.trim())
  } catch {
    return null
  }
}

/** Whether a key may be sent to this address: https, or http to this computer, without a login. */
export function isSafeAddress(address: WebAddress | null): address is WebAddress {
  if (!address || address.username !== '' || address.password !== '') return false
  const { protocol, hostname } = address
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
