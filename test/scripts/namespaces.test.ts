import { expect, test } from 'vitest'
import { namespacesCommand } from '../../scripts/namespaces.mjs'

const commandWhere = (settings: Record<string, string>) =>
  namespacesCommand((name) => settings[name] ?? null)

test('where Linux keeps programs from making namespaces, the command that lets them is known', () => {
  const ubuntu = 'kernel.apparmor_restrict_unprivileged_userns'
  const debian = 'kernel.unprivileged_userns_clone'
  expect(commandWhere({ [ubuntu]: '1\n', [debian]: '1\n' })).toBe(`sudo sysctl -w ${ubuntu}=0`)
  expect(commandWhere({ [debian]: '0\n' })).toBe(`sudo sysctl -w ${debian}=1`)
  expect(commandWhere({ [ubuntu]: '1\n', [debian]: '0\n' })).toBe(
    `sudo sysctl -w ${ubuntu}=0 ${debian}=1`,
  )
})

test('where programs may make namespaces, or Linux has no such setting, no command is needed', () => {
  expect(commandWhere({})).toBeNull()
  expect(
    commandWhere({
      'kernel.apparmor_restrict_unprivileged_userns': '0\n',
      'kernel.unprivileged_userns_clone': '1\n',
    }),
  ).toBeNull()
})
