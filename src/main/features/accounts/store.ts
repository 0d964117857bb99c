import { z } from 'zod'
import { failureOf } from '../../../shared/failure.ts'
import type { OwnRecords, StoredAccount } from '../../../shared/features/accounts/account.ts'
import { accountId } from '../../../shared/model/ids.ts'
import { instant, timezone } from '../../../shared/time/time.ts'
import type { Database } from '../../database/database.ts'
import { flag } from '../../database/rows.ts'
import { upsert } from '../../database/statements.ts'
import type { StoreContext, Stored } from '../../database/stored.ts'
import { checkedAddress } from '../../http/address.ts'

/** An address as `checkedAddress` returns it: https, or http on this computer. */
const address = z.string().superRefine((text, context) => {
  const message = whyNoAddress(text)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

function whyNoAddress(text: string): string | null {
  try {
    return checkedAddress(text) === text ? null : 'is not written as an address is kept'
  } catch (thrown) {
    const failure = failureOf(thrown)
    return 'text' in failure ? failure.text : failure.kind
  }
}

export const accountsStored = {
  tables: {
    accounts: {
      alsoIn: 'copy',
      part: 'accounts',
      row: () =>
        z
          .object({
            id: accountId,
            name: z.string().regex(/\S/u, 'must not be empty').max(80),
            is_demo: flag,
            timezone,
            base_url: z.string(),
            api_base_url: address.nullable(),
            tested_at: instant.nullable(),
            downloaded_at: instant.nullable(),
            created_at: instant,
            has_analytics_key: flag.nullable(),
            has_video_token: flag.nullable(),
            company_id: z.guid().nullable(),
          })
          .superRefine(({ is_demo, base_url }, context) => {
            // The demo service inside the app has a new address at each start, and an account that
            // stands in for a lost one has none until it is entered.
            const message = is_demo === 1 || base_url === '' ? null : whyNoAddress(base_url)
            if (message !== null) context.addIssue({ code: 'custom', path: ['base_url'], message })
          }),
    },
  },
  migrations: {
    1: `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    is_demo INTEGER NOT NULL CHECK (is_demo IN (0, 1)),
    timezone TEXT NOT NULL,
    base_url TEXT NOT NULL,
    api_base_url TEXT,
    tested_at INTEGER,
    downloaded_at INTEGER,
    created_at INTEGER NOT NULL,
    has_analytics_key INTEGER CHECK (has_analytics_key IN (0, 1)),
    has_video_token INTEGER CHECK (has_video_token IN (0, 1))
  ) STRICT;
  `,
    8: 'ALTER TABLE accounts ADD COLUMN company_id TEXT;',
  },
  verbs({ desk }: StoreContext) {
    const { list, find, put, ownRecords } = makeAccountsTable(desk)
    return {
      accounts: (): StoredAccount[] => list(),
      ownRecords: (account_id: string): OwnRecords => ownRecords(account_id),
      /** Returns the changed account; null when there is none, since a removed one must not come back. */
      changeAccount: (account_id: string, change: Partial<StoredAccount>): StoredAccount | null =>
        desk.transaction(() => {
          const known = find(account_id)
          if (!known) return null
          const account = { ...known, ...change, id: account_id }
          put(account)
          return account
        }),
    }
  },
} satisfies Stored<unknown>

type Converted = 'isDemo' | 'company_id'
interface AccountRow extends Omit<StoredAccount, Converted> {
  is_demo: number
  company_id: string | null
}

const COLUMNS = `id, name, is_demo, timezone, base_url, api_base_url, tested_at AS testedAt,
  downloaded_at AS downloadedAt, created_at AS createdAt, company_id`

export function makeAccountsTable(database: Database) {
  /** In the order in which they were added. */
  function list(): StoredAccount[] {
    const sql = `SELECT ${COLUMNS} FROM accounts ORDER BY created_at, id`
    return database.objects<AccountRow>(sql).map(accountOf)
  }

  const find = (account_id: string): StoredAccount | null =>
    list().find(({ id }) => id === account_id) ?? null

  function put(account: StoredAccount) {
    const { id, name, timezone, base_url, api_base_url, company_id = null } = account
    upsert(
      database,
      'accounts',
      { id },
      {
        ...{ name, timezone, base_url, api_base_url, company_id },
        is_demo: Number(account.isDemo),
        tested_at: account.testedAt,
        downloaded_at: account.downloadedAt,
        created_at: account.createdAt,
      },
    )
  }

  function ownRecords(account_id: string): OwnRecords {
    const count = (sql: string) => database.first<[number]>(sql, account_id)?.[0] ?? 0
    return {
      edits: count('SELECT count(*) FROM edits WHERE account_id = ?'),
      schedules: count('SELECT count(*) FROM report_schedules WHERE account_id = ?'),
      annotations: count('SELECT count(*) FROM annotations WHERE account_id = ?'),
      markers: count('SELECT sum(json_array_length(markers)) FROM markers WHERE account_id = ?'),
      decisions: count('SELECT count(*) FROM ab_decisions WHERE account_id = ?'),
      keptReports: count(
        `SELECT count(*) FROM reports
          WHERE removed_at IS NULL AND json_extract(about, '$.account.id') = ?`,
      ),
    }
  }

  /** Deletes everything of the account except its reports, which belong to no account. */
  function remove(account_id: string): OwnRecords {
    const removed = ownRecords(account_id)
    database.run('DELETE FROM accounts WHERE id = ?', account_id)
    return removed
  }

  return { list, find, put, ownRecords, remove }
}

function accountOf(row: AccountRow): StoredAccount {
  const { is_demo, company_id, ...account } = row
  return {
    ...account,
    isDemo: is_demo === 1,
    ...(company_id !== null && { company_id }),
  }
}
