import { expect, test } from 'vitest'
import type { Video } from '../../../../src/shared/api/video.ts'
import type { HistoryEntry } from '../../../../src/shared/features/publishing/edit.ts'
import { modesAround } from '../../../../src/shared/features/publishing/modes.ts'
import { valueText } from '../../../../src/shared/features/publishing/value-text.ts'
import { thresholdText } from '../../../../src/shared/features/videos/codec.ts'

const entry = (id: number, register: string, [before, after]: unknown[], item_id = 'p1') =>
  ({
    id,
    at: id,
    event: 'posted',
    group: 'pixels',
    item_id,
    register,
    before,
    after,
  }) as HistoryEntry

const video = {
  id: 'v1',
  pixels: { items: [{ id: 'p1', dispatch: { mode: 'time', threshold: 90 } }] },
} as unknown as Video

test('a pixel’s threshold is a percentage or a time, and a plain number when its mode is unknown', () => {
  const read = (value: number, mode: unknown) =>
    valueText(value, 'dispatch.threshold', 'en', { mode })
  expect([read(25, 'percent'), read(1872, 'time')]).toEqual(['25%', '31:12'])
  expect(thresholdText(25, undefined)).toBe('25')
})

test('a threshold in the history has the unit of the mode at that time', () => {
  const old = entry(1, 'dispatch.threshold', [25, 50])
  const mode = entry(2, 'dispatch.mode', ['percent', 'time'])
  const together = entry(2, 'dispatch.threshold', [50, 90])
  const other = entry(3, 'dispatch.mode', ['time', 'percent'], 'p2')
  const history = [other, together, mode, old]
  expect(modesAround(old, history, video)).toEqual({ before: 'percent', after: 'percent' })
  expect(modesAround(together, history, video)).toEqual({ before: 'percent', after: 'time' })
  const newest = entry(4, 'dispatch.threshold', [90, 95])
  expect(modesAround(newest, [newest, ...history], video)).toEqual({
    before: 'time',
    after: 'time',
  })
  expect(modesAround(newest, [], undefined)).toEqual({ before: undefined, after: undefined })
})

test('only the modes of the service count: not a discarded draft, but what a reading found', () => {
  const published = entry(1, 'dispatch.threshold', [50, 25])
  const now = (mode: string) =>
    ({ id: 'v1', pixels: { items: [{ id: 'p1', dispatch: { mode } }] } }) as unknown as Video
  const discarded = {
    ...entry(2, 'dispatch.mode', ['time', 'percent']),
    event: 'discarded',
  } as const
  const before = { before: 'percent', after: 'percent' }
  expect(modesAround(published, [discarded, published], now('percent'))).toEqual(before)
  const overwritten = {
    ...entry(3, 'dispatch.mode', ['other', 'time']),
    ...({ event: 'overwritten', base: 'percent' } as const),
  }
  expect(modesAround(published, [overwritten, published], now('time'))).toEqual(before)
  const reading = {
    ...{ ...entry(4, '', [now('percent'), now('time')]), event: 'downloaded' as const },
    ...{ group: null, item_id: null, register: null },
  }
  expect(modesAround(published, [reading, published], now('time'))).toEqual(before)
})

test('a threshold that was given up with a mode has the unit of that mode', () => {
  for (const event of ['discarded', 'resolved'] as const) {
    const given = { at: 5, event }
    const threshold = { ...entry(5, 'dispatch.threshold', [90, 50]), ...given }
    const mode = { ...entry(6, 'dispatch.mode', ['time', 'percent']), ...given }
    const inPercent = {
      id: 'v1',
      pixels: { items: [{ id: 'p1', dispatch: { mode: 'percent', threshold: 50 } }] },
    } as unknown as Video
    const together = { before: 'time', after: 'percent' }
    const alone = { before: 'percent', after: 'percent' }
    expect(modesAround(threshold, [mode, threshold], inPercent)).toEqual(together)
    expect(modesAround(threshold, [threshold], inPercent)).toEqual(alone)
    const others = [
      { ...mode, item_id: 'p2' },
      { ...mode, at: 4 },
      { ...mode, event: event === 'resolved' ? ('discarded' as const) : ('resolved' as const) },
    ]
    for (const other of others)
      expect(modesAround(threshold, [other, threshold], inPercent)).toEqual(alone)
    const posted = entry(5, 'dispatch.threshold', [40, 50])
    expect(modesAround(posted, [mode, posted], inPercent)).toEqual(alone)
  }
})
