import { renameSync } from 'node:fs'
import path from 'node:path'
import { deskNumber } from '../../src/main/database/commits.ts'
import { openDatabase, type Value } from '../../src/main/database/database.ts'
import { DESK } from '../../src/main/database/stored-features.ts'
import type { Failpoint } from '../../src/main/failpoint.ts'
import type { Fault } from '../../src/service/faults.ts'
import type { Video } from '../../src/shared/api/video.ts'
import type { Change } from '../../src/shared/features/publishing/edit.ts'
import { registerKey } from '../../src/shared/features/publishing/register.ts'
import { afterEdits, EDIT_KINDS, type EditKindName } from './edit-kinds.ts'

interface FailpointCase {
  /** Number of PATCH requests that were applied when the process died. */
  applied: 0 | 1
  /** Number of earlier passes, when it is not the first one. */
  nth?: number
  /**
   * Whether the process dies before the user sees that the edit is saved; it may be saved
   * nevertheless.
   */
  isSaved?: 'kept' | 'not kept'
  faults?: Fault[]
  /** An item is created along with the edit. */
  makesItem?: boolean
  /** Someone else changes the edited value on the service along with the edit. */
  hasConflict?: boolean
  /** The app is closed with the pending edit, and opened again to post it. */
  reopen?: boolean
  /** The edit was made with an earlier version. */
  isOlder?: boolean
}

const LOST: Fault = {
  match: { method: 'PATCH', nth: 1 },
  action: { kind: 'cut', at: 'before-headers', when: 'before' },
}
const IN_PIECES: Fault = {
  match: { method: 'PATCH', nth: 1 },
  action: { kind: 'drip', everyMs: 50, bytes: 500 },
}

/** What each point needs to be reached, and the state of the service afterwards. */
export const FAILPOINT_CASES: Record<Failpoint, FailpointCase> = {
  'save-before-commit': { applied: 0, isSaved: 'not kept' },
  'save-after-commit': { applied: 0, isSaved: 'kept' },
  'save-after-journal': { applied: 0, isSaved: 'kept' },
  'journal-rewrite': { applied: 0, isSaved: 'kept' },
  'queue-before-commit': { applied: 0 },
  'queue-after-commit': { applied: 0 },
  'sending-before-commit': { applied: 0 },
  'sending-after-commit': { applied: 0 },
  // The video is read before it is posted to.
  'first-byte': { applied: 0, nth: 2 },
  'mid-request': { applied: 0 },
  'answer-headers': { applied: 1, nth: 2 },
  'mid-answer': { applied: 1, nth: 2, faults: [IN_PIECES] },
  'verify-before-read': { applied: 1 },
  'verify-before-commit': { applied: 1 },
  'adoption-before-commit': { applied: 1, makesItem: true },
  'verify-after-commit': { applied: 1 },
  'quarantine-read': { applied: 0, faults: [LOST] },
  'conflict-before-commit': { applied: 0, hasConflict: true },
  // answers.db is closed before desk.db.
  checkpoint: { applied: 0, nth: 2, reopen: true },
  migration: { applied: 0, isOlder: true },
}

const MADE: EditKindName = 'an item made'
const TOKEN = { group: 'traffic_filter', item_id: null, register: 'token' } as const
/** The value that a colleague sets in the setting that is edited along with the edit. */
export const THEIRS = { traffic_filter: { token: 'theirs' } }

/** The edits of a kind on a video for a point, and the expected results. */
export function plannedAt(point: Failpoint, kind: EditKindName, video: Video) {
  const { makesItem, hasConflict, isOlder, isSaved } = FAILPOINT_CASES[point]
  const kinds = makesItem && kind !== MADE ? [kind, MADE] : [kind]
  const own = kinds.map((each): Change => EDIT_KINDS[each].change(video))
  const after = afterEdits(video, kinds) as { traffic_filter: object }
  const traffic_filter = { ...after.traffic_filter, ...THEIRS.traffic_filter }
  const mine: Change = { kind: 'set', ...TOKEN, value: 'mine' }
  const changes = hasConflict ? [...own, mine] : own
  return {
    save: [{ video_id: video.id, changes }],
    /** Whether the user sees that they are saved before the process dies. */
    isTold: isSaved === undefined && !isOlder,
    /** How many of them the next start finds. */
    found: isSaved === 'not kept' || point === 'verify-after-commit' ? 0 : changes.length,
    left: hasConflict ? [`${registerKey(TOKEN)} conflict`] : [],
    after: hasConflict ? { ...after, traffic_filter } : after,
  }
}

/** The version that edits came with. */
const OLDER = DESK.slice(0, 2)

/** Converts a folder's desk.db to an older version, with everything that it contained. */
export function makeOlder(folder: string) {
  const file = path.join(folder, 'desk.db')
  const desk = openDatabase({ file, synchronous: 'FULL', migrations: DESK })
  const older = openDatabase({ file: `${file}.older`, synchronous: 'FULL', migrations: OLDER })
  older.exec(`PRAGMA application_id = ${deskNumber(desk)}`)
  for (const [table] of older.all<[string]>(TABLES)) {
    const names = older.all<[string]>(`SELECT name FROM pragma_table_info('${table}')`).flat()
    const marks = names.map(() => '?').join(', ')
    for (const row of desk.all<Value[]>(`SELECT ${names.join(', ')} FROM ${table}`)) {
      older.run(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`, ...row)
    }
  }
  desk.close()
  older.close()
  renameSync(`${file}.older`, file)
}

const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`
