import { createReadStream, existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { notFound } from '../../../shared/failure.ts'
import type { PreviousDesk } from '../../../shared/features/backup/backup.ts'
import { KEPT_NAME } from '../../database/restored.ts'
import { storageFailure } from '../../database/storage-failure.ts'
import { FOLDER_REMOVAL } from '../../disk/atomic-file.ts'
import { type KeyOf, keysOf, nameOf } from '../../keychain/keychain.ts'
import { type BackupParts, sizesOf } from './make-backup.ts'
import { backupError, textOf } from './parts.ts'
import { FILES, type Restorable } from './restore-backup.ts'
import { pictureParts, sizeOf } from './sizes.ts'
import { CHUNK_BYTES } from './write-backup.ts'

type ReplacedDataParts = Pick<BackupParts, 'folder' | 'store' | 'keychain'>

/** Data that a restore replaced: kept beside the data folder until the user erases it. */
export function makeReplacedData({ folder, store, keychain }: ReplacedDataParts) {
  const beside = path.dirname(folder)

  function placeOf(name: string): string {
    if (!KEPT_NAME.test(name)) throw notFound('There is no replaced data with this name.')
    return path.join(beside, name)
  }

  async function read(name: string): Promise<PreviousDesk> {
    const place = path.join(beside, name)
    const { desk, figures, pictures } = await sizesOf(place)
    return { name, place, at: timeOf(name), size: desk + figures + pictures }
  }

  /** Newest first. */
  async function keptNames(): Promise<string[]> {
    const all = await readdir(beside).catch(() => [])
    return all
      .filter((name) => KEPT_NAME.test(name))
      .sort()
      .reverse()
  }

  /** The keys that neither a present account uses nor one of other replaced data, which may be restored. */
  async function ownKeys(name: string): Promise<KeyOf[]> {
    const accountsIn = (one: string) => store.accountsIn(path.join(beside, one))
    const others = (await keptNames()).filter((one) => one !== name)
    const [kept, ...staying] = await Promise.all([
      accountsIn(name),
      store.accounts(),
      ...others.map(accountsIn),
    ])
    const used = new Set(staying.flat().flatMap(keysOf).map(nameOf))
    return kept.flatMap(keysOf).filter((of) => !used.has(nameOf(of)))
  }

  return {
    list: async (): Promise<PreviousDesk[]> => Promise.all((await keptNames()).map(read)),
    /** To be restored. Its databases are copied with their logs, since opening one here would change it. */
    async open(name: string): Promise<Restorable> {
      const place = placeOf(name)
      if (!existsSync(path.join(place, 'desk.db'))) throw notFound('The replaced data is gone.')
      const files = FILES.filter((file) => existsSync(path.join(place, file)))
      const names = [...files, ...(await pictureParts(place)).map((picture) => picture.name)]
      const withSize = async (part: string) => {
        return { name: part, size: await sizeOf(path.join(place, part)) }
      }
      return {
        ...{ file: place, name, version: null, madeAt: timeOf(name) },
        parts: await Promise.all(names.map(withSize)),
        read: (part) => bytesOf(path.join(place, part), name),
      }
    },
    /** Permanently, with its keys, which nothing would name afterwards. */
    async erase(name: string) {
      const place = placeOf(name)
      try {
        await keychain.erase(await ownKeys(name))
        await rm(place, FOLDER_REMOVAL)
      } catch (thrown) {
        throw storageFailure(thrown, place)
      }
    },
  }
}

async function* bytesOf(file: string, name: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file, { highWaterMark: CHUNK_BYTES })
  } catch (thrown) {
    throw backupError('unreadable', name, textOf(thrown))
  }
}

// The name contains an ISO time without the characters that file names must not have.
const timeOf = (name: string) =>
  Date.parse(name.replace(/^.*(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d+Z)$/, '$1:$2:$3.$4'))
