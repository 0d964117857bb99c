import { beforeAll, describe, expect, test } from 'vitest'
import {
  Difference,
  ProposedRow,
  StateText,
} from '../../../../src/renderer/features/proposals/proposed-row.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { ProposedChange } from '../../../../src/shared/features/proposals/proposal.ts'
import { type ChangeState, statesOf } from '../../../../src/shared/features/proposals/review.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { aDraft, aVideo, VIDEO } from '../../../support/edits.ts'

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

describe('of a threshold, every value in its row has the unit of the mode beside it:', () => {
  const pixel = { group: 'pixels', item_id: 'pixel1' } as const
  const at = { ...pixel, register: 'dispatch.threshold' }
  const pictures = new Set<string>()
  const rowOf = (change: ProposedChange, mode: string, drafts: Record<string, unknown>) => {
    const base = aVideo({
      pixels: { items: [{ id: 'pixel1', dispatch: { mode, threshold: 100 } }] },
    })
    const edits = Object.entries(drafts).map(([register, want]) => ({
      ...aDraft({ kind: 'set', ...pixel, register }),
      want,
    }))
    const [state] = statesOf([change], () => ({ base, edits, pictures }))
    const draft = { verdict: null, text: '', note: '', isIndividual: false }
    const shown = { change, state: state as ChangeState, draft, isHalf: false }
    return wordsOf(<ProposedRow account_id="account" {...shown} onDraft={() => undefined} />)
  }
  const edited = { verdict: 'edited', want: 105, note: '' } as const

  test('the service’s, the drafted and the one that was accepted instead', () => {
    const beside = { base: 'time', want: 'time' }
    const change = { ...THRESHOLD, ...{ base: 90, want: 120, beside, answer: edited } }
    const row = rowOf(change, 'time', { [at.register]: 110 })
    expect(row).toContain('1:30 2:00')
    expect(row).toContain('Here now 1:40')
    expect(row).toContain('Your unpublished change 1:50')
    expect(row).toContain('Was accepted with another value 1:45')
  })

  test('the service’s is in its own mode where a draft here changes the mode', () => {
    const change = { ...THRESHOLD, beside: { base: 'time', want: 'percent' } }
    const row = rowOf(change, 'time', { 'dispatch.mode': 'percent', [at.register]: 65 })
    expect(row).toContain('Here now 1:40')
    expect(row).toContain('Your unpublished change 65%')
  })

  test('the one that was accepted instead is in the mode in which it was edited', () => {
    const beside = { base: 'time', want: 'time' }
    const change = { ...THRESHOLD, ...{ base: 90, want: 120, beside } }
    const answer = { verdict: 'edited', want: 50, note: '' } as const
    const row = rowOf({ ...change, answer }, 'percent', {})
    expect(row).toContain('Was accepted with another value 50%')
  })

  test('the one here beside a proposed mode', () => {
    const mode = { register: 'dispatch.mode', base: 'time', want: 'percent' }
    const change = { ...THRESHOLD, ...mode, beside: { base: 50, want: 50 } }
    expect(rowOf(change, 'time', { 'dispatch.mode': 'percent' })).toContain('Here it is 100%')
  })

  test('a draft of it that is lost with its pixel', () => {
    const base = { id: 'pixel1', dispatch: { mode: 'time', threshold: 100 } }
    const deletion = { register: null, kind: 'delete', base, want: null } as const
    const row = rowOf({ ...THRESHOLD, ...deletion }, 'time', { [at.register]: 110 })
    expect(row).toContain('Your unpublished change Fires at: 1:50')
  })
})
