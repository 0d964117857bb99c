import type {
  BackupContents,
  BackupOffer,
  BackupState,
  LastBackup,
} from '../../../shared/features/backup/backup.ts'
import { todayIn } from '../../../shared/time/period.ts'
import { notifyAfter } from '../../change-events.ts'
import type { CallHandlers } from '../../shell/router.ts'
import { makeJobs } from './job.ts'
import { makeReplacedData } from './kept-desks.ts'
import { makeLastBackup } from './last-backup.ts'
import { type BackupParts, makeBackupFile, sizesOf } from './make-backup.ts'
import { backupError } from './parts.ts'
import { checkBackup, checkRestorable, commitRestore, discardChecked } from './restore-backup.ts'

export type Backup = ReturnType<typeof makeBackup>

/** Makes a backup of all data except keys, and restores one. One operation at a time. */
export function makeBackup(parts: BackupParts) {
  const { folder, store, screen, clock, onChange } = parts
  const last = makeLastBackup(folder)
  const kept = makeReplacedData(parts)
  const jobs = makeJobs({ clock, onChange })
  const thenNotify = notifyAfter(onChange)
  let offer: BackupOffer | null = null

  /** Any call opens the store, which removes leftovers of an interrupted backup. */
  const openStore = () => store.accounts()

  function discard() {
    offer = null
    return thenNotify(discardChecked(folder))
  }

  async function offered(check: () => Promise<BackupOffer>): Promise<BackupOffer> {
    await openStore()
    await discard()
    offer = await check()
    return offer
  }

  return {
    async state(): Promise<BackupState> {
      const [sizes, made, desks] = await Promise.all([sizesOf(folder), last.read(), kept.list()])
      const [running, failed] = [jobs.running(), jobs.failed()]
      return { sizes, last: made, running, failed, offer, kept: desks }
    },
    make: (contents: BackupContents): Promise<LastBackup | null> =>
      jobs.run('make', async (job) => {
        const file = await screen.placeBackup(suggestedName(todayIn(clock.zone(), clock.now())))
        if (file === null) return null
        await openStore()
        const made = await makeBackupFile(parts, { file, ...contents }, job)
        // The backup exists; only the record of its path is lost.
        await last.keep(made).catch(() => undefined)
        return made
      }),
    open: (): Promise<BackupOffer | null> =>
      jobs.run('read', async (job) => {
        const file = await screen.chooseBackup()
        return file === null ? null : offered(() => checkBackup(parts, file, job))
      }),
    openKept: (name: string): Promise<BackupOffer> =>
      jobs.run('read', (job) =>
        offered(async () => checkRestorable(parts, await kept.open(name), job)),
      ),
    cancel: () => jobs.cancel(),
    dismiss: async () => jobs.dismiss(),
    discard,
    async restore(id: string) {
      if (!offer || offer.id !== id) throw backupError('gone', '')
      const { posting } = await store.waitingEdits()
      if (posting > 0) throw backupError('posting', '', String(posting))
      await commitRestore(parts)
      offer = null
      screen.relaunch()
    },
    reveal: async () => screen.showFile((await last.find()).file),
    eraseKept: (name: string) => thenNotify(kept.erase(name)),
    close: () => jobs.cancel(),
  }
}

const suggestedName = (day: string) => `cuepoint-${day}.cuepoint-backup`

export function backupHandlers(backup: Backup): CallHandlers['backup'] {
  return {
    ...backup,
    restore: ({ id }) => backup.restore(id),
    openKept: ({ name }) => backup.openKept(name),
    eraseKept: ({ name }) => backup.eraseKept(name),
  }
}
