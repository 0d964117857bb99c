import { expect, test } from 'vitest'
import { requestOf } from '../../../../src/renderer/features/accounts/connect-form.tsx'
import { accountsCalls } from '../../../../src/shared/features/accounts/account.ts'

test('an account without a name has that of its host, as far as a name may be long', () => {
  const host = `${'analytics.'.repeat(12)}example.com`
  const typed = { name: ' ', address: `https://${host}/v1 `, videoAddress: '', key: 'k', token: '' }
  const { name, ...request } = requestOf(typed)
  expect(host.startsWith(name)).toBe(true)
  expect(accountsCalls.connect.input.safeParse({ ...request, name, timezone: 'UTC' }).success).toBe(
    true,
  )
  expect(requestOf({ ...typed, name: ' Acme ' }).name).toBe('Acme')
})
