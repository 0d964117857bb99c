import { expect, test } from 'vitest'
import { modesAround } from '../../../../src/renderer/ui/edits/threshold.ts'
import { valueText } from '../../../../src/renderer/ui/edits/value-text.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import type { HistoryEntry } from '../../../../src/shared/features/publishing/edit.ts'
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

test('where a pixel fires carries the unit of its mode, and none where that is not known', () => {
  const words = {} as Parameters<typeof valueText>[2]
  expect(valueText(25, 'dispatch.threshold', words, 'percent')).toBe('25 %')
  expect(valueText(25, 'dispatch.threshold', words, 'time')).toBe('25 s')
  expect(thresholdText(25, undefined)).toBe('25')
})

test('a threshold of the history has the unit of its time: its mode was changed since', () => {
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
