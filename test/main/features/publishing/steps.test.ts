import { expect, test } from 'vitest'
import type { Verbs } from '../../../../src/main/database/verbs.ts'
import { registerKey } from '../../../../src/shared/features/publishing/register.ts'
import { testClock } from '../../../support/clock.ts'
import {
  keysIn,
  LABEL_KEY,
  save,
  setLabel,
  storeIn,
  wantsIn,
  withVideos,
} from '../../../support/edited-store.ts'
import { aVideo, VIDEO } from '../../../support/edits.ts'
import { ACCOUNT, aFolder, failureFrom } from '../../../support/store-folder.ts'

test('steps are undone and redone in order, after a restart too', () => {
  const folder = aFolder()
  let verbs = storeIn(folder)
  verbs.keepVideos(ACCOUNT, [aVideo()], 100)
  for (const name of ['1', '2', '3']) save(verbs, setLabel(name))
  const seen = [wantsIn(verbs)]
  for (const undo of [true, true, true, false, false, true]) {
    verbs.close()
    verbs = storeIn(folder)
    if (undo) verbs.undoStep(ACCOUNT)
    else verbs.redoStep(ACCOUNT)
    seen.push(wantsIn(verbs))
  }
  expect(seen).toEqual([['3'], ['2'], ['1'], [], ['1'], ['2'], ['1']])
  expect(verbs.editsOf(ACCOUNT)).toMatchObject({ canUndo: true, canRedo: true })
  verbs.close()
})

test('a new save clears the redo steps, and one that changes nothing does not', () => {
  withVideos((verbs) => {
    save(verbs, setLabel('1'))
    verbs.undoStep(ACCOUNT)
    save(verbs, setLabel('Buy'))
    expect(verbs.editsOf(ACCOUNT)).toMatchObject({ canUndo: false, canRedo: true })
    save(verbs, setLabel('2'))
    expect(verbs.editsOf(ACCOUNT)).toMatchObject({ canUndo: true, canRedo: false })
    expect(verbs.redoStep(ACCOUNT)).toBe(false)
    expect(wantsIn(verbs)).toEqual(['2'])
  })
})

test('a step with an edit that is being sent cannot be undone', () => {
  withVideos((verbs) => {
    save(verbs, setLabel('1'), {
      kind: 'set',
      group: 'pixels',
      item_id: null,
      register: 'enabled',
      value: true,
    })
    const put = verbs.editRows(ACCOUNT, VIDEO).slice(0, 1)
    for (const status of ['sending', 'confirming'] as const) {
      verbs.commitEdits(ACCOUNT, VIDEO, { put: put.map((row) => ({ ...row, status })) })
      expect(failureFrom(() => verbs.undoStep(ACCOUNT))?.kind).toBe('refused')
      expect(keysIn(verbs)).toHaveLength(2)
      expect(verbs.editsOf(ACCOUNT)).toMatchObject({ canUndo: true, canRedo: false })
    }
  })
})

test('a published edit cannot be undone, and the rest of its step can', () => {
  withVideos((verbs) => {
    save(verbs, setLabel('1'))
    const enabled = { group: 'pixels', item_id: null, register: 'enabled' } as const
    save(verbs, setLabel('2'), { kind: 'set', ...enabled, value: true })
    const put = verbs.editRows(ACCOUNT, VIDEO).filter(({ key }) => key === LABEL_KEY)
    verbs.commitEdits(ACCOUNT, VIDEO, {
      put: put.map((row) => ({ ...row, status: 'sending' as const })),
    })
    verbs.commitEdits(ACCOUNT, VIDEO, { remove: put })
    expect(verbs.undoStep(ACCOUNT)).toBe(true)
    expect(keysIn(verbs)).toEqual([])
    expect(verbs.undoStep(ACCOUNT)).toBe(false)
    verbs.redoStep(ACCOUNT)
    expect(keysIn(verbs)).toEqual([registerKey(enabled)])
  })
})

test('publishing the deletion of an item removes the item’s undo steps', () => {
  withVideos((verbs) => {
    save(verbs, setLabel('1'))
    save(verbs, { kind: 'delete', group: 'call_actions', item_id: 'cta1' })
    const [deletion] = verbs.editRows(ACCOUNT, VIDEO)
    if (!deletion) throw new Error('There is no edit.')
    verbs.commitEdits(ACCOUNT, VIDEO, { put: [{ ...deletion, status: 'sending' }] })
    verbs.commitEdits(ACCOUNT, VIDEO, { remove: [deletion] })
    expect(verbs.editsOf(ACCOUNT)).toMatchObject({ canUndo: false, canRedo: false })
  })
})

