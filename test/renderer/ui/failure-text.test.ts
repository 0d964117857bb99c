import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { startText } from '../../../src/renderer/text.ts'
import { type FailureWord, failureWords } from '../../../src/renderer/ui/failure-text.ts'
import { makeFormat } from '../../../src/renderer/ui/format.ts'
import { type Failure, REFUSAL_REASONS } from '../../../src/shared/failure.ts'
import { LANGUAGES } from '../../../src/shared/locales/languages.ts'
import { texts } from '../../support/texts.ts'

const format = makeFormat('en', 'UTC')
const text = 'the service’s own words'
const where = '/sessions/stats: total_viewed'
const host = 'analytics.example.com'
const path = '/data/desk.db'

const REPORT_FILE_TROUBLES = [
  ...(['folder', 'not-a-file', 'not-a-folder', 'unreadable', 'empty', 'too-large'] as const),
  ...(['changed', 'not-a-report', 'damaged', 'encrypted', 'unpacks-too-large'] as const),
  ...(['too-many-entries', 'same-name-twice', 'not-json', 'too-complex', 'shape'] as const),
  ...(['newer', 'checksum', 'no-tables'] as const),
]

const UPDATE_TROUBLES = [
  ...(['answer', 'redirect', 'not-a-manifest', 'too-large', 'unsigned', 'signature'] as const),
  ...(['product', 'shape', 'expired', 'older', 'rollback', 'no-file'] as const),
  ...(['file-size', 'file-hash', 'gone'] as const),
]

const FAILURES: Failure[] = [
  ...(['unreachable', 'timeout', 'interrupted', 'tls', 'authority'] as const).map(
    (reason): Failure => ({ kind: 'offline', reason, host }),
  ),
  ...(['chosen', 'halted'] as const).map((reason): Failure => ({ kind: 'offline', reason, host })),
  ...(['proxy-unreachable', 'proxy-login'] as const).map(
    (reason): Failure => ({ kind: 'offline', reason, host, proxy: 'proxy:3128' }),
  ),
  { kind: 'offline', reason: 'proxy-refused', host, proxy: 'proxy:3128', answer: 'HTTP 403' },
  ...(['missing-token', 'invalid-credentials', 'other'] as const).map(
    (reason): Failure => ({ kind: 'unauthorized', reason, text }),
  ),
  ...([516, 241] as const).map((code): Failure => ({ kind: 'not-in-plan', code, text })),
  { kind: 'forbidden', code: 'forbidden', text, request_id: 'r-1' },
  { kind: 'not-found', text },
  { kind: 'not-found', what: 'video', text },
  { kind: 'not-found', what: 'entry', text },
  { kind: 'not-found', what: 'local', text },
  { kind: 'not-found', what: 'subject', text },
  { kind: 'not-found', what: 'parameter', text: 'utm_source' },
  { kind: 'invalid', fields: [{ path: 'name', message: 'must not be empty' }], text },
  ...['queries', 'read_bytes', 'unknown'].map(
    (limit_kind): Failure => ({
      ...({ kind: 'quota', used: 60, limit: 60, resetsAt: 0 } as const),
      ...{ limit_kind, text },
    }),
  ),
  { kind: 'unavailable', status: 503, text },
  { kind: 'edge', status: 403, text },
  { kind: 'edge', status: 404, text },
  { kind: 'edge', what: 'change', status: 403, text },
  { kind: 'edge', what: 'every-change', status: 403, text },
  { kind: 'declined', status: 409, text, request_id: 'r-1' },
  ...(['truncated', 'not-json', 'too-large', 'encoding', 'shape', 'redirect'] as const).map(
    (reason): Failure => ({ kind: 'malformed', reason, where }),
  ),
  { kind: 'malformed', reason: 'shape', where, expected: 'number' },
  { kind: 'other-company', name: 'Acme' },
  ...(
    [
      ...(['absent', 'locked', 'waiting', 'unavailable', 'malformed', 'rejected'] as const),
      'unsupported',
    ] as const
  ).map((state): Failure => ({ kind: 'key', state })),
  ...(['full', 'read-only', 'in-use', 'corrupt', 'newer', 'gone', 'other'] as const).map(
    (reason): Failure => ({ kind: 'storage', reason, path, text }),
  ),
  ...(
    [
      ...(['folder', 'unreadable', 'empty', 'svg', 'not-a-picture', 'cut-short'] as const),
      ...(['too-large', 'too-many-pixels', 'gone'] as const),
    ] as const
  ).map((reason): Failure => ({ kind: 'picture', reason, name: 'a.png', text })),
  ...REPORT_FILE_TROUBLES.map(
    (reason): Failure => ({ kind: 'report-file', reason, name: 'a.cuepoint', text }),
  ),
  // Of what else can be wrong with them, the words of reports are said.
  ...(
    [
      ...(['folder', 'unreadable', 'empty', 'not-a-report', 'encrypted'] as const),
      ...(['too-complex', 'checksum'] as const),
    ] as const
  ).map((reason): Failure => ({ kind: 'import-file', reason, name: 'a.csv', text })),
  ...(['not-shown', 'too-often', 'too-old', 'other-item'] as const).map(
    (reason): Failure => ({ kind: 'unconfirmed', reason, requests: 5, sentAt: 0 }),
  ),
  { kind: 'unconfirmed', reason: 'too-often', requests: 5, sentAt: 0, answer: '503: x' },
  { kind: 'too-long', size: 2, limit: 1 },
  { kind: 'too-long', what: 'step', size: 2, limit: 1 },
  { kind: 'too-long', what: 'proposal', size: 2, limit: 1 },
  { kind: 'too-long', what: 'clipboard', size: 2, limit: 1 },
  { kind: 'too-long', what: 'workbook', size: 2, limit: 1 },
  { kind: 'too-long', what: 'key', size: 2, limit: 1 },
  { kind: 'hand-built' },
  ...(
    [
      ...(['unreadable', 'not-a-backup', 'damaged', 'row', 'unrestorable'] as const),
      ...(['too-large', 'newer', 'posting', 'gone'] as const),
    ] as const
  ).map((reason): Failure => ({ kind: 'backup', reason, name: 'a.cuepoint-backup', text })),
  ...UPDATE_TROUBLES.map((reason): Failure => ({ kind: 'update', reason, text })),
  ...(['late', 'gone'] as const).map((reason): Failure => ({ kind: 'print', reason })),
  { kind: 'folder-gone', folder: '/reports' },
  { kind: 'no-folder' },
  { kind: 'name-taken', name: 'a.about.json', folder: '/reports' },
  { kind: 'nothing-stored' },
  { kind: 'not-in-report' },
  { kind: 'report-read-only' },
  { kind: 'report-account', name: 'Agency' },
  { kind: 'too-many', limit: 50 },
  { kind: 'too-many', what: 'videos', limit: 2000 },
  ...[undefined, ...REFUSAL_REASONS].map(
    (reason): Failure => ({ kind: 'refused', ...(reason && { reason }), text }),
  ),
  { kind: 'cancelled' },
  { kind: 'incomplete' },
  { kind: 'incomplete', reason: 'unlisted' },
  ...(['unreadable', 'too-large', 'not-templates', 'newer'] as const).map(
    (reason): Failure => ({ kind: 'template-file', reason, name: 'set.cuepoint-templates', text }),
  ),
  { kind: 'not-offered', text: '/events/total_by_company' },
  { kind: 'unexpected', text },
]

