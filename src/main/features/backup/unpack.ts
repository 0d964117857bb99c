import { createHash } from 'node:crypto'
import { mkdir, open, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { BackupPart } from '../../../shared/features/backup/backup.ts'
import { storageError, storageFailure } from '../../database/storage-failure.ts'
import { syncFolder } from '../../disk/atomic-file.ts'
import { refuseWhenCancelled } from '../../threads/ending.ts'
import type { Job } from './job.ts'
import { backupError, pictureOf } from './parts.ts'
import type { BackupReader } from './read-backup.ts'

type Unpacking = Pick<Job, 'signal' | 'onBytes'>

/** Space for migrating the databases. */
const SPARE_BYTES = 50_000_000

/** Writes every part into an empty folder and verifies its checksum; durable when it resolves. */
export async function unpackBackup(backup: BackupReader, into: string, unpacking: Unpacking) {
  const { parts } = backup.manifest
  const total = parts.reduce((sum, { size }) => sum + size, 0)
  const { bavail, bsize } = await statfs(into)
  if (bavail * bsize < total + SPARE_BYTES) {
    throw storageError('full', into, `The backup needs ${total} bytes of room.`)
  }
  const folders = new Set([into])
  for (const part of parts) {
    const file = await placeOf(into, part.name)
    folders.add(path.dirname(file))
    await unpackPart(backup, { ...part, file }, unpacking)
  }
  for (const folder of folders) await syncFolder(folder)
}

/** Built from fixed names and checked ids: paths in a backup are never used. */
async function placeOf(into: string, name: string): Promise<string> {
  const picture = pictureOf(name)
  if (!picture) return path.join(into, FILES[name] ?? fail(name))
  const folder = path.join(into, 'pictures', picture.account_id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return path.join(folder, picture.hash)
}

const FILES: Record<string, string> = {
  'desk.db': 'desk.db',
  'answers.db': 'answers.db',
  'preferences.json': 'preferences.json',
}

function fail(name: string): never {
  throw new Error(`Not a part of a backup: ${name}`)
}

async function unpackPart(
  backup: BackupReader,
  { name, file, sha256 }: BackupPart & { file: string },
  { signal, onBytes }: Unpacking,
) {
  const hash = createHash('sha256')
  const handle = await open(file, 'wx', 0o600)
  try {
    for await (const chunk of backup.read(name)) {
      refuseWhenCancelled(signal)
      hash.update(chunk)
      await handle.writeFile(chunk)
      onBytes(chunk.length)
    }
    await handle.sync()
  } catch (thrown) {
    throw storageFailure(thrown, file)
  } finally {
    await handle.close()
  }
  const read = hash.digest('hex')
  const isPicture = pictureOf(name)
  if (read !== sha256 || (isPicture && isPicture.hash !== read)) {
    throw backupError('damaged', backup.name, name)
  }
}
