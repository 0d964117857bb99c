import type { Clock } from '../../../shared/clock.ts'
import type { Database } from '../../database/database.ts'

/** A period that answers are about: its local start and end and its zone, as in the request. */
export interface UsedPeriod {
  account_id: string
  span: string
  start: string
  end: string
  timezone: string | null
  /** Epoch milliseconds. */
  usedAt: number
}

/** Periods are used for days, so an hour does not matter. */
const REFRESH_MS = 3_600_000

const PUT = `INSERT INTO periods_used (account_id, span, used_at) VALUES (?, ?, ?)
  ON CONFLICT (account_id, span) DO UPDATE SET used_at = excluded.used_at`
const SELECT = 'SELECT used_at FROM periods_used WHERE account_id = ? AND span = ?'

export type PeriodsUsed = ReturnType<typeof makePeriodsUsed>

/** When answers about each period were last stored or read. */
export function makePeriodsUsed(database: Database, clock: Pick<Clock, 'now'>) {
  const usedAt = (account_id: string, span: string) =>
    database.first<[number]>(SELECT, account_id, span)?.[0] ?? null

  function isDue(account_id: string, span: string) {
    const last = usedAt(account_id, span)
    const now = clock.now()
    // A time in the future was stored before the computer's clock was set back.
    return last === null || now < last || now - last >= REFRESH_MS
  }

  const note = (account_id: string, span: string) =>
    database.run(PUT, account_id, span, clock.now())

  return {
    /** To be called in the transaction that stores an answer. */
    kept(account_id: string, input: object): void {
      const span = spanOf(input)
      if (isPeriod(input) && isDue(account_id, span)) note(account_id, span)
    },
    /** To be called outside of transactions. Never throws, since the read itself succeeded. */
    read(account_id: string, input: object): void {
      const span = spanOf(input)
      try {
        if (!isPeriod(input) || !isDue(account_id, span)) return
        database.transaction(() => note(account_id, span))
      } catch {
        // Usually a full disk.
      }
    },
    /** Least recently used first. */
    list(): UsedPeriod[] {
      const sql = 'SELECT account_id, span, used_at FROM periods_used ORDER BY used_at, span'
      return database.all<[string, string, number]>(sql).flatMap(([account_id, span, usedAt]) => {
        const [start, end, timezone] = JSON.parse(span) as (string | null)[]
        if (typeof start !== 'string' || typeof end !== 'string') return []
        return [{ account_id, span, start, end, timezone: timezone ?? null, usedAt }]
      })
    },
    /** Whether it was not used since it was listed. */
    isStill: (period: UsedPeriod): boolean =>
      usedAt(period.account_id, period.span) === period.usedAt,
    /** To be called in a transaction. */
    remove({ account_id, span }: Pick<UsedPeriod, 'account_id' | 'span'>): void {
      database.run('DELETE FROM periods_used WHERE account_id = ? AND span = ?', account_id, span)
    },
    /** To be called in a transaction. */
    forget(account_id: string): void {
      database.run('DELETE FROM periods_used WHERE account_id = ?', account_id)
    },
  }
}

const isPeriod = (input: object) => 'start_date' in input && 'end_date' in input

/** A period as text, the key of the answers about it. */
export function spanOf(input: object): string {
  const { start_date, end_date, timezone } = input as Record<string, unknown>
  return JSON.stringify([start_date ?? null, end_date ?? null, timezone ?? null])
}