test('undoing keeps the data about a request that may still be applied', () => {
  withVideos((verbs) => {
    save(verbs, setLabel('1'))
    save(verbs, setLabel('2'))
    const [row] = verbs.editRows(ACCOUNT, VIDEO)
    if (!row) throw new Error('There is no edit.')
    const sent = { attempt: 2, rounds: 1, sentAt: 7, quarantineUntil: 9, missedAt: 8 }
    verbs.commitEdits(ACCOUNT, VIDEO, { put: [{ ...row, ...sent, status: 'rejected' }] })
    verbs.undoStep(ACCOUNT)
    expect(verbs.editRows(ACCOUNT, VIDEO)).toMatchObject([{ ...sent, want: '1', status: 'draft' }])
  })
})

test.each([
  ['undone and redone', 'undoStep', 'redoStep'],
  ['discarded and restored', null, 'undoStep'],
] as const)(
  'a created item that is %s is still looked for on the service first',
  (_, away, back) => {
    withVideos((verbs) => {
      save(verbs, { kind: 'create', group: 'pixels', item: { base: { name: 'New' } } })
      const sent = { attempt: 1, rounds: 1, sentAt: 7, knownIds: ['a'] }
      const put = () =>
        verbs
          .editRows(ACCOUNT, VIDEO)
          .map((row) => ({ ...row, ...sent, status: 'rejected' as const }))
      if (!away) {
        // Redone after it was sent: the step knows only how it was before.
        verbs.discardEdits(ACCOUNT, null, 7)
        verbs.undoStep(ACCOUNT)
      }
      verbs.commitEdits(ACCOUNT, VIDEO, { put: put() })
      verbs[away ?? 'redoStep'](ACCOUNT)
      expect(keysIn(verbs)).toEqual([])
      verbs[back](ACCOUNT)
      expect(verbs.editRows(ACCOUNT, VIDEO)).toMatchObject([{ ...sent, status: 'draft' }])
    })
  },
)

test('discarding removes waiting edits, is in the history and can be undone', () => {
  withVideos((verbs) => {
    save(verbs, setLabel('1'), { kind: 'create', group: 'pixels', item: { base: { name: 'New' } } })
    const [first] = verbs.editRows(ACCOUNT, VIDEO)
    if (!first) throw new Error('There is no edit.')
    expect(verbs.discardEdits(ACCOUNT, ['video0002'], 7)).toBe(0)
    verbs.commitEdits(ACCOUNT, VIDEO, { put: [{ ...first, status: 'confirming' }] })
    expect(verbs.discardEdits(ACCOUNT, null, 7)).toBe(1)
    expect(keysIn(verbs)).toEqual([LABEL_KEY])
    const discarded = {
      event: 'discarded',
      at: 7,
      group: 'pixels',
      before: { base: { name: 'New' } },
    }
    expect(verbs.history(ACCOUNT, VIDEO)).toMatchObject([discarded])
    verbs.undoStep(ACCOUNT)
    expect(keysIn(verbs)).toHaveLength(2)
  })
})

const DAY = 24 * 3_600_000

test('history is deleted after 90 days, and steps only when none of their edits waits', () => {
  withVideos((verbs) => {
    const now = testClock.now()
    save(verbs, setLabel('given up'))
    verbs.discardEdits(ACCOUNT, null, now - 91 * DAY)
    save(verbs, setLabel('waits'))
    verbs.discardEdits(ACCOUNT, [VIDEO], now - 89 * DAY)
    verbs.undoStep(ACCOUNT)
    const events = () => verbs.history(ACCOUNT, VIDEO).map(({ at }) => at)
    verbs.pruneEdits(now)
    expect([events(), wantsIn(verbs)]).toEqual([[now - 89 * DAY], ['waits']])
    expect(verbs.undoStep(ACCOUNT)).toBe(true)
    expect(wantsIn(verbs)).toEqual([])
    const later = now + 91 * DAY
    verbs.redoStep(ACCOUNT)
    discardAnother(verbs, later)
    verbs.pruneEdits(later)
    expect([events(), wantsIn(verbs)]).toEqual([[], ['waits']])
    expect(verbs.undoStep(ACCOUNT)).toBe(true)
    verbs.pruneEdits(later)
    expect(verbs.editsOf(ACCOUNT)).toMatchObject({ canUndo: false, canRedo: false })
  })
})

test('a start with the clock a year ahead deletes neither history nor steps', () => {
  withVideos((verbs) => {
    const now = testClock.now()
    save(verbs, setLabel('given up'))
    verbs.discardEdits(ACCOUNT, null, now)
    verbs.pruneEdits(now + 365 * DAY)
    expect(verbs.history(ACCOUNT, VIDEO).map(({ at }) => at)).toEqual([now])
    expect(verbs.editsOf(ACCOUNT).canUndo).toBe(true)
  })
})

/** A change of the other video, discarded at that time. */
function discardAnother(verbs: Verbs, at: number) {
  const video_id = 'video0002'
  verbs.saveEdits(ACCOUNT, [{ video_id, changes: [setLabel('another')] }])
  verbs.discardEdits(ACCOUNT, [video_id], at)
}
