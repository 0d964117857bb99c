import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  changeLine,
  useChangeWords,
} from '../../../../src/renderer/features/player/changes/use-change-words.ts'
import { callQuery, prefetch } from '../../../../src/renderer/query.ts'
import { startText } from '../../../../src/renderer/text.ts'
import type { HistoryEntry } from '../../../../src/shared/features/publishing/edit.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { stubBridge, stubDocument } from '../../../support/page-bridge.ts'

beforeAll(async () => {
  stubDocument()
  await startText('en')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('a change of the fallback video names both videos, as the history does', async () => {
  const rows = [
    { id: 'old', name: 'Spring launch' },
    { id: 'new', name: 'Summer launch' },
  ]
  stubBridge(() => Promise.resolve({ ok: true, value: { rows } }))
  const account_id = 'named'
  await prefetch(...callQuery('videos', 'list', { account_id }))
  const entry: HistoryEntry = {
    ...{ id: 1, video_id: 'video', at: 0, event: 'posted', group: 'traffic_filter' },
    ...{ item_id: null, register: 'fallback_video_id', before: 'old', after: 'new' },
  }
  const Said = () => changeLine(useChangeWords(account_id, undefined, [entry])(entry))
  expect(wordsOf(<Said />)).toBe('Traffic filter · Fallback video: Spring launch → Summer launch')
})
