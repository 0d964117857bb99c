import type { Database } from '../../database/database.ts'

/** An account in a zone: the same date in another zone is another day. */
export interface Zoned {
  account_id: string
  timezone: string
}

export interface SeriesKey {
  calendar: number
  series: number
}

export type SeriesTable = ReturnType<typeof makeSeriesTable>

/** Small ids for an account in a zone (calendar), and for a player in that (series). */
export function makeSeriesTable(database: Database) {
  function calendarOf({ account_id, timezone }: Zoned): number | null {
    const sql = 'SELECT id FROM calendars WHERE account_id = ? AND timezone = ?'
    return database.first<[number]>(sql, account_id, timezone)?.[0] ?? null
  }

  function find(zoned: Zoned, player_id: string): SeriesKey | null {
    const row = database.first<[number, number]>(
      `SELECT calendars.id, series.id FROM calendars JOIN series ON series.calendar = calendars.id
       WHERE account_id = ? AND timezone = ? AND player_id = ?`,
      zoned.account_id,
      zoned.timezone,
      player_id,
    )
    return row && { calendar: row[0], series: row[1] }
  }

  function findOrAdd(zoned: Zoned, player_id: string): SeriesKey {
    const known = find(zoned, player_id)
    if (known) return known
    const { account_id, timezone } = zoned
    const intoCalendars = 'INSERT OR IGNORE INTO calendars (account_id, timezone) VALUES (?, ?)'
    database.run(intoCalendars, account_id, timezone)
    const calendar = calendarOf(zoned)
    database.run('INSERT INTO series (calendar, player_id) VALUES (?, ?)', calendar, player_id)
    const added = find(zoned, player_id)
    if (!added) throw new Error('The series was not inserted.')
    return added
  }

  function playersOf(calendar: number): Map<number, string> {
    const sql = 'SELECT id, player_id FROM series WHERE calendar = ?'
    return new Map(database.all<[number, string]>(sql, calendar))
  }

  /** Stores when an account was downloaded in a zone that is not its own any more. */
  function keepDownloaded({ account_id, timezone }: Zoned, at: number | null) {
    const sql = 'UPDATE calendars SET downloaded_at = ? WHERE account_id = ? AND timezone = ?'
    database.run(sql, at, account_id, timezone)
  }

  /** Stores when an account was downloaded in the zone that it leaves, and returns when it was in the other. */
  function leaveZone(left: Zoned & { downloadedAt: number | null }, timezone: string) {
    keepDownloaded(left, left.downloadedAt)
    const sql = 'SELECT downloaded_at FROM calendars WHERE account_id = ? AND timezone = ?'
    return database.first<[number | null]>(sql, left.account_id, timezone)?.[0] ?? null
  }

  /** Deletes an account's days with their ids; returns the number of days. */
  function remove(account_id: string): number {
    const sql = 'SELECT id FROM calendars WHERE account_id = ?'
    let days = 0
    for (const [calendar] of database.all<[number]>(sql, account_id)) {
      const ofCalendar = 'WHERE series IN (SELECT id FROM series WHERE calendar = ?)'
      database.run(`DELETE FROM early_days ${ofCalendar}`, calendar)
      days += database.run(`DELETE FROM days ${ofCalendar}`, calendar)
      for (const table of ['months', 'month_days', 'account_days', 'grown_days', 'series']) {
        database.run(`DELETE FROM ${table} WHERE calendar = ?`, calendar)
      }
      database.run('DELETE FROM calendars WHERE id = ?', calendar)
    }
    return days
  }

  return { calendarOf, find, findOrAdd, playersOf, keepDownloaded, leaveZone, remove }
}
