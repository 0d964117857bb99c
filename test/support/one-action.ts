/** A process that opens the databases, does one thing, prints the result, and closes them. */
import { makeVerbs, type Verbs } from '../../src/main/database/verbs.ts'
import { failureOf } from '../../src/shared/failure.ts'
import { testClock } from './clock.ts'
import { VIDEO } from './edits.ts'

const ACCOUNT = 'account00001'
const period = { start: '2026-03-01', end: '2026-03-02' }
const token = { kind: 'set', group: 'traffic_filter', item_id: null, register: 'token' } as const

/** What a user can do, by name. */
export const ACTIONS: Record<string, (verbs: Verbs) => void> = {
  edit: (verbs) => {
    verbs.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes: [{ ...token, value: 'new' }] }])
  },
  undo: (verbs) => void verbs.undoStep(ACCOUNT),
  discard: (verbs) => void verbs.discardEdits(ACCOUNT, null, 5),
  rename: (verbs) => void verbs.changeAccount(ACCOUNT, { name: 'Another name' }),
  annotate: (verbs) => {
    verbs.annotations.add({
      account_id: ACCOUNT,
      fields: { player_id: null, period, text: 'new', tags: [] },
    })
  },
  tag: (verbs) =>
    verbs.players.tag({ account_id: ACCOUNT, player_ids: ['player'], add: ['new'], remove: [] }),
  mark: (verbs) =>
    verbs.markers.put({
      account_id: ACCOUNT,
      player_id: 'player',
      marker: { second: 9, name: 'new' },
    }),
  store: (verbs) => verbs.keepAnswer(ACCOUNT, 'events', {}, 'x'.repeat(9000), 5, false),
}

/** Everything that these change, as text, equal for equal states. */
export const shownBy = (verbs: Verbs) =>
  JSON.stringify([
    verbs.accounts().map(({ name }) => name),
    verbs.editRows(ACCOUNT, null).map(({ want }) => want),
    verbs.annotations.list({ account_id: ACCOUNT }).annotations.map(({ text }) => text),
    verbs.players.marks({ account_id: ACCOUNT }).map(({ tags }) => tags),
    verbs.markers.list({ account_id: ACCOUNT, player_id: 'player' }).markers,
    verbs.answer(ACCOUNT, 'events', {})?.value ?? null,
  ])

const [folder, action = ''] = process.argv.slice(2)
if (process.argv[1] === import.meta.filename && folder) {
  try {
    const verbs = makeVerbs(folder, testClock)
    try {
      ACTIONS[action]?.(verbs)
      process.stdout.write('saved\n')
    } finally {
      verbs.close()
    }
  } catch (thrown) {
    process.stdout.write(`failed ${JSON.stringify(failureOf(thrown))}\n`)
  }
}
