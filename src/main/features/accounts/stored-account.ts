import type { Account } from '../../../shared/features/accounts/account.ts'

/** An account without its keys, which live in the keychain only. */
export interface StoredAccount extends Omit<Account, 'keys' | 'company_id'> {
  company_id?: string | null
}
