import { expect, test } from 'vitest'
import { applyMutes, type Mute } from '../../../../src/shared/features/problems/mute.ts'
import type { AccountProblem } from '../../../../src/shared/features/problems/problem.ts'

const PLACE = { video_id: 'v', group: 'call_actions', item_id: 'a', rule: 'address-http' } as const
const PROBLEM: AccountProblem = {
  ...PLACE,
  ...{ severity: 'warning', register: 'action.url', item: 'Buy', details: {} },
}
const mute = (until: Mute['until']): Mute => ({
  ...{ ...PLACE, note: 'by hand', until, valueHash: 'then', madeAt: 1 },
})

const muted = (until: Mute['until'], { today = '2026-12-01', hash = 'then' } = {}) =>
  applyMutes([PROBLEM], { mutes: [mute(until)], today, valueHashOf: () => hash }).muted.length === 1

test('a mute “until it changes” ends when the value of its place changes', () => {
  expect([muted({ kind: 'changes' }), muted({ kind: 'changes' }, { hash: 'now' })]).toEqual([
    true,
    false,
  ])
})

test('a mute until a day lasts to the end of it', () => {
  const until = { kind: 'day', day: '2026-12-22' } as const
  expect([
    muted(until, { today: '2026-12-22', hash: 'now' }),
    muted(until, { today: '2026-12-23' }),
  ]).toEqual([true, false])
})

test('a mute “always” applies to its rule at its place only', () => {
  expect(muted({ kind: 'always' }, { hash: 'now', today: '2099-01-01' })).toBe(true)
  const others = [
    { ...PROBLEM, item_id: 'b' },
    { ...PROBLEM, rule: 'no-pitch' },
    { ...PROBLEM, video_id: 'w' },
    { ...PROBLEM, group: null },
  ]
  const { open } = applyMutes(others, {
    ...{ mutes: [mute({ kind: 'always' })], today: '2026-12-01', valueHashOf: () => null },
  })
  expect(open).toEqual(others)
})
