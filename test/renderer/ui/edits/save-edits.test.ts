import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { saveEdits } from '../../../../src/renderer/ui/edits/save-edits.tsx'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import { stubBridge } from '../../../support/page-bridge.ts'

const sent: { leavesInFlight: boolean }[] = []

// What the preload gives the page.
beforeAll(() => {
  const call = (_noun: string, _verb: string, input: string) => {
    sent.push(JSON.parse(input) as (typeof sent)[number])
    return Promise.resolve({ ok: true, value: { created: [], leftOut: 2 } })
  }
  stubBridge(call)
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const change = (register: string): Change => ({
  ...{ kind: 'set', group: 'playback', item_id: null, register, value: true },
})

test('several changes are saved without those whose places are being sent, and a single one is refused there', async () => {
  const save = (...edits: { video_id: string; changes: Change[] }[]) =>
    saveEdits({ account_id: 'a1', edits })
  const one = { video_id: 'v1', changes: [change('enabled')] }
  expect(await save(one, { ...one, video_id: 'v2' })).toBe(2)
  await save({ ...one, changes: [change('enabled'), change('loop')] })
  await save(one)
  expect(sent.map(({ leavesInFlight }) => leavesInFlight)).toEqual([true, true, false])
})
