import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ANSWERS } from '../../src/main/database/answers-migrations.ts'
import { openDatabase, type Value, versionOf } from '../../src/main/database/database.ts'
import { DESK } from '../../src/main/database/stored-features.ts'
import { makeVerbs, type Verbs } from '../../src/main/database/verbs.ts'
import { DEFAULT_GUARDRAILS } from '../../src/shared/features/ab-tests/ab-test.ts'
import type { OwnRuleFields } from '../../src/shared/features/problems/own-rule.ts'
import { testClock } from './clock.ts'
import { aVideo, VIDEO } from './edits.ts'
import { pngOf } from './picture-bytes.ts'
import { aDay, aPlayer } from './store-data.ts'
import { ACCOUNT, anAccount, ZONE } from './store-folder.ts'

const PNG = pngOf(2, 2)
const OWN_RULE: OwnRuleFields = {
  ...{ name: 'No price', group: 'call_actions', register: 'action.content', tag: null },
  ...{ comparison: 'hasNot', value: 'R$', severity: 'note' },
}
const period = { start: '2026-03-01', end: '2026-03-02' }

/** Data with some of everything that a user makes, notes, decides and downloads. */
export function fillDesk(folder: string) {
  const verbs = makeVerbs(folder, testClock)
  verbs.putAccount(anAccount())
  editOn(verbs)
  noteOn(verbs)
  const { id: player_id, pitch_time, duration: video_duration } = aPlayer(1)
  verbs.keepAnswer(ACCOUNT, 'players', {}, [aPlayer(1)], 1, false)
  verbs.keepDays(ACCOUNT, ZONE, { player_id, pitch_time, video_duration }, [aDay('2026-03-01')], 5)
  const hash = createHash('sha256').update(PNG).digest('hex')
  verbs.keepPicture(ACCOUNT, {
    ...{ hash, name: 'hook.png', type: 'image/png', size: PNG.length },
    ...{ width: 2, height: 2, chosenAt: 3 },
  })
  verbs.close()
  const pictures = path.join(folder, 'pictures', ACCOUNT)
  mkdirSync(pictures, { recursive: true })
  writeFileSync(path.join(pictures, hash), PNG)
}

function editOn(verbs: Verbs) {
  verbs.keepVideos(ACCOUNT, [aVideo(), aVideo({ id: 'video0002' })], 1)
  const token = (value: string) =>
    ({ kind: 'set', group: 'traffic_filter', item_id: null, register: 'token', value }) as const
  verbs.saveEdits(ACCOUNT, [{ video_id: 'video0002', changes: [token('given up')] }])
  verbs.discardEdits(ACCOUNT, null, 2)
  verbs.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes: [token('mine')] }])
  verbs.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes: [token('undone')] }])
  verbs.undoStep(ACCOUNT)
}

function noteOn(verbs: Verbs) {
  const player_id = aPlayer(1).id
  verbs.annotations.add({
    account_id: ACCOUNT,
    fields: { player_id: null, period, text: 'launch', tags: ['ads'] },
  })
  verbs.markers.put({ account_id: ACCOUNT, player_id, marker: { second: 5, name: 'hook' } })
  verbs.players.tag({ account_id: ACCOUNT, player_ids: [player_id], add: ['Offer'], remove: [] })
  verbs.curves.keepView({ account_id: ACCOUNT, player_id, change: { trial: 40 } })
  verbs.problems.saveRule({ account_id: ACCOUNT, id: null, fields: OWN_RULE })
  const place = {
    video_id: VIDEO,
    group: 'call_actions',
    item_id: 'cta1',
    rule: 'address-http',
  } as const
  verbs.problems.mute({
    account_id: ACCOUNT,
    mute: { ...place, note: 'meant so', until: { kind: 'changes' } },
  })
  verbs.abTests.decide({
    account_id: ACCOUNT,
    group_id: 'group',
    decided: {
      ...{ hypothesis: 'A shorter start', who: 'Ana', why: 'B stays', primary: 'play_rate' },
      guardrails: DEFAULT_GUARDRAILS,
      arms: ['a'.repeat(24), 'b'.repeat(24)],
      ...{ state: 'decided', lift: 12, low: 4, high: 20, chance: 99, asOf: 1 },
    },
  })
}

const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`

/** Every row of a closed database by table, without the records of how a file was closed. */
export function tablesOf(file: string): Record<string, Value[][]> {
  const migrations = path.basename(file) === 'answers.db' ? ANSWERS : DESK
  const database = openDatabase({ file, synchronous: 'FULL', migrations, skipMigrations: true })
  const tables = database.all<[string]>(TABLES).flat()
  const rows = tables
    .filter((table) => table !== 'seals')
    .map((table) => [table, database.all<Value[]>(`SELECT * FROM ${table}`)] as const)
  database.close()
  return Object.fromEntries(rows)
}

/** Everything that a backup with figures restores. */
export function deskState(folder: string) {
  const pictures = path.join(folder, 'pictures', ACCOUNT)
  return {
    desk: tablesOf(path.join(folder, 'desk.db')),
    answers: tablesOf(path.join(folder, 'answers.db')),
    pictures: readdirSync(pictures).map((name) => readFileSync(path.join(pictures, name))),
  }
}

export function versionOfFile(file: string): number {
  const database = openDatabase({
    file,
    synchronous: 'FULL',
    migrations: DESK,
    skipMigrations: true,
  })
  const version = versionOf(database)
  database.close()
  return version
}
