import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import { type Marker, MOST_MARKERS } from '../../../../src/shared/features/markers/marker.ts'
import { testClock } from '../../../support/clock.ts'
import { ACCOUNT, aFolder, anAccount, failureFrom } from '../../../support/store-folder.ts'

const PLAYER = 'player'
const COMPARED = { slot: 1, choice: null, name: '' } as const

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

const now = (verbs: Verbs) => verbs.markers.list({ account_id: ACCOUNT, player_id: PLAYER }).markers
const put = (verbs: Verbs, second: number, name = `at ${second}`) =>
  verbs.markers.put({ account_id: ACCOUNT, player_id: PLAYER, marker: { second, name } })

test('markers are listed after a restart, by time, separately for each player', () => {
  const folder = onDesk((verbs) => {
    put(verbs, 90)
    put(verbs, 30)
    verbs.markers.put({
      account_id: ACCOUNT,
      player_id: 'another',
      marker: { second: 5, name: 'else' },
    })
    put(verbs, 30, 'lead')
  })
  onDesk((verbs) => {
    expect(verbs.markers.ofAccount({ account_id: ACCOUNT })).toEqual({
      [PLAYER]: now(verbs),
      another: [{ second: 5, name: 'else' }],
    })
    expect(verbs.markers.list({ account_id: ACCOUNT, player_id: PLAYER })).toEqual({
      markers: [
        { second: 30, name: 'lead' },
        { second: 90, name: 'at 90' },
      ],
      canUndo: true,
      canRedo: false,
    })
    expect(verbs.markers.undo({ account_id: ACCOUNT, player_id: PLAYER })).toBe(true)
    expect(now(verbs)[0]?.name).toBe('at 30')
    expect(verbs.markers.list({ account_id: ACCOUNT, player_id: 'another' }).markers).toHaveLength(
      1,
    )
  }, folder)
})

test('the markers and the curve settings survive the recovery of a damaged desk.db', () => {
  const folder = onDesk((verbs) => {
    put(verbs, 30, 'lead')
    verbs.curves.keepView({
      account_id: ACCOUNT,
      player_id: PLAYER,
      change: { by: 'pitch', overlays: [COMPARED] },
    })
    verbs.curves.keepView({ account_id: ACCOUNT, player_id: PLAYER, change: { trial: 12 } })
  })
  const file = join(folder, 'desk.db')
  writeFileSync(file, readFileSync(file).fill(0xa5, 0, 100))
  onDesk((verbs) => {
    expect(verbs.recovery()?.kind).toBe('desk-recovered')
    expect(now(verbs)).toEqual([{ second: 30, name: 'lead' }])
    expect(verbs.curves.view({ account_id: ACCOUNT, player_id: PLAYER })).toEqual({
      ...{ by: 'pitch', overlays: [COMPARED], trial: 12 },
    })
  }, folder)
})

const acts = fc.array(
  fc.record({ act: fc.constantFrom('put', 'remove', 'undo', 'redo'), at: fc.nat({ max: 5 }) }),
  { maxLength: 30 },
)

test('undoing any changes one by one passes through every earlier state, and redoing returns', () => {
  fc.assert(
    fc.property(acts, (all) => {
      onDesk((verbs) => {
        let past: Marker[][] = [[]]
        let at = 0
        all.forEach(({ act, at: second }, index) => {
          const has = now(verbs).some((one) => one.second === second)
          if (act === 'undo')
            at -= Number(verbs.markers.undo({ account_id: ACCOUNT, player_id: PLAYER }))
          else if (act === 'redo')
            at += Number(verbs.markers.redo({ account_id: ACCOUNT, player_id: PLAYER }))
          else if (act === 'put' || has) {
            if (act === 'put') put(verbs, second, `${index}`)
            else verbs.markers.remove({ account_id: ACCOUNT, player_id: PLAYER, second })
            past = [...past.slice(0, at + 1), now(verbs)]
            at++
          }
          const { markers, canUndo, canRedo } = verbs.markers.list({
            account_id: ACCOUNT,
            player_id: PLAYER,
          })
          expect(markers).toEqual(past[at])
          expect([canUndo, canRedo]).toEqual([at > 0, at < past.length - 1])
        })
      })
    }),
    { numRuns: 15 },
  )
})

test('a missing marker cannot be removed, and the number of markers is limited', () => {
  onDesk((verbs) => {
    expect(
      failureFrom(() =>
        verbs.markers.remove({ account_id: ACCOUNT, player_id: PLAYER, second: 3 }),
      ),
    ).toMatchObject({ kind: 'not-found', what: 'local' })
    for (let second = 0; second < MOST_MARKERS; second++) put(verbs, second)
    expect(failureFrom(() => put(verbs, MOST_MARKERS))).toEqual({
      kind: 'too-many',
      limit: MOST_MARKERS,
    })
    put(verbs, 0, 'renamed')
    expect(now(verbs)).toHaveLength(MOST_MARKERS)
  })
})

test('no marker is stored for a forgotten account', () => {
  onDesk((verbs) => {
    put(verbs, 3)
    verbs.curves.keepView({ account_id: ACCOUNT, player_id: PLAYER, change: { trial: 40 } })
    verbs.removeAccount(ACCOUNT)
    expect(failureFrom(() => put(verbs, 4))?.kind).toBe('not-found')
    verbs.putAccount(anAccount())
    expect(verbs.markers.list({ account_id: ACCOUNT, player_id: PLAYER })).toEqual({
      markers: [],
      canUndo: false,
      canRedo: false,
    })
    expect(verbs.curves.view({ account_id: ACCOUNT, player_id: PLAYER }).trial).toBe(null)
  })
})
