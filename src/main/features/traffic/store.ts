import { DeskError } from '../../../shared/failure.ts'
import {
  type MergeRules,
  mergeRules,
  NO_MERGE_RULES,
} from '../../../shared/features/traffic/merge-rules.ts'
import type { Database } from '../../database/database.ts'

/** How an account's query parameters are read: kept with the account, and gone with it. */
export function makeTrafficRulesVerbs(desk: Database, hasAccount: (account_id: string) => boolean) {
  return {
    trafficRules(account_id: string): MergeRules {
      const sql = 'SELECT rules FROM traffic_rules WHERE account_id = ?'
      const kept = mergeRules.safeParse(
        JSON.parse(desk.first<[string]>(sql, account_id)?.[0] ?? 'null'),
      )
      return kept.success ? kept.data : NO_MERGE_RULES
    },
    keepTrafficRules(account_id: string, rules: MergeRules): void {
      desk.transaction(() => {
        if (!hasAccount(account_id)) {
          throw new DeskError({ kind: 'not-found', text: 'This account is not on this computer.' })
        }
        const sql = `INSERT INTO traffic_rules (account_id, rules) VALUES (?, ?)
          ON CONFLICT (account_id) DO UPDATE SET rules = excluded.rules`
        desk.run(sql, account_id, JSON.stringify(rules))
      })
    },
  }
}
