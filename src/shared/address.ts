/** The parts of an address that `URL` has. */
export interface WebAddress {
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly host: string
  readonly hostname: string
  readonly pathname: string
  readonly search: string
  username: string
  password: string
  hash: string
}

/** Declared here because `shared` compiles without the DOM and Node types; both provide it. */
declare const URL: new (text: string, base?: string) => WebAddress

/** Whether a host name is of this computer, without looking it up. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** The address as browsers parse it; null when it is not one. */
export function parsedAddress(text: string, base?: string): WebAddress | null {
  try {
    return new URL(text, base)
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

interface AddressFault {
  text: 'notAddress' | 'addressMark'
  /** The character that no address of a service has; otherwise empty. */
  mark: '?' | '#' | ''
}

/** What is wrong with a service's address; null when a key may be sent there. */
export function addressFault(text: string): AddressFault | null {
  const url = parsedAddress(text.trim())
  if (!isSafeAddress(url)) return { text: 'notAddress', mark: '' }
  if (url.search) return { text: 'addressMark', mark: '?' }
  return url.hash ? { text: 'addressMark', mark: '#' } : null
}
