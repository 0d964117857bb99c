import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { StoredAccount } from '../../src/main/features/accounts/stored-account.ts'
import { AppError, type Failure } from '../../src/shared/failure.ts'

export const ACCOUNT = 'account00001'
export const ZONE = 'America/Sao_Paulo'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A folder of its own, removed after the test. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cuepoint-store-'))
  folders.push(folder)
  return folder
}

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
