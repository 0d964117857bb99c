import { AppError, type BackupTrouble } from '../../../shared/failure.ts'
import { pictureHash } from '../../../shared/features/pictures/picture.ts'
import { accountId } from '../../../shared/model/ids.ts'
import { LARGEST_PICTURE } from '../pictures/chosen-file.ts'

export const MANIFEST = 'manifest.json'
export const LARGEST_MANIFEST = 8_000_000
const LARGEST_PREFERENCES = 1_000_000
/** The zip is written without zip64, whose sizes have 32 bits. */
export const LARGEST_BACKUP = 4_000_000_000
export const MOST_PARTS = 20_000

/** The size limit of a part in bytes; null when no part has this name. */
export function largestPart(name: string): number | null {
  if (name === 'desk.db' || name === 'answers.db') return LARGEST_BACKUP
  if (name === 'preferences.json') return LARGEST_PREFERENCES
  return pictureOf(name) ? LARGEST_PICTURE : null
}

/** The account and hash of a picture part; null for other parts. */
export function pictureOf(name: string): { account_id: string; hash: string } | null {
  const [folder, account, file, ...more] = name.split('/')
  const account_id = accountId.safeParse(account)
  const hash = pictureHash.safeParse(file)
  if (folder !== 'pictures' || more.length > 0 || !account_id.success || !hash.success) return null
  return { account_id: account_id.data, hash: hash.data }
}

export function backupError(reason: BackupTrouble, name: string, text = ''): AppError {
  return new AppError({ kind: 'backup', reason, name, text })
}

export const textOf = (thrown: unknown) =>
  thrown instanceof Error ? thrown.message : String(thrown)
