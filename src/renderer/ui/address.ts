import { isSafeAddress, parsedAddress } from '../../shared/address.ts'

interface AddressFault {
  text: 'notAddress' | 'addressMark'
  /** The character that no address of a service has; otherwise empty. */
  mark: '?' | '#' | ''
}

/** What is wrong with a service's address; null when a key may be sent there. Main refuses the same. */
export function addressFault(text: string): AddressFault | null {
  const url = parsedAddress(text.trim())
  if (!isSafeAddress(url)) return { text: 'notAddress', mark: '' }
  if (url.search) return { text: 'addressMark', mark: '?' }
  return url.hash ? { text: 'addressMark', mark: '#' } : null
}
