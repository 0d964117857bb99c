import { expect, test } from 'vitest'
import { resultClass } from '../../../src/main/features/publishing/result-class.ts'
import { failureOnTheWay } from '../../../src/main/http/connection-failure.ts'

const LOST = ['ENETDOWN', 'ENETUNREACH', 'EHOSTUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL']

/** As Node and undici throw it: the socket's error, or a cause. */
const lost = (code: string, syscall: string) => [
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall }),
  new TypeError('fetch failed', {
    cause: Object.assign(new Error(`${syscall} ${code}`), { code, syscall }),
  }),
]

test.each(LOST)(
  '%s of an open connection leaves it unknown whether the request arrived',
  (code) => {
    for (const thrown of [...lost(code, 'read'), ...lost(code, 'write')]) {
      const failure = failureOnTheWay(thrown, 'api.example')
      expect(failure).toEqual({ kind: 'offline', reason: 'interrupted', host: 'api.example' })
      expect(resultClass(failure)).toBe('ambiguous')
    }
  },
)

test('what is not HTTP does not say that a request was applied', () => {
  const noHttp = Object.assign(new Error('Expected HTTP/'), { name: 'HTTPParserError' })
  const long = Object.assign(new Error('too long'), { code: 'UND_ERR_HEADERS_OVERFLOW' })
  for (const thrown of [noHttp, long]) {
    const failure = failureOnTheWay(thrown, 'api.example')
    expect(failure.kind).toBe('malformed')
    expect(resultClass(failure)).toBe('ambiguous')
  }
})

test.each(LOST)('%s while connecting means that nothing was sent', (code) => {
  for (const thrown of lost(code, 'connect')) {
    const failure = failureOnTheWay(thrown, 'api.example')
    expect(failure).toEqual({ kind: 'offline', reason: 'unreachable', host: 'api.example' })
    expect(resultClass(failure)).toBe('not-sent')
  }
})
