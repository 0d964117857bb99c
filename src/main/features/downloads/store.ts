import type { DownloadScope, DownloadState } from '../../../shared/features/downloads/download.ts'
import type { Database } from '../../database/database.ts'

/** A download that was under way when it was last heard of. */
export interface OpenDownload {
  scope: DownloadScope
  startedAt: number
}

/** At most one download per account: a new one takes the place of the last. */
export function makeDownloadsTable(database: Database) {
  function open(scope: DownloadScope, startedAt: number) {
    database.run(
      `INSERT INTO downloads (account_id, scope, started_at, status) VALUES (?, ?, ?, 'running')
       ON CONFLICT (account_id) DO UPDATE SET scope = excluded.scope,
       started_at = excluded.started_at, status = excluded.status, state = NULL`,
      scope.account_id,
      JSON.stringify(scope),
      startedAt,
    )
  }

  function close(account_id: string, status: DownloadState['status'], state: DownloadState) {
    const sql = 'UPDATE downloads SET status = ?, state = ? WHERE account_id = ?'
    database.run(sql, status, JSON.stringify(state), account_id)
  }

  function listOpen(): OpenDownload[] {
    const sql = `SELECT scope, started_at FROM downloads WHERE state IS NULL ORDER BY started_at`
    return database.all<[string, number]>(sql).map(([scope, startedAt]) => {
      return { scope: JSON.parse(scope) as DownloadScope, startedAt }
    })
  }

  /** How the last download of each account ended. */
  function listClosed(): DownloadState[] {
    const sql = `SELECT state FROM downloads WHERE state IS NOT NULL ORDER BY started_at`
    return database.all<[string]>(sql).map(([state]) => JSON.parse(state) as DownloadState)
  }

  return { open, close, listOpen, listClosed }
}
