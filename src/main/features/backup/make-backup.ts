import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type {
  BackupContents,
  BackupState,
  LastBackup,
} from '../../../shared/features/backup/backup.ts'
import type { Clock } from '../../clock.ts'
import { ANSWERS } from '../../database/answers-migrations.ts'
import { storageFailure } from '../../database/storage-failure.ts'
import type { DeferredStore } from '../../database/store.ts'
import { DESK } from '../../database/stored-features.ts'
import { type Begun, FOLDER_REMOVAL } from '../../disk/atomic-file.ts'
import type { Keychain } from '../../keychain/keychain.ts'
import type { Screen } from '../../options.ts'
import { untilAbandoned } from '../../threads/ending.ts'
import type { Job } from './job.ts'
import { backupError, LARGEST_BACKUP, MOST_PARTS } from './parts.ts'
import { databaseSize, pictureParts, totalOf } from './sizes.ts'
import { type Source, writeBackup } from './write-backup.ts'

/** The parts needed to make and restore a backup. */
export interface BackupParts {
  begun?: Begun | undefined
  /** The data folder. */
  folder: string
  preferencesFile: string
  store: Pick<
    DeferredStore,
    'copyDesk' | 'stopCopy' | 'prepareDesk' | 'waitingEdits' | 'accounts' | 'accountsIn'
  >
  keychain: Pick<Keychain, 'erase'>
  screen: Pick<Screen, 'placeBackup' | 'chooseBackup' | 'relaunch' | 'showFile'>
  clock: Pick<Clock, 'now' | 'monotonic' | 'wait' | 'zone'>
  /** The app's version. */
  version: string
  onChange: () => void
}

export async function sizesOf(folder: string): Promise<BackupState['sizes']> {
  const [desk, figures, pictures] = await Promise.all([
    databaseSize(path.join(folder, 'desk.db')),
    databaseSize(path.join(folder, 'answers.db')),
    pictureParts(folder).then(totalOf),
  ])
  return { desk, figures, pictures }
}

type Making = Pick<
  BackupParts,
  'folder' | 'preferencesFile' | 'store' | 'clock' | 'version' | 'begun'
>

/** Copies the databases first, so that the parts agree with each other. */
export async function makeBackupFile(
  { folder, preferencesFile, store, clock, version, begun }: Making,
  { file, ...contents }: BackupContents & { file: string },
  job: Job,
): Promise<LastBackup> {
  const copies = path.join(folder, 'backup.making')
  const madeAt = clock.now()
  try {
    await rm(copies, FOLDER_REMOVAL)
    // The data folder may have been deleted while its databases are open.
    await mkdir(copies, { mode: 0o700, recursive: true })
    job.signal.addEventListener('abort', () => void store.stopCopy(), { once: true })
    const { withFigures } = contents
    const counts = await store.copyDesk(copies, contents, job.signal)
    const sources = await sourcesOf({ folder, copies, preferencesFile }, withFigures)
    const total = await totalOf(sources)
    if (total > LARGEST_BACKUP || sources.length > MOST_PARTS) {
      throw backupError('too-large', path.basename(file), `${total} bytes`)
    }
    job.willRead(total)
    const schemas = { desk: DESK.length, answers: withFigures ? ANSWERS.length : null }
    const about = { format: 'cuepoint-backup', version, madeAt, schemas, counts } as const
    const writing = writeBackup(file, sources, { ...job, about, begun })
    const size = await untilAbandoned(writing, job.signal, clock)
    return { at: madeAt, file, size, withFigures }
  } catch (thrown) {
    throw storageFailure(thrown, file)
  } finally {
    await rm(copies, FOLDER_REMOVAL).catch(() => undefined)
  }
}

interface Places {
  folder: string
  copies: string
  preferencesFile: string
}

async function sourcesOf({ folder, copies, preferencesFile }: Places, withFigures: boolean) {
  const sources: Source[] = [{ name: 'desk.db', file: path.join(copies, 'desk.db') }]
  if (withFigures) sources.push({ name: 'answers.db', file: path.join(copies, 'answers.db') })
  // The file does not exist before a preference was changed.
  const hasPreferences = existsSync(preferencesFile)
  if (hasPreferences) sources.push({ name: 'preferences.json', file: preferencesFile })
  return [...sources, ...(await pictureParts(folder))]
}
