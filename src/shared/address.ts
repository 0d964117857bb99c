/** Whether a host name is of this computer, without looking it up. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** The parsed address; null when it is not one. */
export function parsedAddress(text: string): URL | null {
  try {
    return new URL(text.trim())
  } catch {
    return null
  }
}

/** Whether a key may be sent to this address: https, or http to this computer, without a login. */
export function isSafeAddress({ protocol, hostname, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
