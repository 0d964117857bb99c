import { z } from 'zod'
import { mergeRules, NO_MERGE_RULES } from '../../../shared/features/traffic/merge-rules.ts'
import { accountId } from '../../../shared/model/ids.ts'
import { json } from '../../database/rows.ts'
import { jsonRow, upsert } from '../../database/statements.ts'
import type { StoreContext, Stored, StoredCalls } from '../../database/stored.ts'

/** How an account's query parameters are read. */
export const trafficStored = {
  tables: {
    traffic_rules: {
      alsoIn: 'copy',
      part: 'rules',
      row: () => z.object({ account_id: accountId, rules: json(mergeRules) }),
    },
  },
  migrations: {
    6: `
  -- How an account's query parameters are read as one; the answers stay as the service gave them.
  CREATE TABLE traffic_rules (
    account_id TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
    rules TEXT NOT NULL CHECK (json_valid(rules))
  ) STRICT;
  `,
  },
  verbs: (context) => ({ traffic: makeTraffic(context) }),
} satisfies Stored<Pick<StoredCalls, 'traffic'>>

function makeTraffic({ desk, write }: StoreContext) {
  return {
    rules({ account_id }) {
      const sql = 'SELECT rules FROM traffic_rules WHERE account_id = ?'
      const kept = mergeRules.safeParse(jsonRow(desk, sql, account_id))
      return kept.success ? kept.data : NO_MERGE_RULES
    },
    keepRules({ account_id, rules }) {
      write(account_id, () => {
        upsert(desk, 'traffic_rules', { account_id }, { rules: JSON.stringify(rules) })
      })
    },
  } satisfies StoredCalls['traffic']
}
