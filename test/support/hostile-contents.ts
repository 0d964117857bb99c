import type { ReportDocument } from '../../src/shared/features/reports/report.ts'
import { type Hostile, MB, zipped } from './hostile.ts'
import { sampleReport } from './sample-report.ts'
import { summed, summedBytes } from './summed-report.ts'

const text = (name: string, outcomes: string[], make: () => string | Buffer) =>
  zipped(name, outcomes, () => summedBytes(Buffer.from(make())))

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const withValue = (value: string) =>
  JSON.stringify({ ...sampleReport(), view: { x: 'HERE' } }).replace('"HERE"', () => value)

/** The text inside is JSON that programs should not accept. */
export function evilTexts(): Hostile[] {
  const whole = JSON.stringify(sampleReport())
  return [
    text('UTF-16 with its mark', ['not-json'], () => Buffer.from(`\ufeff${whole}`, 'utf16le')),
    text('UTF-16', ['not-json'], () => Buffer.from(whole, 'utf16le')),
    text('UTF-8 with a mark', ['not-json'], () => `\ufeff${whole}`),
    text('Latin-1', ['not-json'], () =>
      Buffer.from(whole.replace('Agência', 'Ag\u00eancia'), 'latin1'),
    ),
    text('NUL inside', ['not-json'], () => whole.replace('VSL 1', 'VSL\0 1')),
    text('nothing', ['not-json'], () => ''),
    text('one quote', ['not-json'], () => '"'),
    text('65 levels', ['too-complex', 'shape'], () => withValue(deep(65))),
    text('closed before it is open', ['not-json'], () => `${']'.repeat(100)}${'['.repeat(160)}`),
    text('a key twice', ['shape'], () => whole.replace('"view":', '"view":{},"view":')),
    text('a prototype', ['shape'], () => withValue('{"__proto__":{"isAdmin":true}}')),
    text('a prototype that is a number', ['opened', 'checksum'], () =>
      withValue('{"__proto__":1}'),
    ),
    text('an integer that is not held', ['shape'], () => withValue('12345678901234567890')),
    text('an endless number', ['shape'], () => withValue('1e999')),
    text('a time of no calendar', ['shape'], () =>
      whole.replace(/"madeAt":\d+/, '"madeAt":9007199254740991'),
    ),
    text('a time after the last of a calendar', ['shape'], () =>
      whole.replace(/"madeAt":\d+/, '"madeAt":8640000000000000'),
    ),
    text('a time before the first of a calendar', ['shape'], () =>
      whole.replace(/"madeAt":\d+/, '"madeAt":-1'),
    ),
    text('an age of no calendar', ['shape'], () =>
      whole.replace(/"asOf":\d+/, '"asOf":253402300800000'),
    ),
    text('a video of 285 million years', ['shape'], () =>
      whole.replace(/"duration":\d+/, '"duration":9007199254740991'),
    ),
    text('a list', ['shape'], () => '[]'),
    text('a number', ['shape'], () => '7'),
    text('null', ['shape'], () => 'null'),
    text('JavaScript', ['not-json'], () => '(function(){throw 1})()'),
  ]
}

