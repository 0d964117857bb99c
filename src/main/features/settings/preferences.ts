import {
  DEFAULT_PREFERENCES,
  type Preferences,
  preferences,
} from '../../../shared/features/settings/preferences.ts'
import { removePartials, writeWhole } from '../../disk/atomic-file.ts'
import {
  isRecord,
  placeOf,
  preferencesFile,
  readRecord,
  type WindowPlace,
} from '../../shell/startup-appearance.ts'

export type PreferencesFile = ReturnType<typeof openPreferences>

/** The preferences and the window's bounds in a file; invalid values are replaced by defaults. */
export function openPreferences(folder: string) {
  const file = preferencesFile(folder)
  const read = readRecord(file)
  let current = withDefaults(read['preferences'])
  let window = placeOf(read['window'])
  let writing: Promise<void> = Promise.resolve()
  removePartials(folder)

  const save = () => {
    const bytes = Buffer.from(JSON.stringify({ preferences: current, window }, null, 2))
    writing = writing
      .then(() => writeWhole(file, (sink) => sink.write(bytes), { access: 'private' }))
      .catch(() => undefined)
    return writing
  }

  return {
    file,
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
    /** Resolves when all changes so far are written, or failed to be. */
    settled: () => writing,
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
