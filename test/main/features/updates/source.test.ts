import { describe, expect, test } from 'vitest'
import { buildOf } from '../../../../src/main/features/updates/own-build.ts'
import { checkedSource, RELEASED_FROM } from '../../../../src/main/features/updates/source.ts'
import { compareVersions } from '../../../../src/shared/features/updates/manifest.ts'
import { newSigningKey } from '../../../support/update-server.ts'

const keys = [newSigningKey().publicKey]

describe('an update address', () => {
  test.each([
    ['http://127.0.0.1:8080/updates', 'plain http, also on this computer'],
    ['http://updates.example.com', 'plain http'],
    ['https://ann:secret@updates.example.com', 'a login'],
    ['https://updates.example.com/?v=1', 'a query'],
    ['file:///updates', 'a file'],
  ])('of a release is refused: %s has %s', (address) => {
    expect(() => checkedSource({ address, keys }, false)).toThrow('https://')
  })

  test('of this build is unset or valid', () => {
    const isTaken = RELEASED_FROM === null || checkedSource(RELEASED_FROM, false) !== null
    expect(isTaken).toBe(true)
  })

  test('of a test build may be http on this computer only', () => {
    const here = { address: 'http://127.0.0.1:8080/updates/', keys }
    expect(checkedSource(here, true).address).toBe('http://127.0.0.1:8080/updates')
    expect(() => checkedSource({ address: 'http://updates.example.com', keys }, true)).toThrow()
  })

  test('needs keys of 32 bytes each', () => {
    const address = 'https://updates.example.com/cuepoint'
    expect(checkedSource({ address, keys }, false)).toEqual({ address, keys })
    for (const wrong of [[], ['AAAA'], [...keys, '']]) {
      expect(() => checkedSource({ address, keys: wrong }, false)).toThrow('key')
    }
  })
})

test.each([
  [{ platform: 'linux', arch: 'x64', execPath: '/usr/lib/cuepoint/cuepoint' }, true, 'deb'],
  [{ platform: 'linux', arch: 'arm64', execPath: '/usr/lib/cuepoint/cuepoint' }, false, 'rpm'],
  [{ platform: 'linux', arch: 'x64', execPath: '/home/ann/cuepoint/cuepoint' }, true, 'tar.xz'],
  [{ platform: 'linux', arch: 'x64', execPath: '/opt/cuepoint/cuepoint' }, true, 'tar.xz'],
  [
    { platform: 'linux', arch: 'x64', execPath: '/usr/local/lib/cuepoint/cuepoint' },
    false,
    'tar.xz',
  ],
  [{ platform: 'darwin', arch: 'arm64', execPath: '/Applications/Cuepoint.app/x' }, false, 'dmg'],
  [{ platform: 'win32', arch: 'x64', execPath: 'C:\\Cuepoint\\Cuepoint.exe' }, false, 'exe'],
] as const)(
  'the installation %o is replaced by its own kind of file',
  (program, isListed, ending) => {
    const { platform: system, arch: processor } = program
    expect(buildOf(program, () => isListed)).toEqual({ system, processor, package: ending })
  },
)

test('a processor without a release has no file', () => {
  const program = { platform: 'linux', arch: 'riscv64', execPath: '/usr/bin/cuepoint' }
  expect(buildOf(program, () => true).processor).toBeNull()
})

test('versions are compared as numbers', () => {
  expect(compareVersions('1.10.0', '1.9.9')).toBeGreaterThan(0)
  expect(compareVersions('1.2.3', '1.2.3')).toBe(0)
  expect(compareVersions('0.9.0', '1.0.0')).toBeLessThan(0)
  // A package on an Electron without security fixes is called so behind its version.
  expect(compareVersions('1.2.3', '1.2.3-unsupported')).toBe(0)
})
