import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Pick } from '../../../../src/renderer/features/proposals/propose-dialog.tsx'
import { callQuery, prefetch } from '../../../../src/renderer/query.ts'
import { startText } from '../../../../src/renderer/text.ts'
import type { ProposedChange } from '../../../../src/shared/features/proposals/proposal.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { aDraft, aVideo, VIDEO } from '../../../support/edits.ts'
import { stubBridge } from '../../../support/page-bridge.ts'

const account_id = 'account-of-proposals'
const pixel = { group: 'pixels', item_id: 'pixel1', kind: 'set' } as const
const mode = { ...aDraft({ ...pixel, register: 'dispatch.mode' }), base: 'time', want: 'percent' }
const threshold = { ...pixel, register: 'dispatch.threshold', base: 330, want: 50 }

beforeAll(async () => {
  const base = aVideo()
  const edits = [mode, { ...aDraft(threshold), ...threshold }]
  const value = { base, shown: base, edits, asOf: 1 }
  stubBridge(() => Promise.resolve({ ok: true, value }))
  await startText('en')
  const input = { account_id, video_id: VIDEO }
  await prefetch(...callQuery('videos', 'open', input, ['videos', 'edits']))
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('a threshold to be proposed has the units that its receiver will see', () => {
  const change: ProposedChange = {
    ...{ id: '1', video_id: VIDEO, video: 'A video', item: 'One', note: '', answer: null },
    ...threshold,
  }
  const chosen = { isOffered: true, isIn: true, onIn: () => undefined, onNote: () => undefined }
  const words = wordsOf(<Pick {...{ account_id, change }} {...chosen} note="" />)
  expect(words).toContain('5:30 50%')
})
