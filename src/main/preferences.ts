import fs from 'node:fs'
import { open, rename } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { DEFAULT_PREFERENCES, type Preferences, preferences } from '../shared/model/desk.ts'

const windowPlace = z.object({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().min(400),
  height: z.int().min(300),
  isMaximized: z.boolean(),
})
export type WindowPlace = z.output<typeof windowPlace>

const DEFAULT_PLACE: WindowPlace = { width: 1440, height: 900, isMaximized: false }

export type PreferencesFile = ReturnType<typeof openPreferences>

/**
 * The small file of choices and of the window's place. It is read before the window is made, so
 * that the first paint has the right size and theme; a damaged part falls back to its default.
 */
export function openPreferences(folder: string) {
  const file = path.join(folder, 'preferences.json')
  const read = readJson(file)
  let current = withDefaults(read['preferences'])
  const place = windowPlace.safeParse(read['window'])
  let window = place.success ? place.data : DEFAULT_PLACE
  let writing: Promise<void> = Promise.resolve()

  const save = () => {
    const text = JSON.stringify({ preferences: current, window }, null, 2)
    writing = writing.then(() => writeAtomically(file, text)).catch(() => undefined)
    return writing
  }

  return {
    preferences: () => current,
    window: () => window,
    prefer(change: { [K in keyof Preferences]?: Preferences[K] | undefined }) {
      const said = Object.entries(change).filter(([, value]) => value !== undefined)
      current = preferences.parse({ ...current, ...Object.fromEntries(said) })
      void save()
      return current
    },
    place(next: WindowPlace) {
      window = next
      void save()
    },
    /** Resolves when everything said so far is on disk, or could not be written. */
    settled: () => writing,
  }
}

function withDefaults(read: unknown): Preferences {
  const kept = { ...DEFAULT_PREFERENCES } as Record<string, unknown>
  for (const [name, schema] of Object.entries(preferences.shape)) {
    const part = schema.safeParse(isRecord(read) ? read[name] : undefined)
    if (part.success) kept[name] = part.data
  }
  return kept as Preferences
}

function readJson(file: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(fs.readFileSync(file, 'utf8'))
    return isRecord(read) ? read : {}
  } catch {
    return {}
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

async function writeAtomically(file: string, text: string) {
  const next = `${file}.next`
  const handle = await open(next, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(next, file)
}
