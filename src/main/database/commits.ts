import type { JournaledCommit } from '../features/publishing/journal.ts'
import type { Database } from './database.ts'

// Numbers stored in `seals` (so a restored backup starts without them): the id of the desk.db that
// a copy belongs to, the last commit, and the last commit in the journal.
export type Numbered = 'desk' | 'step' | 'journaled'

/** The id by which files of one desk.db recognize each other. */
export const deskNumber = (desk: Database): number =>
  desk.first<[number]>('PRAGMA application_id')?.[0] ?? 0

export function numberIn(database: Database, name: Numbered): number {
  const sql = 'SELECT mark FROM seals WHERE file = ?'
  return Number(database.first<[string]>(sql, name)?.[0] ?? 0)
}

export function putNumber(database: Database, name: Numbered, value: number) {
  const sql = 'INSERT OR REPLACE INTO seals (file, mark) VALUES (?, ?)'
  database.run(sql, name, String(value))
}

/** The last commit that the journal repeats. */
export const lastCommit = (desk: Database): JournaledCommit => [
  deskNumber(desk),
  numberIn(desk, 'journaled'),
]

/** Numbers a commit that the journal repeats. To be called in the commit's transaction. */
export function nextCommit(desk: Database): JournaledCommit {
  putNumber(desk, 'journaled', numberIn(desk, 'journaled') + 1)
  return lastCommit(desk)
}
