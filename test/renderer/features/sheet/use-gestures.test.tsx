import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { type Gestures, useGestures } from '../../../../src/renderer/features/sheet/use-gestures.ts'
import type { SheetEdits } from '../../../../src/shared/features/sheet/gestures.ts'
import { drawn } from '../../../support/drawn.ts'
import { stubBridge } from '../../../support/page-bridge.ts'

const EDITS: SheetEdits = [
  {
    video_id: 'v1',
    changes: [{ kind: 'set', group: 'playback', item_id: null, register: 'enabled', value: true }],
  },
]

let called: string[]

// What the preload gives the page.
beforeEach(() => {
  called = []
  const call = (_noun: string, verb: string) => {
    called.push(verb)
    return Promise.resolve({ ok: true, value: { created: [], leftOut: 0 } })
  }
  stubBridge(call)
})
afterAll(() => {
  vi.unstubAllGlobals()
})

/** What the sheet's actions go through. */
function aSheet(): Gestures {
  let gestures: Gestures | undefined
  const Probe = () => {
    gestures = useGestures({ account_id: 'a1', group: 'playback' }, [], null)
    return null
  }
  drawn(<Probe />)
  if (!gestures) throw new Error('not drawn')
  return gestures
}

test('an undo waits for the action before it, which may take long to compute', async () => {
  const { edit, inTurn } = aSheet()
  let computed: (edits: SheetEdits) => void = () => undefined
  const saved = edit([], () => new Promise((resolve) => (computed = resolve)))
  const undone = inTurn(async () => void called.push('undo'))
  await new Promise(setImmediate)
  expect(called).toEqual([])
  computed(EDITS)
  await Promise.all([saved, undone])
  expect(called).toEqual(['save', 'undo'])
})

test('an action after an undo that failed is saved', async () => {
  const { save, inTurn } = aSheet()
  const undone = inTurn(() => Promise.reject(new Error('full'))).catch(() => 'failed')
  expect(await save(EDITS)).toEqual({ isSaved: true, inFlight: 0 })
  expect(await undone).toBe('failed')
})
