import { execFileSync, spawnSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { vulnerabilitiesOf } from '../../../scripts/release/audit.ts'
import { whyOutdated } from '../../../scripts/release/electron-age.ts'
import {
  checkSigned,
  installersIn,
  manifestText,
  notesOf,
  signManifest,
  versionOf,
} from '../../../scripts/release/manifest.ts'
import { AppError } from '../../../src/shared/failure.ts'
import { LANGUAGES } from '../../../src/shared/locales/languages.ts'
import { newFolder } from '../../support/folder.ts'
import { NOW } from '../../support/instant.ts'
import { newSigningKey } from '../../support/update-server.ts'

const script = path.resolve(import.meta.dirname, '../../../scripts/release/manifest.ts')
const folder = newFolder()

const NAMES = [
  'Cuepoint-1.2.3-mac-arm64.dmg',
  'Cuepoint-1.2.3-win-x64-setup.exe',
  'SHA256SUMS-linux-x64',
  'cuepoint-1.2.3-1.x86_64.rpm',
  'cuepoint-1.2.3-linux-arm64.tar.xz',
  'cuepoint_1.2.3_amd64.deb',
]
for (const name of NAMES) fs.writeFileSync(path.join(folder, name), `bytes of ${name}`)

const key = newSigningKey()
const pem = String(key.privateKey.export({ format: 'pem', type: 'pkcs8' }))
const notes = { en: 'New.', 'pt-BR': 'Novo.' }
const release = (change = {}) =>
  manifestText({
    version: '1.2.3',
    notes,
    files: installersIn(folder),
    now: NOW,
    days: 180,
    ...change,
  })

describe('a manifest of a release', () => {
  test('names each installer with its system and processor, and nothing else', () => {
    expect(
      installersIn(folder).map(({ name, system, processor }) => [name, system, processor]),
    ).toEqual([
      ['Cuepoint-1.2.3-mac-arm64.dmg', 'darwin', 'arm64'],
      ['Cuepoint-1.2.3-win-x64-setup.exe', 'win32', 'x64'],
      ['cuepoint-1.2.3-1.x86_64.rpm', 'linux', 'x64'],
      ['cuepoint-1.2.3-linux-arm64.tar.xz', 'linux', 'arm64'],
      ['cuepoint_1.2.3_amd64.deb', 'linux', 'x64'],
    ])
  })

  test('is accepted by the app when signed with its own key, until it expires', () => {
    const signed = signManifest(release(), pem)
    expect(checkSigned(signed, [key.publicKey], NOW)).toMatchObject({ version: '1.2.3', notes })
    const expired = () => checkSigned(signed, [key.publicKey], NOW + 181 * 24 * 3_600_000)
    expect(expired).toThrow(AppError)
  })

  test('is not written when the private key is not that of the app', () => {
    const signed = signManifest(release(), pem)
    expect(() => checkSigned(signed, [newSigningKey().publicKey], NOW)).toThrow('update')
  })

  test('is not written with two files for the same system', () => {
    const files = installersIn(folder)
    const twice = files.map((file) => ({ ...file, name: `2-${file.name}` }))
    const signed = signManifest(release({ files: [...files, ...twice] }), pem)
    expect(() => checkSigned(signed, [key.publicKey], NOW)).toThrow('two for the same system')
  })

  test('is not written for an installer without a processor in its name', () => {
    const other = newFolder()
    fs.writeFileSync(path.join(other, 'cuepoint.deb'), 'x')
    expect(() => installersIn(other)).toThrow('which processor')
  })

  test('contains the notes of the current version in each language', () => {
    const notes = notesOf(versionOf())
    for (const language of LANGUAGES) expect(notes[language]).toMatch(/\S/)
    expect(() => notesOf('99.0.0')).toThrow('no notes of 99.0.0')
  })
})

test('a new key is readable by its owner only, overwrites none, and its public half is printed', () => {
  const file = path.join(folder, 'key.pem')
  const said = execFileSync(process.execPath, [script, '--new-key', file], { encoding: 'utf8' })
  expect(fs.statSync(file).mode & 0o077).toBe(0)
  const written = fs.readFileSync(file, 'utf8')
  expect(createPublicKey(written).export({ format: 'jwk' }).x).toBe(said.trim())
  expect(spawnSync(process.execPath, [script, '--new-key', file]).status).not.toBe(0)
  expect(fs.readFileSync(file, 'utf8')).toBe(written)
})

test('without a private key nothing is written, and the reason is printed', () => {
  const { status, stderr } = spawnSync(process.execPath, [script, '--folder', folder], {
    encoding: 'utf8',
    env: { ...process.env, CUEPOINT_UPDATES_PRIVATE_KEY: '' },
  })
  expect(status).toBe(1)
  expect(stderr).toContain('CUEPOINT_UPDATES_PRIVATE_KEY')
  expect(fs.existsSync(path.join(folder, 'manifest.json'))).toBe(false)
})

test('an Electron may be behind the newest patch of its major for two weeks', () => {
  const times = {
    created: '2020-01-01T00:00:00Z',
    '45.4.1': '2026-07-01T00:00:00Z',
    '45.4.2': '2026-07-03T00:00:00Z',
    '45.5.0-beta.1': '2026-06-01T00:00:00Z',
    '46.0.0': '2026-06-30T00:00:00Z',
  }
  const at = (day: string) => Date.parse(`${day}T12:00:00Z`)
  expect(whyOutdated('45.4.1', times, at('2026-07-16'))).toBeNull()
  expect(whyOutdated('45.4.1', times, at('2026-07-18'))).toContain(
    'newer patches, the first of 2026-07-03',
  )
  expect(whyOutdated('45.4.2', times, at('2026-12-01'))).toBeNull()
  expect(whyOutdated('45.9.9', times, at('2026-07-10'))).toContain('not in the registry')
})

test('a vulnerability blocks a release if it is in a bundled package, and is otherwise listed', () => {
  const bill = { components: [{ name: 'undici', version: '7.0.0' }] }
  const lock = {
    packages: {
      'node_modules/undici': { version: '7.0.0' },
      'node_modules/vite': { version: '8.0.0' },
      'node_modules/tool/node_modules/undici': { version: '5.0.0' },
    },
  }
  const of = (nodes: string[]) => ({ severity: 'high', range: '<9', nodes })
  const audit = (vulnerabilities: Record<string, ReturnType<typeof of>>) =>
    vulnerabilitiesOf({ vulnerabilities }, bill, lock).map(({ name, isBundled }) => [
      name,
      isBundled,
    ])
  expect(audit({ vite: of(['node_modules/vite']), undici: of(['node_modules/undici']) })).toEqual([
    ['undici', true],
    ['vite', false],
  ])
  expect(audit({ undici: of(['node_modules/tool/node_modules/undici']) })).toEqual([
    ['undici', false],
  ])
  expect(() => vulnerabilitiesOf({ message: 'not found' }, bill, lock)).toThrow('not found')
})
