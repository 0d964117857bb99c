import { expect, test } from 'vitest'
import { requestOf } from '../../../../src/renderer/features/accounts/connect-form.tsx'
import { accountsCalls } from '../../../../src/shared/features/accounts/account.ts'

test('an account without a name has that of its host, as far as a name may be long', () => {
  const host = `${'analytics.'.repeat(12)}example.com`
  const typed = { name: ' ', address: `https://${host}/v1 `, videoAddress: '', key: 'k', token: '' }
  const { name, ...request } = requestOf(typed, [])
  expect(host.startsWith(name)).toBe(true)
  expect(accountsCalls.connect.input.safeParse({ ...request, name, timezone: 'UTC' }).success).toBe(
    true,
  )
  expect(requestOf({ ...typed, name: ' Acme ' }, ['Acme']).name).toBe('Acme')
})

test('without names, several accounts of one service are told apart by a number', () => {
  const nameOf = (host: string, ...taken: string[]) =>
    requestOf(
      { name: '', address: `https://${host}/`, videoAddress: '', key: 'k', token: '' },
      taken,
    ).name
  const host = 'api.example.com'
  expect(nameOf(host, 'Acme')).toBe(host)
  expect(nameOf(host, host)).toBe(`${host} 2`)
  expect(nameOf(host, `${host} 2`, 'Acme', host)).toBe(`${host} 3`)
  const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.com`
  const first = nameOf(long)
  expect(nameOf(long, first)).toBe(`${first.slice(0, -2)} 2`)
})
