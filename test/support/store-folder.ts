import { AppError, type Failure } from '../../src/shared/failure.ts'
import type { StoredAccount } from '../../src/shared/features/accounts/account.ts'

export { newFolder as aFolder } from './folder.ts'

export const ACCOUNT = 'account00001'
export const ZONE = 'America/Sao_Paulo'

export function anAccount(change: Partial<StoredAccount> = {}): StoredAccount {
  return {
    id: ACCOUNT,
    name: 'Somebody’s "company"',
    isDemo: false,
    timezone: ZONE,
    base_url: 'https://analytics.example.com',
    api_base_url: null,
    testedAt: null,
    downloadedAt: null,
    createdAt: 1_700_000_000_000,
    ...change,
  }
}

/** The failure that some work throws; null when it throws none. */
export function failureFrom(work: () => unknown): Failure | null {
  try {
    work()
    return null
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.failure
    throw thrown
  }
}
