/** Whether a key may be sent to this address: https, or http to this computer. */
export function isSafeAddress(text: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(text.trim())
    if (username || password) return false
    return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  } catch {
    return false
  }
}

interface AddressFault {
  text: 'notAddress' | 'addressMark'
  /** The character that no address of a service has; otherwise empty. */
  mark: '?' | '#' | ''
}

/** What is wrong with a service's address; null when a key may be sent there. Main refuses the same. */
export function addressFault(text: string): AddressFault | null {
  if (!isSafeAddress(text)) return { text: 'notAddress', mark: '' }
  const { search, hash } = new URL(text.trim())
  if (search) return { text: 'addressMark', mark: '?' }
  return hash ? { text: 'addressMark', mark: '#' } : null
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/u.test(hostname)
