import { expect, test } from 'vitest'
import {
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
    expect([waitsFor(null, { pause }), waitsFor(1, { pause })]).toEqual([pause, pause])
  }
  for (const connection of [{ pause: null }, undefined]) {
    expect([waitsFor(null, connection), waitsFor(1, connection)]).toEqual(['service', 'limit'])
  }
})
