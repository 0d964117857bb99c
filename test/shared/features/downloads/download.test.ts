import { expect, test } from 'vitest'
import {
  canResume,
  type DownloadState,
  downloadOutcome,
  waitsFor,
} from '../../../../src/shared/features/downloads/download.ts'

const failure: DownloadState['failures'][number] = {
  ...{ what: 'stats', player_id: null },
  failure: { kind: 'unavailable', status: 503, text: '' },
}
const ended = (status: DownloadState['status'], failed: number, done = 3) =>
  downloadOutcome({ status, done, failures: Array.from({ length: failed }, () => failure) })

test('a download is done only when all of its requests were answered', () => {
  expect(ended('done', 0)).toBe('done')
  expect(ended('done', 1)).toBe('partial')
  expect(ended('done', 3)).toBe('failed')
})

test('a download that did not finish keeps its status, whatever failed', () => {
  for (const status of ['running', 'waiting', 'cancelled', 'failed', 'interrupted'] as const) {
    expect(ended(status, 1)).toBe(status)
  }
})

test('while nothing is sent, a waiting download waits for that, not for its service or the limit', () => {
  for (const pause of ['chosen', 'halted'] as const) {
    expect([
      waitsFor({ resumesAt: null }, { pause }),
      waitsFor({ resumesAt: 1 }, { pause }),
    ]).toEqual([pause, pause])
  }
  for (const connection of [{ pause: null }, undefined]) {
    expect([
      waitsFor({ resumesAt: null }, connection),
      waitsFor({ resumesAt: 1 }, connection),
    ]).toEqual(['service', 'limit'])
  }
})

test('a download goes on again when it was stopped, or when some or all of its requests failed', () => {
  const after = (status: DownloadState['status'], failures: number) =>
    canResume({ status, done: 3, failures: Array.from({ length: failures }, () => failure) })
  expect((['cancelled', 'failed', 'interrupted'] as const).map((one) => after(one, 0))).toEqual([
    true,
    true,
    true,
  ])
  expect([after('done', 1), after('done', 3)]).toEqual([true, true])
  expect([after('done', 0), after('running', 1), after('waiting', 0)]).toEqual([
    false,
    false,
    false,
  ])
})
