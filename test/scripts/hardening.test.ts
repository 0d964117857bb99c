import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const linesOf = (file: string) => fs.readFileSync(path.resolve(file), 'utf8').split('\n')

/** Every source of the app, with its text. */
const sources = fs
  .readdirSync(path.resolve('src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(tsx?|js|cjs|html)$/.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name))
  .map((file) => ({ file: path.relative('.', file), text: fs.readFileSync(file, 'utf8') }))

/** Each row of the table names files of tests, and tests of these by a part of their names. */
const TESTS = /`(test\/[^`]+)`: ([^|]*?)(?=; `test\/| \|$)/g

test('each test named in the table of CONTRIBUTING.md exists', () => {
  const contributing = linesOf('CONTRIBUTING.md')
  const from = contributing.indexOf('## Hardening')
  const rows = contributing
    .slice(from, contributing.indexOf('## Tests'))
    .filter((line) => /^\| (?!Item|-)/.test(line))
  const named = rows.flatMap((line) =>
    [...line.matchAll(TESTS)].flatMap(([, file = '', names = '']) =>
      names.split('; ').map((name) => ({ file, name })),
    ),
  )
  expect(rows.length).toBeGreaterThan(18)
  expect(named.length).toBeGreaterThanOrEqual(rows.length)
  const missing = named.filter(({ file, name }) => !linesOf(file).join('\n').includes(name))
  expect(missing).toEqual([])
})

const OPENING = [
  ...[
    /\beval\(/,
    /new Function\(/,
    /\.innerHTML\s*=/,
    /dangerouslySetInnerHTML/,
    /insertAdjacentHTML/,
  ],
  ...[/executeJavaScript/, /rejectUnauthorized:\s*false/, /ELECTRON_DISABLE_SECURITY_WARNINGS/],
  ...[/allowRunningInsecureContent/, /experimentalFeatures/, /enableBlinkFeatures/],
  ...[/webSecurity:\s*false/, /nodeIntegration:\s*true/, /contextIsolation:\s*false/],
  ...[
    /crashReporter/,
    /setAsDefaultProtocolClient/,
    /clipboard\.read/,
    /bypassCSP/,
    /--no-sandbox/,
  ],
]

/** Asks the app's own page in a hidden window of `--self-check`, which opens nothing of the person's. */
const ALLOWED = ['src/main/self-check/self-check.ts: executeJavaScript']

test('the sources contain none of the unsafe calls and options', () => {
  expect(sources.length).toBeGreaterThan(500)
  const found = sources.flatMap(({ file, text }) =>
    OPENING.filter((pattern) => pattern.test(text)).map((pattern) => `${file}: ${pattern.source}`),
  )
  expect(found).toEqual(ALLOWED)
})

test('the preload is short, and imports only Electron and two files of constants', () => {
  const lines = linesOf('src/preload/index.ts')
  expect(lines.length).toBeLessThan(200)
  const imported = lines.flatMap((line) => /^import .* from '(.+)'$/.exec(line)?.[1] ?? [])
  expect(imported).toEqual(['electron', '../shared/channels.ts', '../shared/plain.ts'])
})
