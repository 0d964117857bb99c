import { isLoopback, isSafeAddress, parsedAddress } from '../../shared/address.ts'
import { AppError } from '../../shared/failure.ts'

/** The address without trailing slash. Throws `invalid` unless https, or http on loopback. */
export function checkedAddress(
  text: string,
  path: 'base_url' | 'api_base_url' = 'base_url',
): string {
  const refuse = (message: string) =>
    new AppError({ kind: 'invalid', fields: [{ path, message }], text: message })
  const url = parsedAddress(text.trim())
  if (!url) throw refuse('must be an address such as https://analytics.example.com')
  if (url.username || url.password) throw refuse('must not hold a user name or a password')
  if (!isSafeAddress(url)) throw refuse('must begin with https://')
  if (url.search || url.hash) throw refuse('must not hold a query or a fragment')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Whether the address is of this computer, so that what is sent there never leaves it. */
export const isOfThisComputer = (address: string): boolean =>
  isLoopback(parsedAddress(address)?.hostname ?? '')
