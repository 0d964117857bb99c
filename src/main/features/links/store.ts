import { z } from 'zod'
import { type LinkResult, linkAddress, linkResult } from '../../../shared/features/links/link.ts'
import { accountId } from '../../../shared/model/ids.ts'
import { instant } from '../../../shared/time/time.ts'
import { json } from '../../database/rows.ts'
import { jsonRows, replace } from '../../database/statements.ts'
import type { StoreContext, Stored, StoredCalls } from '../../database/stored.ts'

/** More than the largest account has addresses; the oldest results are deleted first. */
const MOST_RESULTS = 20_000
/** After this time an address may belong to someone else. */
const LONGEST_KEPT_MS = 180 * 24 * 3_600_000

interface LinkVerbs {
  keepLinkResult: (account_id: string, result: LinkResult) => void
}

/** The last result of each checked address, shown offline along with its time. */
export const linksStored = {
  tables: {
    link_results: {
      // Lost results are checked again.
      alsoIn: 'none',
      row: () =>
        z.object({
          account_id: accountId,
          url: linkAddress,
          at: instant,
          result: json(linkResult),
        }),
    },
  },
  migrations: {
    11: `
  -- How a web address of the settings answered when it was last checked.
  CREATE TABLE link_results (
    account_id TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
    url TEXT NOT NULL,
    at INTEGER NOT NULL,
    result TEXT NOT NULL CHECK (json_valid(result)),
    UNIQUE (account_id, url)
  ) STRICT;
  CREATE INDEX link_results_by_age ON link_results (account_id, at);
  `,
  },
  verbs: (context) => ({ links: makeResults(context), keepLinkResult: makeKeep(context) }),
} satisfies Stored<Pick<StoredCalls, 'links'> & LinkVerbs>

function makeResults({ desk }: StoreContext) {
  return {
    results({ account_id, urls }) {
      if (urls === null) {
        const sql = 'SELECT result FROM link_results WHERE account_id = ? ORDER BY url'
        return jsonRows<LinkResult>(desk, sql, account_id)
      }
      const sql = `SELECT result FROM link_results
        WHERE account_id = ? AND url IN (SELECT value FROM json_each(?)) ORDER BY url`
      return jsonRows<LinkResult>(desk, sql, account_id, JSON.stringify(urls))
    },
  } satisfies StoredCalls['links']
}

function makeKeep({ desk, write, clock }: StoreContext): LinkVerbs['keepLinkResult'] {
  return (account_id, result) =>
    write(account_id, () => {
      const { url, at } = result
      replace(desk, 'link_results', { account_id, url, at, result: JSON.stringify(result) })
      const old = 'DELETE FROM link_results WHERE account_id = ? AND at < ?'
      desk.run(old, account_id, clock.now() - LONGEST_KEPT_MS)
      desk.run(
        `DELETE FROM link_results WHERE account_id = ? AND at <
          (SELECT at FROM link_results WHERE account_id = ? ORDER BY at DESC LIMIT 1 OFFSET ?)`,
        ...[account_id, account_id, MOST_RESULTS - 1],
      )
    })
}
