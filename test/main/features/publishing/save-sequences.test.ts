import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import type { EditRow } from '../../../../src/main/features/publishing/edit-row.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import { applyEdits } from '../../../../src/shared/features/publishing/lay.ts'
import { testClock } from '../../../support/clock.ts'
import { seenAfter, seenOf } from '../../../support/edit-model.ts'
import { aVideo, VIDEO } from '../../../support/edits.ts'
import { count } from '../../../support/scale.ts'
import { ACCOUNT, aFolder, anAccount, failureFrom } from '../../../support/store-folder.ts'

const SEQUENCES = count('sequences', { usual: 20, full: 5000 })
const group = fc.constant('call_actions' as const)
const item_id = fc.constantFrom('cta1', 'cta2', 'the last made')
const register = fc.constantFrom('window.start', 'window.end')
const countries = fc.subarray(['BR', 'PT', 'DE', 'FR'])
const set = fc.record({
  kind: fc.constant('set' as const),
  group,
  item_id,
  register,
  value: fc.oneof(fc.constantFrom(10, 20, 30, null), fc.nat(40)),
})
const list = fc.record({
  kind: fc.constant('list' as const),
  group: fc.constant('traffic_filter' as const),
  register: fc.constant('countries'),
  add: countries,
  remove: countries,
})
const create = fc.record({
  kind: fc.constant('create' as const),
  group,
  item: fc.record({ window: fc.record({ start: fc.nat(40) }) }),
})
const remove = fc.record({ kind: fc.constant('delete' as const), group, item_id })
const revert = fc.record({
  kind: fc.constant('revert' as const),
  group,
  item_id,
  register: fc.option(register),
})
const change = fc.oneof({ weight: 4, arbitrary: set }, list, create, remove, revert)
const save = fc.array(change, { minLength: 1, maxLength: 4 })
const act = fc.oneof(
  { weight: 3, arbitrary: save },
  fc.constantFrom('undo' as const, 'redo' as const, 'restart' as const),
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never
type Rows = EditRow[]

/** A desk beside what it should have: the rows before each step that can be undone or done again. */
function aModelledDesk() {
  const folder = aFolder()
  const past: Rows[] = []
  let future: Rows[] = []
  let lastMade = 'nothing was made'
  let verbs = makeVerbs(folder, testClock)
  verbs.putAccount(anAccount())
  verbs.keepVideos(ACCOUNT, [aVideo()], 1)
  const rows = (): Rows => verbs.editRows(ACCOUNT, VIDEO).map((row) => ({ ...row, revision: 0 }))
  const seen = () => seenOf(applyEdits(aVideo(), verbs.editRows(ACCOUNT, VIDEO)))

  function step(way: 'undo' | 'redo') {
    const [from, to] = way === 'undo' ? [past, future] : [future, past]
    const before = rows()
    const expected = from.pop()
    const isTaken = way === 'undo' ? verbs.undoStep(ACCOUNT) : verbs.redoStep(ACCOUNT)
    expect(isTaken).toBe(expected !== undefined)
    if (expected) to.push(before)
    expect(rows()).toEqual(expected ?? before)
  }

  function saves(made: readonly Change[]) {
    const changes = made.map((each) =>
      'item_id' in each && each.item_id === 'the last made' ? { ...each, item_id: lastMade } : each,
    ) as Change[]
    const [before, seenBefore] = [rows(), seen()]
    let created = changes.map((_, index) => `new${index}`)
    const failure = failureFrom(() => {
      created = verbs.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes }]).created
    })
    const expected = seenAfter(seenBefore, changes, created)
    expect(failure?.kind ?? null).toBe(expected ? null : 'invalid')
    expect(seen()).toEqual(expected ?? seenBefore)
    if (JSON.stringify(rows()) === JSON.stringify(before)) return
    expect(failure).toBeNull()
    lastMade = created[0] ?? lastMade
    past.push(before)
    future = []
  }

  return {
    rows,
    past,
    step,
    close: () => verbs.close(),
    does(each: Act) {
      if (each === 'undo' || each === 'redo') return step(each)
      if (each !== 'restart') return saves(each as Change[])
      verbs.close()
      verbs = makeVerbs(folder, testClock)
    },
    endsAsKnown() {
      const { canUndo, canRedo } = verbs.editsOf(ACCOUNT)
      expect([canUndo, canRedo]).toEqual([past.length > 0, future.length > 0])
    },
  }
}

test('any sequence of saves, undos, redos and reverts shows the expected values, and undoing all leaves none', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), (sequence) => {
      const desk = aModelledDesk()
      for (const each of sequence) desk.does(each)
      desk.endsAsKnown()
      while (desk.past.length > 0) desk.step('undo')
      expect(desk.rows()).toEqual([])
      desk.close()
    }),
    { numRuns: SEQUENCES },
  )
})
