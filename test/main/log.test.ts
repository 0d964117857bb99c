import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeLog } from '../../src/main/log.ts'
import { testClock } from '../support/clock.ts'
import { newFolder } from '../support/folder.ts'

const canary = 'ca/na+ry "k"ey&<7f3e9>=='

function logIn(secrets: Iterable<string> = [canary]) {
  const folder = join(newFolder(), 'logs')
  const log = makeLog({ folder, secrets, clock: testClock })
  const files = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  return { folder, log, files }
}

test('a secret is removed in every encoding', () => {
  const { log, files } = logIn()
  const json = JSON.stringify(canary)
  const forms = {
    plain: canary,
    url: encodeURIComponent(canary),
    json: json.slice(1, -1),
    jsonTwice: JSON.stringify(json),
    base64: Buffer.from(canary).toString('base64'),
    base64url: Buffer.from(canary).toString('base64url'),
    insideBase64: Buffer.from(`user:${canary}`).toString('base64'),
    hex: Buffer.from(canary).toString('hex'),
    hexInCapitals: Buffer.from(canary).toString('hex').toUpperCase(),
    urlInSmallLetters: encodeURIComponent(canary).toLowerCase(),
    utf16: Buffer.from(canary, 'utf16le').toString('hex'),
    utf16BigEndian: Buffer.from(canary, 'utf16le').swap16().toString('hex'),
    reversed: Array.from(canary).reverse().join(''),
    html: canary
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;'),
    unicode: Array.from(canary, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  }
  for (const form of Object.values(forms)) {
    log.write('failed', { text: `before ${form} after`, host: form })
  }
  const written = files().join('')
  expect(written.split('\n')).toHaveLength(Object.keys(forms).length + 1)
  for (const [name, form] of Object.entries(forms)) {
    expect(written.includes(form), name).toBe(false)
    expect(written.includes(form.slice(4, -6)), name).toBe(false)
  }
  expect(written).toContain('before [removed] after')
})

test('a secret registered later is removed from then on, and a cut never leaves half of one', () => {
  const secrets = new Set<string>()
  const { log, files } = logIn(secrets)
  secrets.add('late-secret-0123456789')
  log.write('failed', { text: `${'x'.repeat(490)}late-secret-0123456789` })
  expect(files().join('')).not.toContain('late-sec')
})

test('only the listed fields are written, each entry on one line', () => {
  const { log, files } = logIn()
  const fields = { text: 'one\r\ntwo\u2028three', cookie: 'no', status: 503 }
  log.write('failed\nagain', fields)
  const lines = files().join('').split('\n')
  expect(lines).toHaveLength(2)
  const { at, ...rest } = JSON.parse(lines[0] ?? '') as Record<string, unknown>
  expect(typeof at).toBe('string')
  expect(rest).toEqual({
    level: 'info',
    event: 'failed\nagain',
    text: 'one\r\ntwo\u2028three',
    status: 503,
  })
  expect(lines[0]).not.toContain('\u2028')
})

test('five private files of two megabytes are kept', () => {
  const { folder, log } = logIn()
  const text = 'y'.repeat(500)
  for (let line = 0; line < 24_000; line++) log.write('full', { text })
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)))
  expect(sizes).toHaveLength(5)
  for (const { size, mode } of sizes) {
    expect(size).toBeLessThanOrEqual(2 * 1024 * 1024)
    expect(mode & 0o777).toBe(0o600)
  }
})

test('a read-only folder does not make logging throw', () => {
  const log = makeLog({ folder: '/dev/null/logs', secrets: [], clock: testClock })
  expect(() => log.write('failed')).not.toThrow()
})

test('the newest lines are read back, also from the file before', () => {
  const { log } = logIn()
  expect(log.tail(3)).toEqual([])
  const text = 'y'.repeat(500)
  for (let line = 0; line < 4000; line++) log.write(`line ${line}`, { text })
  const events = log.tail(3).map((line) => (JSON.parse(line) as { event: string }).event)
  expect(events).toEqual(['line 3997', 'line 3998', 'line 3999'])
  expect(log.tail(4000)).toHaveLength(4000)
})

test('an error is written with its stack and its level', () => {
  const { log } = logIn()
  log.write('unexpected', { text: 'boom', stack: 'Error: boom\n    at here' }, 'error')
  expect(JSON.parse(log.tail(1)[0] ?? '')).toMatchObject({
    level: 'error',
    stack: 'Error: boom\n    at here',
  })
})
