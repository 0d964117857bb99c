import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Recovery } from '../../../shared/features/backup/recovery.ts'
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  preferences,
} from '../../../shared/features/settings/preferences.ts'
import { moveSync, removePartials, writeWhole } from '../../disk/atomic-file.ts'
import {
  isRecord,
  placeOf,
  preferencesFile,
  readRecord,
  type WindowPlace,
} from '../../shell/startup-appearance.ts'

export type PreferencesFile = ReturnType<typeof openPreferences>

/** Of a preferences file that could not be read; another one replaces it. */
const PUT_ASIDE = 'preferences-damaged.json'

/**
 * The preferences and the window's bounds in a file; invalid values are replaced by defaults. A file
 * that cannot be read is put aside. Whether it said to work offline is unknown, so the app does.
 */
export function openPreferences(folder: string) {
  const file = preferencesFile(folder)
  const read = readRecord(file)
  const recovery = recoveryOf(file, read === null)
  let current = recovery ? UNKNOWN : withDefaults(read?.['preferences'])
  let window = placeOf(read?.['window'])
  let writing: Promise<void> = Promise.resolve()
  /** Why the last write failed. */
  let failure: unknown = null
  /** Whether the next start works offline, by the file. */
  let isOfflineStored = !recovery && current.isOffline
  removePartials(folder)

  const save = () => {
    const { isOffline } = current
    const bytes = Buffer.from(JSON.stringify({ preferences: current, window }, null, 2))
    writing = writing
      .then(() => writeWhole(file, (sink) => sink.write(bytes), { access: 'private' }))
      .then(
        () => {
          failure = null
          isOfflineStored = isOffline
        },
        (thrown: unknown) => {
          failure = thrown
        },
      )
    return writing
  }

  // Kept at once: the next start finds no damage any more.
  if (recovery) void save()
  return {
    file,
    recovery,
    preferences: () => current,
    window: () => window,
    prefer(change: { [K in keyof Preferences]?: Preferences[K] | undefined }) {
      const changed = Object.entries(change).filter(([, value]) => value !== undefined)
      current = preferences.parse({ ...current, ...Object.fromEntries(changed) })
      void save()
      return current
    },
    place(next: WindowPlace) {
      window = next
      void save()
    },
    /** Resolves when the choice to work offline is written; throws why it could not be. */
    async offlineStored() {
      await writing
      if (failure && !isOfflineStored) throw failure
    },
    /** Resolves when all changes so far are written, or failed to be. Tries a failed write again. */
    async settled() {
      await writing
      if (failure) await save()
    },
  }
}

const UNKNOWN: Preferences = { ...DEFAULT_PREFERENCES, isOffline: true }

/** Puts a file aside that cannot be read. A start that did so may have ended before it wrote a new one. */
function recoveryOf(file: string, isUnreadable: boolean): Recovery | null {
  const kept = path.join(path.dirname(file), PUT_ASIDE)
  if (!isUnreadable) {
    const isLost = !existsSync(file) && existsSync(kept)
    return isLost ? { kind: 'preferences-rebuilt', keptAs: kept } : null
  }
  try {
    moveSync(file, kept)
    return { kind: 'preferences-rebuilt', keptAs: kept }
  } catch {
    return { kind: 'preferences-rebuilt', keptAs: file }
  }
}

function withDefaults(read: unknown): Preferences {
  const kept = { ...DEFAULT_PREFERENCES } as Record<string, unknown>
  const known: Record<string, unknown> = isRecord(read)
    ? { fileKind: chosenBefore(read['flavour']), ...read }
    : {}
  for (const [name, schema] of Object.entries(preferences.shape)) {
    const part = schema.safeParse(known[name])
    if (part.success) kept[name] = part.data
  }
  return kept as Preferences
}

/** Migrates the earlier `flavour`, whose value `machine` was also the default. */
const chosenBefore = (flavour: unknown) => (flavour === 'machine' ? undefined : flavour)
