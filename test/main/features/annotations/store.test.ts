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

let now = 0
const clock = { ...testClock, now: () => now }

function onDesk(work: (verbs: Verbs) => void, folder = aFolder()) {
  const verbs = makeVerbs(folder, clock)
  if (verbs.accounts().length === 0) verbs.putAccount(anAccount())
  try {
    work(verbs)
  } finally {
    verbs.close()
  }
  return folder
}

const texts = (verbs: Verbs) =>
  verbs.annotations.list({ account_id: ACCOUNT }).annotations.map(({ text }) => text)

test('annotations are listed after a restart, the newest day first, and can still be undone', () => {
  const folder = onDesk((verbs) => {
    now = 10
    verbs.annotations.add({ account_id: ACCOUNT, fields: fields('launch') })
    now = 20
    const id = verbs.annotations.add({
      account_id: ACCOUNT,
      fields: fields('holiday', '2026-03-09'),
    })
    now = 30
    verbs.annotations.change({ account_id: ACCOUNT, id, fields: fields('carnival', '2026-03-09') })
  })
  onDesk((verbs) => {
    expect(verbs.annotations.list({ account_id: ACCOUNT })).toMatchObject({
      annotations: [
        { text: 'carnival', madeAt: 20, changedAt: 30 },
        { text: 'launch', madeAt: 10, changedAt: 10 },
      ],
      canUndo: true,
      canRedo: false,
    })
    verbs.annotations.undo({ account_id: ACCOUNT })
    expect(texts(verbs)).toEqual(['holiday', 'launch'])
  }, folder)
})

test('a deleted annotation is brought back by undo as it was', () => {
  onDesk((verbs) => {
    const id = verbs.annotations.add({ account_id: ACCOUNT, fields: fields('launch') })
    const before = verbs.annotations.list({ account_id: ACCOUNT }).annotations
    verbs.annotations.remove({ account_id: ACCOUNT, id })
    expect(texts(verbs)).toEqual([])
    verbs.annotations.undo({ account_id: ACCOUNT })
    expect(verbs.annotations.list({ account_id: ACCOUNT }).annotations).toEqual(before)
    verbs.annotations.redo({ account_id: ACCOUNT })
    expect(texts(verbs)).toEqual([])
    expect(
      failureFrom(() => verbs.annotations.change({ account_id: ACCOUNT, id, fields: fields('x') }))
        ?.kind,
    ).toBe('not-found')
  })
})

const acts = fc.array(
  fc.record({
    act: fc.constantFrom('add', 'change', 'remove', 'undo', 'redo'),
    at: fc.nat({ max: 9 }),
  }),
  { maxLength: 40 },
)

test('an annotation that is saved as it was keeps its time, and what can be redone', () => {
  onDesk((verbs) => {
    now = 10
    const id = verbs.annotations.add({ account_id: ACCOUNT, fields: fields('launch') })
    verbs.annotations.change({ account_id: ACCOUNT, id, fields: fields('sale') })
    verbs.annotations.undo({ account_id: ACCOUNT })
    now = 20
    verbs.annotations.change({ account_id: ACCOUNT, id, fields: fields('launch') })
    expect(verbs.annotations.list({ account_id: ACCOUNT })).toMatchObject({
      annotations: [{ text: 'launch', changedAt: 10 }],
      canRedo: true,
    })
  })
})

test('undoing any changes one by one passes through every earlier state, and redoing returns', () => {
  fc.assert(
    fc.property(acts, (all) => {
      onDesk((verbs) => {
        let past: OwnAnnotation[][] = [[]]
        let at = 0
        const present = () => verbs.annotations.list({ account_id: ACCOUNT }).annotations
        const change = (work: () => void) => {
          work()
          past = [...past.slice(0, at + 1), present()]
          at++
        }
        all.forEach(({ act, at: place }, index) => {
          now = index
          const one = present()[place]
          if (act === 'undo') at -= Number(verbs.annotations.undo({ account_id: ACCOUNT }))
          else if (act === 'redo') at += Number(verbs.annotations.redo({ account_id: ACCOUNT }))
          else if (act === 'add') {
            change(() => verbs.annotations.add({ account_id: ACCOUNT, fields: fields(`${index}`) }))
          } else if (one && act === 'change') {
            change(() =>
              verbs.annotations.change({
                account_id: ACCOUNT,
                id: one.id,
                fields: fields(`${index}`),
              }),
            )
          } else if (one)
            change(() => verbs.annotations.remove({ account_id: ACCOUNT, id: one.id }))
          expect(present()).toEqual(past[at])
          const { canUndo, canRedo } = verbs.annotations.list({ account_id: ACCOUNT })
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
