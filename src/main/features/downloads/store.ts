import { z } from 'zod'
import {
  type DownloadScope,
  type DownloadState,
  downloadScope,
} from '../../../shared/features/downloads/download.ts'
import { accountId } from '../../../shared/model/ids.ts'
import { instant } from '../../../shared/time/time.ts'
import { count, json } from '../../database/rows.ts'
import { jsonRows, upsert } from '../../database/statements.ts'
import type { StoreContext, Stored } from '../../database/stored.ts'

/** A download with the state that was last stored of it. */
export interface OpenDownload {
  scope: DownloadScope
  startedAt: number
  /** When it was last known to be under way. */
  activeAt: number
}

const status = z.enum(['running', 'waiting', 'done', 'cancelled', 'failed', 'interrupted'])
const downloadState = z.object({
  account_id: accountId,
  scope: downloadScope,
  status,
  total: count,
  done: count,
  failures: z.array(z.unknown()),
  moreFailures: count.optional(),
  startedAt: instant,
  endedAt: instant.nullable(),
  resumesAt: instant.nullable(),
})

/** At most one download per account: a new one replaces the last. */
export const downloadsStored = {
  tables: {
    downloads: {
      alsoIn: 'copy',
      row: () =>
        z.object({
          account_id: accountId,
          scope: json(downloadScope),
          started_at: instant,
          active_at: instant.nullable(),
          status,
          state: json(downloadState).nullable(),
        }),
    },
  },
  migrations: {
    1: `
  CREATE TABLE downloads (
    account_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    scope TEXT NOT NULL CHECK (json_valid(scope)),
    started_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    state TEXT CHECK (json_valid(state))
  ) STRICT;
  `,
    12: `
  -- When a download was last known to be under way; null for one that was stored before.
  ALTER TABLE downloads ADD COLUMN active_at INTEGER;
  `,
  },
  verbs: makeDownloadVerbs,
} satisfies Stored<unknown>

function makeDownloadVerbs({ desk }: StoreContext) {
  return {
    openDownload(scope: DownloadScope, startedAt: number, activeAt = startedAt): void {
      const { account_id } = scope
      const times = { started_at: startedAt, active_at: activeAt }
      const opened = { scope: JSON.stringify(scope), ...times }
      desk.transaction(() => {
        upsert(desk, 'downloads', { account_id }, { ...opened, status: 'running', state: null })
      })
    },
    keepDownloadActive(account_id: string, activeAt: number): void {
      const sql = 'UPDATE downloads SET active_at = ? WHERE account_id = ?'
      desk.transaction(() => desk.run(sql, activeAt, account_id))
    },
    closeDownload(account_id: string, status: DownloadState['status'], state: DownloadState): void {
      const sql = 'UPDATE downloads SET status = ?, state = ? WHERE account_id = ?'
      desk.transaction(() => desk.run(sql, status, JSON.stringify(state), account_id))
    },
    /** Downloads that were not closed; at a start, those that were interrupted. */
    openDownloads(): OpenDownload[] {
      const sql = `SELECT scope, started_at, coalesce(active_at, started_at)
        FROM downloads WHERE state IS NULL ORDER BY started_at`
      return desk.all<[string, number, number]>(sql).map(([scope, startedAt, activeAt]) => {
        return { scope: JSON.parse(scope) as DownloadScope, startedAt, activeAt }
      })
    },
    /** The final state of each account's last download. */
    closedDownloads(): DownloadState[] {
      const sql = `SELECT state FROM downloads WHERE state IS NOT NULL ORDER BY started_at`
      return jsonRows(desk, sql)
    },
  }
}