/** The sentence with its values, and the names of those that were not given. */
function filled(sentence: string, values: Record<string, string | number>) {
  const lacking: string[] = []
  const said = sentence.replace(/\{\{(\w+)\}\}/gu, (_all, name: string) => {
    if (!(name in values)) lacking.push(name)
    return String(values[name])
  })
  return { said, lacking }
}

describe('the texts of failures', () => {
  it.each(LANGUAGES)(
    'state what happened, why and what to do in %s, with every value',
    (language) => {
      const words = texts[language].failure
      for (const failure of FAILURES) {
        const [word, values = {}] = failureWords(failure, format)
        for (const part of ['Title', 'Why', 'Next'] as const) {
          const { said, lacking } = filled(words[`${word}${part}`], values)
          expect({ word, part, lacking }).toEqual({ word, part, lacking: [] })
          expect(said.length).toBeGreaterThan(3)
        }
      }
    },
  )

  it('are different for every failure, and none is unused', () => {
    const used = FAILURES.map((failure) => failureWords(failure, format)[0])
    expect(new Set(used).size).toBe(FAILURES.length)
    const written = Object.keys(texts.en.failure)
      .filter((name) => name.endsWith('Why'))
      .map((name) => name.slice(0, -3) as FailureWord)
    expect([...used].sort()).toEqual(written.sort())
  })

  it('have a different title for every failure of a language', () => {
    for (const { failure: words } of Object.values(texts)) {
      const titles = FAILURES.map((failure) => words[`${failureWords(failure, format)[0]}Title`])
      expect(new Set(titles).size).toBe(titles.length)
    }
  })

  it.each(LANGUAGES)(
    'name the video token in %s, and no key, where the video management service refuses',
    async (language) => {
      await startText(language)
      const t = i18next.getFixedT(language, 'failure')
      const named = FAILURES.filter(({ kind }) =>
        ['unauthorized', 'forbidden', 'key'].includes(kind),
      )
      const aboutKeychain = ['keyWaiting']
      for (const failure of named) {
        const [word, values] = failureWords(failure, format)
        const say = (context?: string) =>
          (['Title', 'Why', 'Next'] as const)
            .map((part) => t(`${word}${part}`, { ...values, ...(context && { context }) }))
            .join(' ')
        expect(say('video')).not.toMatch(/\b(keys?|chaves?|claves?)\b/iu)
        if (aboutKeychain.includes(word)) continue
        expect(say('video')).toMatch(/video token|tokens? de v[ií]deo/iu)
        expect(say()).not.toBe(say('video'))
      }
    },
  )

  it.each(LANGUAGES)(
    'ask for fewer days in %s only where a period was requested, not of the video management service',
    async (language) => {
      await startText(language)
      const t = i18next.getFixedT(language, 'failure')
      const asksForFewer = (context?: string) =>
        FAILURES.filter(({ kind }) => kind === 'offline' || kind === 'malformed').filter(
          (failure) => {
            const [word, values] = failureWords(failure, format)
            return /days|dias|días/u.test(
              t(`${word}Next`, { ...values, ...(context && { context }) }),
            )
          },
        )
      expect(asksForFewer().length).toBe(2)
      expect(asksForFewer('video')).toEqual([])
    },
  )

  it.each(LANGUAGES)(
    'lead from an unknown address to the address and to an update in %s, and to no login',
    (language) => {
      const [word] = failureWords({ kind: 'edge', status: 404, text }, format)
      const next = texts[language].failure[`${word}Next`]
      expect(next).toMatch(/address|dirección|endereço/u)
      expect(next).toMatch(/updat|actualice|atualize/u)
      expect(next).not.toMatch(/log in|sesión|login/u)
    },
  )

  it('call no folder that a file is saved in the data folder', () => {
    // Those of a file that the user saves, too.
    for (const reason of ['full', 'read-only', 'in-use', 'other'] as const) {
      const [word] = failureWords({ kind: 'storage', reason, path, text }, format)
      for (const { failure: words } of Object.values(texts)) {
        const said = `${words[`${word}Title`]} ${words[`${word}Why`]}`
        expect(said).not.toMatch(/data folder|pasta de dados|carpeta de datos/iu)
      }
    }
  })

  it('lead from a refused key to where it is entered, on each screen', () => {
    for (const { failure: words } of Object.values(texts)) {
      for (const next of [words.invalidKeyNext, words.invalidKeyNext_video]) {
        expect(next).toMatch(/\b(?:Settings|Configurações|Configuración)\b/u)
        expect(next).not.toMatch(/\b(?:here|aqui|aquí)(?!\p{L})/u)
      }
    }
  })

  it('say what this computer itself refuses in the language of the window alone', () => {
    const english = 'There is an English text.'
    const own: Failure[] = [
      { kind: 'offline', reason: 'chosen', host },
      { kind: 'not-found', what: 'local', text: english },
      ...REFUSAL_REASONS.map((reason): Failure => ({ kind: 'refused', reason, text: english })),
    ]
    for (const failure of own) {
      const [word, values = {}] = failureWords(failure, format)
      for (const language of LANGUAGES) {
        expect(filled(texts[language].failure[`${word}Why`], values).said).not.toContain(english)
      }
    }
  })

  it('give the date of a time at which a limit ends, unless that is today', () => {
    const resetsAt = Date.UTC(2026, 2, 11)
    const quota = { kind: 'quota', used: 0, limit: 0, resetsAt, text } as const
    for (const limit_kind of ['queries', 'read_bytes', 'sessions']) {
      const timeOn = (today: string) =>
        failureWords({ ...quota, limit_kind }, format, today)[1]?.['time']
      expect(timeOn('2026-03-11')).toBe(format.clock(resetsAt))
      expect(timeOn('2026-03-10')).toBe(format.instant(resetsAt))
    }
  })

  it('state how much of a limit is used only where the service said it', () => {
    const quota = { kind: 'quota', used: 0, limit: 0, resetsAt: 0 } as const
    const say = (limit_kind: string, said: string) =>
      failureWords({ ...quota, limit_kind, text: said }, format)
    const time = format.instant(0)
    expect(say('unknown', 'query quota exceeded')).toEqual([
      'quotaUnknown',
      { text: 'query quota exceeded', time },
    ])
    expect(say('unknown', '')).toEqual(['quotaUnknown', { text: 'HTTP 429', time }])
    expect(say('sessions', text)[0]).toBe('quotaUnknown')
    expect(say('queries', text)).toEqual(['quota', { used: '0', limit: '0', time }])
  })

  it('include the request id and the invalid fields where there are any', () => {
    expect(
      failureWords({ kind: 'forbidden', code: 'x', text: 'No.', request_id: 'r-1' }, format),
    ).toEqual(['forbidden', { text: 'No. (r-1)' }])
    const fields = [{ path: 'base_url', message: 'must be https' }]
    expect(failureWords({ kind: 'invalid', fields, text: '' }, format)).toEqual([
      'invalid',
      { text: 'base_url: must be https' },
    ])
  })
})
