import { type AccountProblem, problemKey } from '../../../shared/features/problems/problem.ts'
import { addDays, dayEndsAt, todayIn } from '../../../shared/time/period.ts'
import type { Database } from '../../database/database.ts'
import { replace } from '../../database/statements.ts'

/** The key of the row that marks an account as checked before. */
const CHECKED = ''

/** The time given to problems found by the first check, because their real age is unknown. */
const LONG_AGO = 0

/** The first instant of yesterday in a zone: problems seen since then are new. */
export function newSince(zone: string, now: number): number {
  return dayEndsAt(addDays(todayIn(zone, now), -2), zone)
}

/** When each problem was first seen, and when it last disappeared. */
export function makeSightings(desk: Database) {
  const seenOf = (account_id: string) =>
    new Map(
      desk
        .all<[string, number, number | null]>(
          'SELECT key, seen_at, gone_at FROM problem_sightings WHERE account_id = ?',
          account_id,
        )
        .map(([key, seenAt, goneAt]) => [key, { seenAt, goneAt }]),
    )

  const put = (account_id: string, key: string, [seenAt, goneAt]: [number, number | null]) =>
    replace(desk, 'problem_sightings', { account_id, key, seen_at: seenAt, gone_at: goneAt })

  return {
    seenOf,
    /** Moves what was seen of an item to its other id. Both are what the keys start with. */
    move(account_id: string, from: string, to: string): void {
      const sql = `UPDATE OR REPLACE problem_sightings SET key = replace(key, ?, ?)
        WHERE account_id = ? AND instr(key, ?) = 1`
      desk.run(sql, from, to, account_id, from)
    },
    /** Forgets what a rule that is no longer checked has found: it did not disappear. */
    forget(account_id: string, rule: string): void {
      const sql = `DELETE FROM problem_sightings WHERE account_id = ?
        AND iif(key = ?, NULL, key ->> '$[3]') = ?`
      desk.run(sql, account_id, CHECKED, rule)
    },
    /**
     * Returns the changes that a check makes; usually none. A problem that comes back keeps its
     * first time.
     */
    changesAt(account_id: string, problems: readonly AccountProblem[], now: number) {
      const known = seenOf(account_id)
      const isFirst = !known.has(CHECKED)
      const keys = new Set(problems.map(problemKey))
      const changes: [key: string, at: [seenAt: number, goneAt: number | null]][] = []
      if (isFirst) changes.push([CHECKED, [now, null]])
      for (const key of keys) {
        const before = known.get(key)
        if (!before) changes.push([key, [isFirst ? LONG_AGO : now, null]])
        else if (before.goneAt !== null) changes.push([key, [before.seenAt, null]])
      }
      for (const [key, { seenAt, goneAt }] of known) {
        if (key !== CHECKED && goneAt === null && !keys.has(key)) changes.push([key, [seenAt, now]])
      }
      return changes
    },
    /**
     * To be called in a transaction. Problems that disappeared before `since` are forgotten, and
     * would be new again.
     */
    keep(
      account_id: string,
      changes: readonly [string, [number, number | null]][],
      since: number,
    ): void {
      for (const [key, at] of changes) put(account_id, key, at)
      const sql = 'DELETE FROM problem_sightings WHERE account_id = ? AND gone_at < ?'
      desk.run(sql, account_id, since)
    },
  }
}
