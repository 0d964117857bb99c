import { beforeAll, expect, test } from 'vitest'
import { Difference, StateText } from '../../../../src/renderer/features/proposals/proposed-row.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { ProposedChange } from '../../../../src/shared/features/proposals/proposal.ts'
import type { ChangeState } from '../../../../src/shared/features/proposals/review.ts'
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

test('of a threshold that is by another mode here, its own unit and both modes are said', () => {
  const change = { ...THRESHOLD, beside: { base: 'time', want: 'percent' } }
  const partner = { register: 'dispatch.mode', meant: 'percent', here: 'time' }
  const state: ChangeState = { is: 'different', theirs: 90, own: [], mode: 'time', partner }
  const of = { account_id: 'account', change }
  expect(wordsOf(<Difference {...of} mode="time" />)).toBe('1:30 50%')
  expect(wordsOf(<StateText {...of} state={state} />)).toBe(
    'Proposed with “Fires by”: Percent watched. Here it is Time played',
  )
})
