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

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/u.test(hostname)
