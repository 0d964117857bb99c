import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { failureOf } from '../shared/failure.ts'
import type { Clock } from './clock.ts'

/** The fields that a log line may have besides its event; others are dropped. */
export interface LogFields {
  account_id?: string
  what?: string
  kind?: string
  reason?: string
  state?: string
  host?: string
  code?: string
  request_id?: string
  text?: string
  path?: string
  stack?: string
  version?: string
  status?: number
  count?: number
  attempt?: number
  ms?: number
}

const ALLOWED: Record<keyof LogFields, true> = {
  account_id: true,
  what: true,
  kind: true,
  reason: true,
  state: true,
  host: true,
  code: true,
  request_id: true,
  text: true,
  path: true,
  stack: true,
  version: true,
  status: true,
  count: true,
  attempt: true,
  ms: true,
}

const FILES = 5
const FILE_BYTES = 2 * 1024 * 1024
const LONGEST_TEXT = 500
const LONGEST_STACK = 4000
const REMOVED = '[removed]'

export const faultFields = (what: string, thrown: unknown): LogFields => ({
  what,
  kind: failureOf(thrown).kind,
  text: String(thrown),
  ...(thrown instanceof Error && thrown.stack !== undefined && { stack: thrown.stack }),
})

interface LogParts {
  folder: string
  /** The keys that main has had; may grow while the log is in use. */
  secrets: Iterable<string>
  clock: Pick<Clock, 'now'>
}

export type Log = ReturnType<typeof makeLog>

/** Writes the logs, synchronously to survive a crash. Never throws: a disk may be full. */
export function makeLog({ folder, secrets, clock }: LogParts) {
  const file = join(folder, 'cuepoint.log')
  const patterns = new Map<string, RegExp>()

  function dropForgotten() {
    const current = new Set(secrets)
    for (const known of patterns.keys()) if (!current.has(known)) patterns.delete(known)
  }

  function redact(text: string): string {
    let clean = text
    for (const secret of secrets) {
      const pattern = patterns.get(secret) ?? patternOf(secret)
      patterns.set(secret, pattern)
      clean = clean.replace(pattern, REMOVED)
    }
    return clean
  }

  const logger = pino(
    {
      base: null,
      messageKey: 'event',
      timestamp: () => `,"at":"${new Date(clock.now()).toISOString()}"`,
      formatters: { level: (level) => ({ level }), log: (fields) => allowed(fields, redact) },
      // A secret could span two fields, so the whole line is redacted too.
      hooks: { streamWrite: (line) => escapeLines(redact(line)) },
    },
    { write: (line: string) => append(file, line) },
  )

  function write(event: string, fields: LogFields = {}, level: 'info' | 'error' = 'info') {
    try {
      logger[level](fields, redact(event))
    } catch {
      // There is nowhere to report this.
    }
  }

  return {
    write,
    redact,
    /** Drops the patterns of secrets that main no longer has. */
    dropForgotten,
    /** The latest lines, oldest first. */
    tail(lines: number): string[] {
      const [older, newest] = [textOf(`${file}.1`), textOf(file)]
      return `${older}${newest}`.split('\n').filter(Boolean).slice(-lines)
    },
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function allowed(fields: object, redact: (text: string) => string) {
  const kept = Object.entries(fields).filter(
    ([name, value]) =>
      Object.hasOwn(ALLOWED, name) && (typeof value === 'string' || typeof value === 'number'),
  )
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      // Redacted before it is cut: half a key is still a leak.
      typeof value === 'string' ? redact(value).slice(0, longest(name)) : value,
    ]),
  )
}

const longest = (name: string) => (name === 'stack' ? LONGEST_STACK : LONGEST_TEXT)

// JSON escapes CR and LF; some readers also break lines at these two.
const escapeLines = (line: string) =>
  line.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

function append(file: string, line: string) {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size + Buffer.byteLength(line) > FILE_BYTES) rotate(file)
  appendFileSync(file, line, { mode: 0o600 })
  if (size === 0) chmodSync(file, 0o600)
}

function rotate(file: string) {
  rmSync(`${file}.${FILES - 1}`, { force: true })
  for (let age = FILES - 2; age >= 0; age--) {
    const from = age === 0 ? file : `${file}.${age}`
    if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${file}.${age + 1}`)
  }
}

/** The text without a secret in any encoding. */
export const withoutSecret = (text: string, secret: string) =>
  text.replace(patternOf(secret), REMOVED)

/** Matches a secret in every encoding that it may have in a text. */
function patternOf(secret: string): RegExp {
  const needles = encodings(secret).filter((needle) => needle.length >= 4)
  const longestFirst = [...new Set(needles)].sort((a, b) => b.length - a.length)
  const source = longestFirst.map((needle) => needle.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  return new RegExp(source.join('|') || '(?!)', 'gi')
}

function encodings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const utf16 = Buffer.from(secret, 'utf16le')
  const json = JSON.stringify(secret).slice(1, -1)
  const percentOfAll = [...bytes].map((byte) => `%${hex(byte, 2)}`).join('')
  const unicode = Array.from(secret, (char) => `\\u${hex(char.charCodeAt(0), 4)}`).join('')
  const entities = secret
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    percentOfAll,
    json,
    JSON.stringify(json).slice(1, -1),
    unicode,
    entities,
    bytes.toString('hex'),
    utf16.toString('hex'),
    utf16.swap16().toString('hex'),
    Array.from(secret).reverse().join(''),
    ...base64Parts(bytes),
  ]
}

/** The parts of the base64 that are the same at each offset in a longer text. */
function base64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const tail = (offset + bytes.length) % 3 === 0 ? 0 : 1
    const steady = text.slice([0, 2, 3][offset], text.length - tail)
    return [steady, steady.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
