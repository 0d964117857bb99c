import { expect, test } from 'vitest'
import type { ProposedChange } from '../../../../src/shared/features/proposals/proposal.ts'
import { isAcceptable, stateOf } from '../../../../src/shared/features/proposals/review.ts'
import type { Edit } from '../../../../src/shared/features/publishing/edit.ts'
import { registerKey } from '../../../../src/shared/features/publishing/register.ts'
import { aVideo, VIDEO } from '../../../support/edits.ts'

const aChange = (change: Partial<ProposedChange>): ProposedChange => ({
  ...{ id: '1', video_id: VIDEO, video: 'A video', item_id: null, item: '', note: '' },
  ...{ group: 'playback', register: 'enabled', kind: 'set', base: null, want: true, answer: null },
  ...change,
})

const aDraft = (change: Pick<Edit, 'kind' | 'group' | 'item_id' | 'register'>): Edit => ({
  ...{ key: registerKey(change), video_id: VIDEO, base: null, want: null, status: 'draft' },
  ...{ failure: null, waitsUntil: null, ...change },
})

test('a change of an item that a draft here deletes is not acceptable, others of the video are', () => {
  const item = { group: 'call_actions', item_id: 'cta1' } as const
  const here = {
    base: aVideo(),
    edits: [aDraft({ kind: 'delete', ...item, register: null })],
  }
  const start = { register: 'window.start', base: 10, want: 3 }
  const states = [
    aChange({ ...item, ...start }),
    aChange({ ...item, item_id: 'cta2', ...start, base: 30 }),
    aChange({}),
    // It is to be deleted anyway.
    aChange({ ...item, kind: 'delete', register: null, base: null, want: null }),
  ].map((change) => stateOf(change, here))
  expect(states.map(({ is }) => is)).toEqual(['to-be-deleted', 'as-made', 'as-made', 'different'])
  expect(states.map(isAcceptable)).toEqual([false, true, true, true])
})

test('a change of a list with an overlay that was built by hand is not acceptable', () => {
  const at = { group: 'smart_autoplay', register: 'variants' } as const
  const want = [{ template_name: 'default', template_position: 'top-left' }] as never
  const change = aChange({ ...at, base: [], want })
  const state = stateOf(change, { base: aVideo(), edits: [] })
  expect([state.is, isAcceptable(state)]).toEqual(['hand-built', false])
  const plain = aVideo({ smart_autoplay: { variants: [] } })
  expect(stateOf(change, { base: plain, edits: [] }).is).toBe('as-made')
})
