import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../../shared/failure.ts'
import type { PreviousDesk } from '../../../shared/features/backup/backup.ts'
import { KEPT_NAME } from '../../database/restored.ts'
import { storageFailure } from '../../database/storage-failure.ts'
import { FOLDER_REMOVAL } from '../../disk/atomic-file.ts'
import { type KeyOf, keysOf, nameOf } from '../../keychain/keychain.ts'
import { type BackupParts, sizesOf } from './make-backup.ts'

type ReplacedDataParts = Pick<BackupParts, 'folder' | 'store' | 'keychain'>

/** Data that a restore replaced: kept beside the data folder until the user erases it. */
export function makeReplacedData({ folder, store, keychain }: ReplacedDataParts) {
  const beside = path.dirname(folder)

  async function read(name: string): Promise<PreviousDesk> {
    const place = path.join(beside, name)
    const { desk, figures, pictures } = await sizesOf(place)
    return { name, place, at: timeOf(name), size: desk + figures + pictures }
  }

  /** The keys that no present account uses. */
  async function ownKeys(place: string): Promise<KeyOf[]> {
    const [kept, present] = await Promise.all([store.accountsIn(place), store.accounts()])
    const used = new Set(present.flatMap(keysOf).map(nameOf))
    return kept.flatMap(keysOf).filter((of) => !used.has(nameOf(of)))
  }

  return {
    /** Newest first. */
    async list(): Promise<PreviousDesk[]> {
      const names = await readdir(beside).catch(() => [])
      const kept = names.filter((name) => KEPT_NAME.test(name))
      return Promise.all(kept.sort().reverse().map(read))
    },
    /** Permanently, with its keys, which nothing would name afterwards. */
    async erase(name: string) {
      if (!KEPT_NAME.test(name)) {
        throw new AppError({
          kind: 'not-found',
          what: 'local',
          text: 'There is no replaced data with this name.',
        })
      }
      const place = path.join(beside, name)
      try {
        await keychain.erase(await ownKeys(place))
        await rm(place, FOLDER_REMOVAL)
      } catch (thrown) {
        throw storageFailure(thrown, place)
      }
    },
  }
}

// The name contains an ISO time without the characters that file names must not have.
const timeOf = (name: string) =>
  Date.parse(name.replace(/^.*(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d+Z)$/, '$1:$2:$3.$4'))
