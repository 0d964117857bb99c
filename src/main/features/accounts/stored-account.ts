import type { Account } from '../../../shared/features/accounts/account.ts'

/** An account without its keys, which live in the keychain only. */
export interface StoredAccount extends Omit<Account, 'keys' | 'company_id'> {
  company_id?: string | null
  /** Whether the keychain was given a key: tells a key that went missing from one that never was. */
  hasAnalyticsKey?: boolean
  hasVideoToken?: boolean
}
