import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pictureHash } from '../../../shared/features/pictures/picture.ts'
import { storageFailure } from '../../database/storage-failure.ts'
import {
  FOLDER_REMOVAL,
  moveFailure,
  partialOf,
  syncFolder,
  untilFree,
  writeWhole,
} from '../../disk/atomic-file.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Stores pictures in files named by the SHA-256 of their bytes, in a folder per account. */
export function makePictureFiles(folder: string) {
  const all = path.join(folder, 'pictures')
  const folderOf = (account_id: string) => path.join(all, account_id)
  const fileOf = (account_id: string, hash: string) => path.join(folderOf(account_id), hash)
  /** Where the pictures of accounts are that are being removed. A start erases what is left there. */
  const aside = new Map<string, string>()

  async function move(from: string, to: string) {
    try {
      await untilFree(() => rename(from, to))
    } catch (thrown) {
      // An account may have no pictures.
      if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return
      throw moveFailure(thrown, from)
    }
  }

  /** Resolves with the hash, once the file is durable. Throws `storage`. */
  async function keep(account_id: string, bytes: Uint8Array): Promise<string> {
    const hash = hashOf(bytes)
    await makeFolder(folderOf(account_id))
    await writeWhole(fileOf(account_id, hash), (file) => file.write(bytes), { access: 'private' })
    return hash
  }

  async function makeFolder(place: string) {
    try {
      const first = await mkdir(place, { recursive: true, mode: 0o700 })
      if (first === undefined) return
      // A new folder can be lost with its files until its parent is synced.
      await syncFolder(all)
      await syncFolder(folder)
    } catch (thrown) {
      throw storageFailure(thrown, place)
    }
  }

  return {
    keep,
    /** Null when the file is missing or damaged. */
    async read(account_id: string, hash: string): Promise<Buffer<ArrayBuffer> | null> {
      const bytes = await readFile(fileOf(account_id, hash)).catch(() => null)
      return bytes && hashOf(bytes) === hash ? (bytes as Buffer<ArrayBuffer>) : null
    },
    async hashes(account_id: string): Promise<string[]> {
      const names = await readdir(folderOf(account_id)).catch(() => [])
      return names.filter((name) => pictureHash.safeParse(name).success)
    },
    /** Takes all pictures of an account away, until they are put back or erased. */
    async putAside(account_id: string) {
      const place = folderOf(account_id)
      const hidden = aside.get(account_id) ?? partialOf(place)
      aside.set(account_id, hidden)
      await move(place, hidden)
    },
    isAside: (account_id: string) => aside.has(account_id),
    async putBack(account_id: string) {
      const hidden = aside.get(account_id)
      aside.delete(account_id)
      if (hidden) await move(hidden, folderOf(account_id))
    },
    /** Never throws. */
    async eraseAside(account_id: string) {
      const hidden = aside.get(account_id)
      if (hidden) await rm(hidden, FOLDER_REMOVAL).catch(() => undefined)
    },
    async forget(account_id: string) {
      const place = folderOf(account_id)
      await rm(place, FOLDER_REMOVAL).catch((thrown: unknown) => {
        throw storageFailure(thrown, place)
      })
    },
  }
}

export type PictureFiles = ReturnType<typeof makePictureFiles>
