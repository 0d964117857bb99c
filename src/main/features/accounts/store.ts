import type { Account, Erased } from '../../../shared/features/accounts/account.ts'
import type { Database } from '../../database/database.ts'

/** An account without its keys, which live in the keychain only. */
export interface StoredAccount extends Omit<Account, 'keys' | 'company_id'> {
  company_id?: string | null
  /** Whether the keychain was given a key: tells a key that went missing from one that never was. */
  hasAnalyticsKey?: boolean
  hasVideoToken?: boolean
}

/** What went with an account, and what of it stays. */
type RemovedWith = Pick<Erased, 'edits' | 'schedules' | 'keptReports'>

type AccountRow = [
  id: string,
  name: string,
  is_demo: number,
  timezone: string,
  base_url: string,
  api_base_url: string | null,
  tested_at: number | null,
  downloaded_at: number | null,
  created_at: number,
  has_analytics_key: number | null,
  has_video_token: number | null,
  company_id: string | null,
]

const COLUMNS = `id, name, is_demo, timezone, base_url, api_base_url, tested_at, downloaded_at,
  created_at, has_analytics_key, has_video_token, company_id`

export function makeAccountsTable(database: Database) {
  /** In the order in which they were added. */
  function list(): StoredAccount[] {
    const sql = `SELECT ${COLUMNS} FROM accounts ORDER BY created_at, id`
    return database.all<AccountRow>(sql).map(accountOf)
  }

  function put(account: StoredAccount) {
    const columns = COLUMNS.split(/,\s+/)
    database.run(
      `INSERT INTO accounts (${COLUMNS}) VALUES (${columns.map(() => '?').join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      ...rowOf(account),
    )
  }

  /** With all that is of it but its reports, which are of no account on the desk. */
  function remove(account_id: string): RemovedWith {
    const count = (sql: string) => database.first<[number]>(sql, account_id)?.[0] ?? 0
    const removed = {
      edits: count('SELECT count(*) FROM edits WHERE account_id = ?'),
      schedules: count('SELECT count(*) FROM report_schedules WHERE account_id = ?'),
      keptReports: count(
        `SELECT count(*) FROM reports
          WHERE removed_at IS NULL AND json_extract(about, '$.account.id') = ?`,
      ),
    }
    database.run('DELETE FROM accounts WHERE id = ?', account_id)
    return removed
  }

  return { list, put, remove }
}

function rowOf(account: StoredAccount): AccountRow {
  return [
    account.id,
    account.name,
    account.isDemo ? 1 : 0,
    account.timezone,
    account.base_url,
    account.api_base_url,
    account.testedAt,
    account.downloadedAt,
    account.createdAt,
    numberOf(account.hasAnalyticsKey),
    numberOf(account.hasVideoToken),
    account.company_id ?? null,
  ]
}

function accountOf(row: AccountRow): StoredAccount {
  const [id, name, is_demo, timezone, base_url, api_base_url, testedAt, downloadedAt] = row
  const [, , , , , , , , createdAt, has_analytics_key, has_video_token, company_id] = row
  const isDemo = is_demo === 1
  const stored = { id, name, isDemo, timezone, base_url, api_base_url }
  return {
    ...stored,
    testedAt,
    downloadedAt,
    createdAt,
    ...(company_id !== null && { company_id }),
    ...(typeof has_analytics_key === 'number' && { hasAnalyticsKey: has_analytics_key === 1 }),
    ...(typeof has_video_token === 'number' && { hasVideoToken: has_video_token === 1 }),
  }
}

function numberOf(flag: boolean | undefined) {
  return flag === undefined ? null : Number(flag)
}
