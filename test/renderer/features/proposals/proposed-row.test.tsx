import { beforeAll, expect, test } from 'vitest'
import { Difference } from '../../../../src/renderer/features/proposals/proposed-row.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { ProposedChange } from '../../../../src/shared/features/proposals/proposal.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { VIDEO } from '../../../support/edits.ts'

beforeAll(() => startText('en'))

const THRESHOLD: ProposedChange = {
  ...{ id: '1', video_id: VIDEO, video: 'A video', item_id: 'pixel1', item: 'One', note: '' },
  ...{ group: 'pixels', register: 'dispatch.threshold', kind: 'set', base: 90, want: 50 },
  answer: null,
}

test('the value that a proposed threshold replaces has the unit it had for the sender', () => {
  const drawn = (change: ProposedChange) =>
    wordsOf(<Difference account_id="account" change={change} mode="percent" />)
  expect(drawn({ ...THRESHOLD, beside: { base: 'time', want: 'percent' } })).toBe('1:30 50%')
  expect(drawn(THRESHOLD)).toBe('90 50%')
})