/** The same for these, with much content. */
export function largeTexts(): Hostile[] {
  const whole = JSON.stringify(sampleReport())
  return [
    text('only NUL', ['not-json'], () => Buffer.alloc(100_000)),
    text('20 MB of quotes', ['not-json', 'too-complex'], () => '"'.repeat(20 * MB)),
    text('20 MB of escaped quotes', ['not-json'], () => `"${'\\"'.repeat(10 * MB)}`),
    text('20 MB of backslashes', ['not-json'], () => `"${'\\'.repeat(20 * MB)}`),
    text('100,000 levels', ['too-complex'], () => withValue(deep(100_000))),
    text('20 million open lists', ['too-complex'], () => '['.repeat(20 * MB)),
    text('20 million commas', ['too-complex'], () => `[${','.repeat(20 * MB)}]`),
    text('a million and more values', ['too-complex'], () =>
      withValue(`[${'0,'.repeat(1_000_001)}0]`),
    ),
    text('text of 30 MB', ['unpacks-too-large'], () => withValue(`"${'é'.repeat(15 * MB)}"`)),
    text('text of 23 MB in two-byte letters', ['opened', 'checksum'], () =>
      withValue(`"${'語'.repeat(7.6 * MB)}"`),
    ),
    text('450,000 small objects', ['too-complex'], () =>
      withValue(
        `[${Array.from({ length: 450_000 }, (_, index) => `{"k${index}":${index}}`).join()}]`,
      ),
    ),
    text('900,000 keys', ['too-complex'], () =>
      withValue(
        `{${Array.from({ length: 900_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
      ),
    ),
    text('as many small objects as may be', ['checksum'], () =>
      withValue(
        `[${Array.from({ length: 240_000 }, (_, index) => `{"k${index}":${index}}`).join()}]`,
      ),
    ),
    text('as many keys as may be', ['checksum'], () =>
      withValue(
        `{${Array.from({ length: 330_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
      ),
    ),
    text('as many values as may be', ['checksum'], () => withValue(`[${'"x",'.repeat(999_000)}0]`)),
    text('300,000 filters that are none', ['too-complex'], () => {
      const filters = Array.from({ length: 300_000 }, (_, index) => `"f${index}":null`).join()
      return whole.replace(/"filters":\{[^}]*\}/, () => `"filters":{${filters}}`)
    }),
    text('300,000 definitions that are none', ['too-complex'], () => {
      const none = Array.from({ length: 300_000 }, (_, index) => `"f${index}":[]`).join()
      return whole.replace('"definitions":{', () => `"definitions":{${none},`)
    }),
    text('300,000 calls', ['shape'], () => {
      return whole.replace('"calls":[', () => `"calls":[${'{},'.repeat(300_000)}`)
    }),
  ]
}

type Path = readonly (string | number)[]

/** Every path in a value, including inner ones. */
function placesOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  const inner = Object.entries(value).flatMap(([key, each]) => placesOf(each, [...at, key]))
  return [at, ...inner]
}

function changedAt(document: ReportDocument, at: Path, value: unknown): unknown {
  const copy = structuredClone({ root: document }) as Record<string, unknown>
  const steps = ['root', ...at]
  let holder = copy
  for (const key of steps.slice(0, -1)) holder = holder[key] as Record<string, unknown>
  const last = steps.at(-1) as string
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return copy['root']
}

/** Fields that are typed as unknown, or may be missing, null or of any name. */
const FREE = /^(view|calls\.0\.(input|value))/
const WRONG = { list: [[1]], number: -1.5, object: { x: 1 }, text: '\0'.repeat(3000) }

/** A wrong type in every field, with a correct checksum, because an attacker can compute it. */
export function wrongTypes(): Hostile[] {
  const document = sampleReport()
  return placesOf(document).flatMap((at) => {
    const field = at.join('.')
    const outcomes = FREE.test(field) ? ['opened', 'shape'] : ['shape']
    return Object.entries(WRONG).flatMap(([kind, wrong]) => {
      if (isRight(field, kind)) return []
      const name = `${field || 'all'} as ${kind}`
      return [zipped(name, outcomes, () => summed(changedAt(document, at, wrong)))]
    })
  })
}

const isRight = (field: string, kind: string) =>
  (kind === 'number' && field.startsWith('about.filters.')) ||
  (kind === 'object' && field === 'about.filters') ||
  (kind === 'text' && /^definitions\.views\./.test(field))

const SCRIPTS = [
  '<script>globalThis.evil=1</script>',
  '<img src=x onerror="globalThis.evil=1">',
  'javascript:alert(1)',
  "=cmd|' /C calc'!A0",
  '@SUM(1+1)*cmd|x!A0',
  '${globalThis.evil=1}',
  '{{constructor.constructor("evil=1")()}}',
  '$(touch evil)`touch evil`;touch evil',
  "'; DROP TABLE reports; --",
  '../../../../tmp/evil',
  'file:///etc/passwd',
  '\u202eevil\u2066',
  'a\0b\u0001\u001b[2J',
  '\ud800\udfff lone \ud800',
  '__proto__',
  '%s%n%x {0}',
]

/** Scripts in every text that may be any text. They must stay text. */
export function scripts(): Hostile[] {
  return SCRIPTS.map((script) =>
    zipped(`the text ${JSON.stringify(script)}`, ['opened'], () => {
      const document = sampleReport()
      const { about } = document
      about.title = script
      about.account.name = script
      if (about.player) about.player.name = script
      if (about.group) about.group = { id: script, name: script }
      about.filters = { [script === '__proto__' ? 'search' : script]: script }
      about.version = script.slice(0, 30)
      document.view = { x: script, y: { [script === '__proto__' ? 'z' : script]: script } }
      document.definitions = { views: { en: script, 'pt-BR': script } }
      document.calls = [{ noun: script, verb: script, input: script, value: [script] }]
      return summed(document)
    }),
  )
}
