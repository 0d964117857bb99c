import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rm, statfs, truncate } from 'node:fs/promises'
import path from 'node:path'
import { AppError, type Failure, failureOf } from '../../../shared/failure.ts'
import type {
  BackupManifest,
  BackupOffer,
  BackupPart,
} from '../../../shared/features/backup/backup.ts'
import { ANSWERS } from '../../database/answers-migrations.ts'
import { KEPT_AS, RESTORED } from '../../database/restored.ts'
import { storageError, storageFailure } from '../../database/storage-failure.ts'
import { DESK } from '../../database/stored-features.ts'
import { FOLDER_REMOVAL, move, syncFolder, writeWhole } from '../../disk/atomic-file.ts'
import { failpoint } from '../../failpoint.ts'
import { refuseWhenCancelled } from '../../threads/ending.ts'
import type { Job } from './job.ts'
import type { BackupParts } from './make-backup.ts'
import { backupError, pictureOf } from './parts.ts'

type Checking = Pick<BackupParts, 'folder' | 'store'>

/** A backup, or data that a restore replaced. */
export interface Restorable extends Pick<BackupOffer, 'file' | 'version' | 'madeAt'> {
  /** For its failures. */
  name: string
  /** With the checksums of a backup. */
  parts: readonly (Pick<BackupPart, 'name' | 'size'> & Partial<BackupPart>)[]
  /** Throws `backup`. */
  read: (part: string) => AsyncIterable<Buffer>
}

const checkedFolder = (folder: string) => path.join(folder, 'backup.checked')

/** Unpacks a backup and checks it as `checkRestorable` does. Throws `backup`. */
export async function checkBackup(
  checking: Checking,
  file: string,
  job: Job,
): Promise<BackupOffer> {
  // Loaded on demand, because most starts restore nothing.
  const { openBackup } = await import('./read-backup.ts')
  const { manifest, name, read, close } = await openBackup(file)
  try {
    assertKnown(manifest, name)
    const { version, madeAt, parts } = manifest
    return await checkRestorable(checking, { file, name, version, madeAt, parts, read }, job)
  } finally {
    await close()
  }
}

/** Copies it into the data folder, checks every part, and migrates its databases there. */
export async function checkRestorable(
  { folder, store }: Checking,
  restorable: Restorable,
  job: Job,
): Promise<BackupOffer> {
  const into = checkedFolder(folder)
  const { file, version, madeAt } = restorable
  try {
    await mkdir(into, { mode: 0o700 })
    await unpack(restorable, into, job)
    const prepared = await store.prepareDesk(into, job.signal).catch((thrown) => {
      throw asOf(restorable, failureOf(thrown))
    })
    const { accounts, ...found } = prepared
    refuseWhenCancelled(job.signal)
    const [here, { unsent }] = await Promise.all([store.accounts(), store.waitingEdits()])
    return {
      ...{ file, version, madeAt, ...found },
      id: randomBytes(8).toString('hex'),
      accounts: accounts.map(({ id, name: called, base_url, api_base_url }) => {
        return { id, name: called, base_url, api_base_url }
      }),
      present: { accounts: here.length, unsent },
    }
  } catch (thrown) {
    await discardChecked(folder)
    throw storageFailure(thrown, file)
  }
}

function assertKnown({ schemas, version }: BackupManifest, name: string) {
  const isNewer = schemas.desk > DESK.length || (schemas.answers ?? 0) > ANSWERS.length
  if (isNewer) throw backupError('newer', name, version)
}

/** A damaged database here is not the app's. */
function asOf({ file, name }: Restorable, failure: Failure) {
  if (failure.kind === 'backup') return new AppError({ ...failure, name })
  if (failure.kind !== 'storage' || failure.reason === 'full') return new AppError(failure)
  if (failure.reason === 'newer') return storageError('newer', file, failure.text)
  return backupError('damaged', name, failure.text)
}

export async function discardChecked(folder: string) {
  await rm(checkedFolder(folder), FOLDER_REMOVAL)
}

/** The last rename decides: after it the next start uses the restored data. */
export async function commitRestore({ folder, clock }: Pick<BackupParts, 'folder' | 'clock'>) {
  const checked = checkedFolder(folder)
  if (!existsSync(path.join(checked, 'desk.db'))) throw backupError('gone', '')
  try {
    const at = new Date(clock.now()).toISOString().replace(/[:.]/g, '-')
    const name = `desk-before-restore-${at}`
    const beside = path.join(path.dirname(folder), `.${name}`)
    try {
      await writeWhole(beside, (sink) => sink.write(Buffer.from(name)), { access: 'private' })
      // Fails where the next start could not move the present data to: to another file system.
      await move(beside, path.join(checked, KEPT_AS))
    } finally {
      await rm(beside, { force: true })
    }
    failpoint('restore-before-commit')
    await move(checked, path.join(folder, RESTORED))
    failpoint('restore-after-commit')
  } catch (thrown) {
    throw storageFailure(thrown, checked)
  }
}

/** Space for migrating the databases. */
const SPARE_BYTES = 50_000_000

/** Writes every part into an empty folder and verifies its checksum; durable when it resolves. */
async function unpack(restorable: Restorable, into: string, job: Job) {
  const { parts } = restorable
  const total = parts.reduce((sum, { size }) => sum + size, 0)
  job.willRead(total)
  const { bavail, bsize } = await statfs(into)
  if (bavail * bsize < total + SPARE_BYTES) {
    throw storageError('full', into, `It needs ${total} bytes of room.`)
  }
  const folders = new Set([into])
  for (const part of parts) {
    const file = await placeOf(into, part.name)
    folders.add(path.dirname(file))
    try {
      await unpackPart(restorable, { ...part, file }, job)
    } catch (thrown) {
      if (part.name !== 'answers.db' || !isDamaged(thrown)) throw thrown
      // An empty file has no tables, so its check leaves the figures out as damaged.
      await truncate(file)
    }
  }
  for (const folder of folders) await syncFolder(folder)
}

function isDamaged(thrown: unknown): boolean {
  const failure = failureOf(thrown)
  return failure.kind === 'backup' && failure.reason === 'damaged'
}

/** Built from fixed names and checked ids: paths in a backup are never used. */
async function placeOf(into: string, name: string): Promise<string> {
  const picture = pictureOf(name)
  if (!picture) return path.join(into, FILES.find((each) => each === name) ?? fail(name))
  const folder = path.join(into, 'pictures', picture.account_id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return path.join(folder, picture.hash)
}

/** A backup has no logs, and one that names them is refused before it is read. */
export const FILES = [
  ...['desk.db', 'desk.db-wal', 'answers.db', 'answers.db-wal'],
  'preferences.json',
] as const

function fail(name: string): never {
  throw new Error(`Not a part of a backup: ${name}`)
}

async function unpackPart(
  restorable: Restorable,
  { name, file, sha256 }: Restorable['parts'][number] & { file: string },
  { signal, onBytes }: Job,
) {
  const hash = createHash('sha256')
  const handle = await open(file, 'wx', 0o600)
  try {
    for await (const chunk of restorable.read(name)) {
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
  if (sha256 !== undefined && read !== sha256) {
    throw backupError('damaged', restorable.name, name)
  }
  const picture = pictureOf(name)
  // It was damaged before, where it counts as missing too.
  if (picture && picture.hash !== read) await rm(file)
}
