import { makeVerbs, type Verbs } from '../../src/main/database/verbs.ts'
import type { Change } from '../../src/shared/features/publishing/edit.ts'
import { registerKey } from '../../src/shared/features/publishing/register.ts'
import { testClock } from './clock.ts'
import { aVideo, VIDEO } from './edits.ts'
import { ACCOUNT, aFolder, anAccount } from './store-folder.ts'

/** A store with an account, made anew or opened again. */
export function storeIn(folder: string) {
  const verbs = makeVerbs(folder, testClock)
  if (verbs.accounts().length === 0) verbs.putAccount(anAccount())
  return verbs
}

/** A store with two videos, closed again after the work. */
export function withVideos(work: (verbs: Verbs, folder: string) => void) {
  const folder = aFolder()
  const verbs = storeIn(folder)
  verbs.keepVideos(ACCOUNT, [aVideo(), aVideo({ id: 'video0002', name: 'Another' })], 100)
  try {
    work(verbs, folder)
  } finally {
    verbs.close()
  }
}

export const save = (verbs: Verbs, ...changes: Change[]) =>
  verbs.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes }])

const LABEL = { group: 'call_actions', item_id: 'cta1', register: 'action.content' } as const

/** The key of the edit that `setLabel` makes. */
export const LABEL_KEY = registerKey(LABEL)
export const setLabel = (value: string): Change => ({ kind: 'set', ...LABEL, value })

export const keysIn = (verbs: Verbs) => verbs.editRows(ACCOUNT, VIDEO).map(({ key }) => key)
export const wantsIn = (verbs: Verbs) => verbs.editRows(ACCOUNT, VIDEO).map(({ want }) => want)
