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
  const { preferences, window } = readRecord(preferencesFile(folder)) ?? {}
  const { theme, language } = isRecord(preferences) ? preferences : {}
  return {
    theme: THEMES.includes(theme) ? (theme as StartupAppearance['theme']) : 'system',
    language: (LANGUAGES as readonly unknown[]).includes(language)
      ? (language as StartupAppearance['language'])
      : 'system',
    place: placeOf(window),
  }
}

/** The object in a JSON file; empty when there is no file, null when it cannot be read. */
export function readRecord(file: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(fs.readFileSync(file, 'utf8'))
    return isRecord(read) ? read : null
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ENOENT' ? {} : null
  }
}

export function placeOf(read: unknown): WindowPlace {
  if (!isRecord(read)) return DEFAULT_PLACE
  const { x, y, width, height, isMaximized } = read
  if (!isLength(width, 400) || !isLength(height, 300)) return DEFAULT_PLACE
  const size = { width, height, isMaximized: isMaximized === true }
  return isLength(x, -Infinity) && isLength(y, -Infinity) ? { ...size, x, y } : size
}

/** A window is moved by its title bar, of which this much must be on a display. */
const GRASPED = { width: 100, height: 20 }
const TITLE_BAR_HEIGHT = 40

type Size = Pick<WindowPlace, 'width' | 'height'>

interface Area extends Size {
  x: number
  y: number
}

/** The size of a window that is placed by the system, which may put the title bar of a larger one off the display. */
export const sizeWithin = ({ width, height }: Size, area: Size): Size => ({
  width: Math.min(width, area.width),
  height: Math.min(height, area.height),
})

/** Whether a window's title bar is on one of the displays' areas. */
export function canBeMoved(window: Omit<Area, 'height'>, areas: readonly Area[]): boolean {
  const { x, y, width } = window
  return areas.some((area) => {
    const across = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
    const down = Math.min(y + TITLE_BAR_HEIGHT, area.y + area.height) - Math.max(y, area.y)
    return across >= GRASPED.width && down >= GRASPED.height
  })
}

/** A hidden window is shown after this time, drawn or not. */
const SHOW_AFTER_MS = 3000

interface HiddenWindow {
  isDestroyed: () => boolean
  maximize: () => void
  show: () => void
  once: (event: 'ready-to-show', listener: () => void) => unknown
  off: (event: 'ready-to-show', listener: () => void) => unknown
}

/** Shows a hidden window when its page is drawn, and then calls `onShown`. */
export function showOnceDrawn(
  window: HiddenWindow,
  { isMaximized }: Pick<WindowPlace, 'isMaximized'>,
  onShown: () => void,
) {
  const show = () => {
    clearTimeout(late)
    window.off('ready-to-show', show)
    if (window.isDestroyed()) return
    // Not before: it shows the window too, still empty, and without the focus, which `show` gives.
    if (isMaximized) window.maximize()
    window.show()
    onShown()
  }
  const late = setTimeout(show, SHOW_AFTER_MS)
  window.once('ready-to-show', show)
}

const isLength = (value: unknown, least: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= least

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
