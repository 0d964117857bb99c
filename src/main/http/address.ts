import { AppError } from '../../shared/failure.ts'

/** The address without trailing slash. Throws `invalid` unless https, or http on loopback. */
export function checkedAddress(
  text: string,
  path: 'base_url' | 'api_base_url' = 'base_url',
): string {
  const refuse = (message: string) =>
    new AppError({ kind: 'invalid', fields: [{ path, message }], text: message })
  let url: URL
  try {
    url = new URL(text.trim())
  } catch {
    throw refuse('must be an address such as https://analytics.example.com')
  }
  if (!isSafe(url)) throw refuse('must begin with https://')
  if (url.username || url.password) throw refuse('must not hold a user name or a password')
  if (url.search || url.hash) throw refuse('must not hold a query or a fragment')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function isSafe(url: URL) {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere(url))
}

const isHere = ({ hostname }: URL) => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)

/** Whether the address is of this computer, so that what is sent there never leaves it. */
export function isLoopback(address: string): boolean {
  try {
    return isHere(new URL(address))
  } catch {
    return false
  }
}
