import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refusalOf } from '../../../src/main/http/refusal.ts'

const now = Date.UTC(2026, 6, 1, 12)
const date = 'Wed, 01 Jul 2026 15:00:00 GMT'
const details = {
  limit_kind: 'queries',
  used: 60,
  limit: 60,
  remaining: 0,
  interval_seconds: 60,
  resets_at: '2026-07-01T15:00:20Z',
}

function refusal(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return refusalOf({ status, headers, text }, now)
}

const exhausted = (given: unknown, headers: Record<string, string> = { date }) =>
  refusal(429, { error: 'exceeded', code: 201, details: given }, headers)

test('the wait is measured on the service’s clock, whatever the computer’s clock shows', () => {
  expect(exhausted(details)).toEqual({
    kind: 'quota',
    limit_kind: 'queries',
    used: 60,
    limit: 60,
    interval_seconds: 60,
    resetsAt: now + 20_000,
    text: 'exceeded',
  })
})

test.each([
  ['in the past', { ...details, resets_at: '2020-01-01T00:00:00Z' }, { date }, 1_000],
  ['ten years ahead', { ...details, resets_at: '2036-01-01T00:00:00Z' }, { date }, 65_000],
  ['without a Date', details, {}, 60_000],
  ['with a garbage Date', details, { date: 'soon' }, 60_000],
  ['not a date', { ...details, resets_at: 'soon' }, { date }, 1_000],
  ['without an interval', { ...details, interval_seconds: undefined }, { date }, 1_000],
  ['absent', undefined, { date, 'retry-after': '30' }, 30_000],
  ['absent, with an absurd Retry-After', undefined, { 'retry-after': '86400' }, 60_000],
  ['absent, with a garbage Retry-After', undefined, { 'retry-after': 'soon' }, 1_000],
  ['a list', [1], { date }, 1_000],
])('a reset time %s gives a reasonable wait', (_name, given, headers, wait) => {
  expect(exhausted(given, headers as Record<string, string>)).toMatchObject({
    kind: 'quota',
    resetsAt: now + wait,
  })
})

test.each([400, 401, 403, 404, 409, 422])(
  'failures of the video service are classified by code, not by status %i',
  (status) => {
    const request_id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
    const problem = (code: string) =>
      refusal(status, { type: 'x', code, message: 'because', request_id })
    expect(problem('unauthorized')).toMatchObject({ kind: 'unauthorized', text: 'because' })
    expect(problem('forbidden')).toEqual({
      kind: 'forbidden',
      code: 'forbidden',
      text: 'because',
      request_id,
    })
    expect(problem('org_not_enabled')).toMatchObject({
      kind: 'forbidden',
      code: 'org_not_enabled',
      request_id,
    })
    expect(problem('not_found')).toEqual({ kind: 'not-found', text: 'because', request_id })
    expect(problem('unprocessable_content')).toMatchObject({ kind: 'invalid', text: 'because' })
  },
)

test.each([409, 405, 410, 423, 451])(
  'a %i keeps the service’s words and its request id, with any code or none',
  (status) => {
    const request_id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'
    const declined = { kind: 'declined', status, text: 'because' }
    const problem = { type: 'x', code: 'conflict', message: 'because', request_id }
    expect(refusal(status, problem)).toEqual({ ...declined, request_id })
    expect(refusal(status, { error: 'because' })).toEqual(declined)
    expect(refusal(status, 'because')).toEqual(declined)
    expect(refusal(status, '')).toEqual({ ...declined, text: '' })
    expect(refusal(status, '<title>because</title>')).toMatchObject({ kind: 'edge', status })
  },
)

test('a refusal with a code that the document does not name keeps its request id', () => {
  const problem = { code: 'invalid_state', message: 'because', request_id: 'r-1' }
  expect(refusal(400, problem)).toMatchObject({ kind: 'invalid', request_id: 'r-1' })
  expect(refusal(503, problem)).toMatchObject({ kind: 'unavailable', request_id: 'r-1' })
})

test('a 403 that neither service sends comes from something before it', () => {
  const edge = { kind: 'edge', status: 403 }
  expect(refusal(403, 'Forbidden')).toMatchObject({ ...edge, text: 'Forbidden' })
  expect(refusal(403, { message: 'Forbidden' })).toMatchObject({ ...edge, text: 'Forbidden' })
  expect(refusal(403, '')).toMatchObject(edge)
  expect(refusal(403, { error: 'no' })).toMatchObject({ kind: 'forbidden', text: 'no' })
})

test("the service's words are one plain line of at most 500 characters", () => {
  const failure = refusal(400, { error: `bad\r\n\u0000\u202e<b>field</b> ${'x'.repeat(900)}` })
  expect(failure).toMatchObject({ kind: 'invalid' })
  const { text } = failure as { text: string }
  expect(text.startsWith('bad <b>field</b> x')).toBe(true)
  expect(text).toHaveLength(500)
})

test('an HTML page is reduced to its title', () => {
  const page =
    '<html><head><title>Access denied</title></head><body><script>x</script></body></html>'
  expect(refusal(403, page)).toEqual({ kind: 'edge', status: 403, text: 'Access denied' })
})

test.each([408, 425, 500, 503])('%s may pass, with or without a page', (status) => {
  const kind = { kind: 'unavailable', status }
  expect([refusal(status, {}), refusal(status, '<html></html>')]).toMatchObject([kind, kind])
})

test.each([400, 413, 415, 422])(
  'a page with %s refuses what was sent, and nothing else',
  (status) => {
    const text = '<html><title>Too large</title></html>'
    expect(refusal(status, text)).toEqual({ kind: 'invalid', fields: [], text: 'Too large' })
  },
)

test('a refusal without words is named by its status', () => {
  expect(refusal(413, '')).toEqual({ kind: 'invalid', fields: [], text: 'HTTP 413' })
})

test('any response becomes a failure', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 400, max: 599 }),
      fc.oneof(fc.string(), fc.json()),
      fc.dictionary(fc.constantFrom('date', 'retry-after', 'content-type'), fc.string()),
      (status, text, headers) => {
        const failure = refusalOf({ status, headers, text }, now)
        if (failure.kind !== 'quota') return
        expect(failure.resetsAt - now).toBeGreaterThanOrEqual(1_000)
        expect(failure.resetsAt - now).toBeLessThanOrEqual(31 * 86_400_000 + 5_000)
      },
    ),
  )
})
