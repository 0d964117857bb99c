import fs from 'node:fs'
import path from 'node:path'
import type { Preferences } from '../../shared/features/settings/preferences.ts'
import { LANGUAGES } from '../../shared/locales/languages.ts'

export interface WindowPlace {
  x?: number
  y?: number
  width: number
  height: number
  isMaximized: boolean
}

/** The preferences needed for the first paint, and the window's bounds. */
export interface StartupAppearance extends Pick<Preferences, 'theme' | 'language'> {
  place: WindowPlace
}

const DEFAULT_PLACE: WindowPlace = { width: 1440, height: 900, isMaximized: false }
const THEMES: readonly unknown[] = ['light', 'dark'] satisfies Preferences['theme'][]

export const preferencesFile = (folder: string) => path.join(folder, 'preferences.json')

/**
 * Theme, language and bounds of the first paint; an invalid value is replaced by its default. Not
 * checked by the schemas, which take longer to load than an empty window takes to open.
 */
export function readStartupAppearance(folder: string): StartupAppearance {
  const { preferences, window } = readRecord(preferencesFile(folder))
  const { theme, language } = isRecord(preferences) ? preferences : {}
  return {
    theme: THEMES.includes(theme) ? (theme as StartupAppearance['theme']) : 'system',
    language: (LANGUAGES as readonly unknown[]).includes(language)
      ? (language as StartupAppearance['language'])
      : 'system',
    place: placeOf(window),
  }
}

/** The object in a JSON file; empty when it cannot be read. */
export function readRecord(file: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(fs.readFileSync(file, 'utf8'))
    return isRecord(read) ? read : {}
  } catch {
    return {}
  }
}

export function placeOf(read: unknown): WindowPlace {
  if (!isRecord(read)) return DEFAULT_PLACE
  const { x, y, width, height, isMaximized } = read
  if (!isLength(width, 400) || !isLength(height, 300)) return DEFAULT_PLACE
  const size = { width, height, isMaximized: isMaximized === true }
  return isLength(x, -Infinity) && isLength(y, -Infinity) ? { ...size, x, y } : size
}

const isLength = (value: unknown, least: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= least

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
