import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import type {
  AnnotationFields,
  OwnAnnotation,
} from '../../../../src/shared/features/annotations/own-annotation.ts'
import { testClock } from '../../../support/clock.ts'
import { ACCOUNT, aFolder, anAccount, failureFrom } from '../../../support/store-folder.ts'

const fields = (text: string, day = '2026-03-05'): AnnotationFields => ({
  player_id: null,
  period: { start: day, end: day },
  text,
  tags: [],
})

function onDesk(work: (verbs: Verbs) => void, folder = aFolder()) {
  const verbs = makeVerbs(folder, testClock)
  if (verbs.accounts().length === 0) verbs.putAccount(anAccount())
  try {
    work(verbs)
  } finally {
    verbs.close()
  }
  return folder
}

const texts = (verbs: Verbs) => verbs.annotations(ACCOUNT).annotations.map(({ text }) => text)

test('an annotation is there after a restart, the newest day first, and can still be undone', () => {
  const folder = onDesk((verbs) => {
    verbs.addAnnotation(ACCOUNT, fields('launch'), 10)
    const id = verbs.addAnnotation(ACCOUNT, fields('holiday', '2026-03-09'), 20)
    verbs.changeAnnotation(ACCOUNT, id, fields('carnival', '2026-03-09'), 30)
  })
  onDesk((verbs) => {
    expect(verbs.annotations(ACCOUNT)).toMatchObject({
      annotations: [
        { text: 'carnival', madeAt: 20, changedAt: 30 },
        { text: 'launch', madeAt: 10, changedAt: 10 },
      ],
      canUndo: true,
      canRedo: false,
    })
    verbs.undoAnnotation(ACCOUNT)
    expect(texts(verbs)).toEqual(['holiday', 'launch'])
  }, folder)
})

test('a deleted annotation is brought back by undo as it was', () => {
  onDesk((verbs) => {
    const id = verbs.addAnnotation(ACCOUNT, fields('launch'), 10)
    const before = verbs.annotations(ACCOUNT).annotations
    verbs.removeAnnotation(ACCOUNT, id)
    expect(texts(verbs)).toEqual([])
    verbs.undoAnnotation(ACCOUNT)
    expect(verbs.annotations(ACCOUNT).annotations).toEqual(before)
    verbs.redoAnnotation(ACCOUNT)
    expect(texts(verbs)).toEqual([])
    expect(failureFrom(() => verbs.changeAnnotation(ACCOUNT, id, fields('x'), 20))?.kind).toBe(
      'not-found',
    )
  })
})

const acts = fc.array(
  fc.record({
    act: fc.constantFrom('add', 'change', 'remove', 'undo', 'redo'),
    at: fc.nat({ max: 9 }),
  }),
  { maxLength: 40 },
)

test('any run of changes, undone one by one, goes back through every state; redone, forth again', () => {
  fc.assert(
    fc.property(acts, (all) => {
      onDesk((verbs) => {
        let past: OwnAnnotation[][] = [[]]
        let at = 0
        const now = () => verbs.annotations(ACCOUNT).annotations
        const change = (work: () => void) => {
          work()
          past = [...past.slice(0, at + 1), now()]
          at++
        }
        all.forEach(({ act, at: place }, index) => {
          const one = now()[place]
          if (act === 'undo') at -= Number(verbs.undoAnnotation(ACCOUNT))
          else if (act === 'redo') at += Number(verbs.redoAnnotation(ACCOUNT))
          else if (act === 'add') {
            change(() => verbs.addAnnotation(ACCOUNT, fields(`${index}`), index))
          } else if (one && act === 'change') {
            change(() => verbs.changeAnnotation(ACCOUNT, one.id, fields(`${index}`), index))
          } else if (one) change(() => verbs.removeAnnotation(ACCOUNT, one.id))
          expect(now()).toEqual(past[at])
          const { canUndo, canRedo } = verbs.annotations(ACCOUNT)
          expect({ canUndo, canRedo }).toEqual({
            canUndo: at > 0,
            canRedo: at < past.length - 1,
          })
        })
      })
    }),
    { numRuns: 20 },
  )
})
