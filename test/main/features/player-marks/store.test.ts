import { expect, test } from 'vitest'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import { testClock } from '../../../support/clock.ts'
import { aPlayer } from '../../../support/store-data.ts'
import { ACCOUNT, aFolder, anAccount, failureFrom, ZONE } from '../../../support/store-folder.ts'

const [one, two, three] = [aPlayer(1), aPlayer(2), aPlayer(3)]
const PERIOD = { start: '2026-03-01', end: '2026-03-07' }

let now = 0
const clock = { ...testClock, now: () => now }

function onDesk(work: (verbs: Verbs) => void, folder = aFolder()) {
  const verbs = makeVerbs(folder, clock)
  if (verbs.accounts().length === 0) verbs.putAccount(anAccount())
  work(verbs)
  verbs.close()
  return folder
}

test('tags, pins and openings are kept after a restart, and are in the overview', () => {
  const folder = onDesk((verbs) => {
    verbs.keepAnswer(ACCOUNT, 'players', {}, [one, two], 5, false)
    verbs.players.tag({
      account_id: ACCOUNT,
      player_ids: [one.id, two.id],
      add: ['Oferta A', 'VSL'],
      remove: [],
    })
    verbs.players.tag({
      account_id: ACCOUNT,
      player_ids: [two.id],
      add: ['oferta a'],
      remove: ['vsl'],
    })
    verbs.players.pin({ account_id: ACCOUNT, player_id: one.id, isPinned: true })
    now = 7
    verbs.players.opened({ account_id: ACCOUNT, player_id: two.id })
  })
  onDesk((verbs) => {
    expect(verbs.players.marks({ account_id: ACCOUNT })).toEqual([
      { player_id: one.id, tags: ['Oferta A', 'VSL'], isPinned: true, openedAt: null },
      { player_id: two.id, tags: ['Oferta A'], isPinned: false, openedAt: 7 },
    ])
    expect(verbs.overview(ACCOUNT, ZONE, PERIOD, null).rows).toMatchObject([
      { player: one, tags: ['Oferta A', 'VSL'], isPinned: true },
      { player: two, tags: ['Oferta A'], isPinned: false },
    ])
  }, folder)
})

test('a tag given to or taken from many players is undone for those that it changed, as each spelled it', () => {
  onDesk((verbs) => {
    const on = (players: { id: string }[]) => ({
      ...{ account_id: ACCOUNT, player_ids: players.map(({ id }) => id) },
    })
    const marked = () => verbs.players.marks({ account_id: ACCOUNT }).map(({ tags }) => tags)
    verbs.players.tag({ ...on([one]), add: ['VSL', 'Oferta A'], remove: [] })
    verbs.players.tag({ ...on([two]), add: ['vsl'], remove: [] })
    const undo = (reversals: ReturnType<typeof verbs.players.tag>) => {
      for (const reversal of reversals) verbs.players.tag({ account_id: ACCOUNT, ...reversal })
    }
    const taken = verbs.players.tag({ ...on([one, two, three]), add: [], remove: ['Vsl'] })
    expect(marked()).toEqual([['Oferta A'], [], []])
    undo(taken)
    expect(marked()).toEqual([['Oferta A', 'VSL'], ['vsl'], []])
    const given = verbs.players.tag({ ...on([one, two, three]), add: ['vsl'], remove: [] })
    expect(given).toEqual([{ player_ids: [three.id], add: [], remove: ['vsl'] }])
    undo(given)
    expect(marked()).toEqual([['Oferta A', 'VSL'], ['vsl'], []])
  })
})

test('quick access lists pinned players by name, then recently opened ones, without removed ones', () => {
  onDesk((verbs) => {
    verbs.keepAnswer(ACCOUNT, 'players', {}, [one, two, three], 5, false)
    for (const { id: player_id } of [one, two, aPlayer(9)]) {
      now += 10
      verbs.players.opened({ account_id: ACCOUNT, player_id })
    }
    verbs.players.pin({ account_id: ACCOUNT, player_id: three.id, isPinned: true })
    expect(verbs.players.near({ account_id: ACCOUNT })).toEqual([
      { player_id: three.id, name: three.name, isPinned: true },
      { player_id: two.id, name: two.name, isPinned: false },
      { player_id: one.id, name: one.name, isPinned: false },
    ])
  })
})

test('a player that is opened after the clock was set back comes before those opened earlier', () => {
  onDesk((verbs) => {
    verbs.keepAnswer(ACCOUNT, 'players', {}, [one, two, three], 5, false)
    for (const [{ id: player_id }, at] of [
      [one, 1000],
      [two, 20],
      [three, 30],
    ] as const) {
      now = at
      verbs.players.opened({ account_id: ACCOUNT, player_id })
    }
    const near = verbs.players.near({ account_id: ACCOUNT })
    expect(near.map(({ player_id }) => player_id)).toEqual([three.id, two.id, one.id])
  })
})

test('nothing is stored for a forgotten account', () => {
  onDesk((verbs) => {
    verbs.players.pin({ account_id: ACCOUNT, player_id: one.id, isPinned: true })
    verbs.removeAccount(ACCOUNT)
    expect(
      failureFrom(() =>
        verbs.players.pin({ account_id: ACCOUNT, player_id: one.id, isPinned: true }),
      )?.kind,
    ).toBe('not-found')
    verbs.putAccount(anAccount())
    expect(verbs.players.marks({ account_id: ACCOUNT })).toEqual([])
  })
})
