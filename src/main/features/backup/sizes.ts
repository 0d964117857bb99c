import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pictureOf } from './parts.ts'
import type { Source } from './write-backup.ts'

export const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

/** Includes the log beside it. */
export const databaseSize = async (file: string) =>
  (await sizeOf(file)) + (await sizeOf(`${file}-wal`))

/** The stored pictures of every account, as parts of a backup. */
export async function pictureParts(folder: string): Promise<Source[]> {
  const all = path.join(folder, 'pictures')
  const accounts = await readdir(all).catch(() => [])
  const found: Source[] = []
  for (const account_id of accounts) {
    const hashes = await readdir(path.join(all, account_id)).catch(() => [])
    for (const hash of hashes) {
      const name = `pictures/${account_id}/${hash}`
      if (pictureOf(name)) found.push({ name, file: path.join(all, account_id, hash) })
    }
  }
  return found
}

export async function totalOf(sources: readonly Source[]): Promise<number> {
  const sizes = await Promise.all(sources.map(({ file }) => sizeOf(file)))
  return sizes.reduce((sum, size) => sum + size, 0)
}
