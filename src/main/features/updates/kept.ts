import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { type SignedManifest, signedManifest } from '../../../shared/features/updates/manifest.ts'
import { FOLDER_REMOVAL, writeWhole } from '../../disk/atomic-file.ts'
import { readRecord } from '../../shell/startup-appearance.ts'

const keptState = z.object({
  checkedAt: z.number().nullable().catch(null),
  /** Whether the answer at `checkedAt` was accepted. */
  isAccepted: z.boolean().catch(false),
  newest: signedManifest.nullable().catch(null),
})
type KeptState = z.output<typeof keptState>

const STATE = 'state.json'

export type Kept = ReturnType<typeof openKept>

/**
 * The folder of updates: the time of the last check, the newest accepted manifest, and the
 * downloaded file. Created with its first file, so not before the user agreed.
 */
export function openKept(folder: string) {
  let state: KeptState = keptState.parse(readRecord(path.join(folder, STATE)) ?? {})
  const make = () => mkdir(folder, { recursive: true, mode: 0o700 })

  return {
    state: () => state,
    /** Updates the state in memory, then on the disk. Throws `storage`. */
    async keep(change: { checkedAt: number; isAccepted: boolean; newest?: SignedManifest }) {
      state = { ...state, ...change }
      await make()
      const bytes = Buffer.from(JSON.stringify(state))
      await writeWhole(path.join(folder, STATE), (sink) => sink.write(bytes), { access: 'private' })
    },
    /** The path of a file of this name. */
    place: (name: string) => path.join(folder, name),
    /** Removes all files except the named one. Never throws. */
    async clear(stays: string | null) {
      const names = await readdir(folder).catch(() => [])
      const gone = names.filter((name) => name !== STATE && name !== stays)
      await Promise.all(
        gone.map((name) => rm(path.join(folder, name), FOLDER_REMOVAL).catch(() => undefined)),
      )
    },
  }
}
