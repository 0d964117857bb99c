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
  return areas.some((area) => {
    const { across, down } = overlap({ ...window, height: TITLE_BAR_HEIGHT }, area)
    return across >= GRASPED.width && down >= GRASPED.height
  })
}

/** How much of one area is within another; negative where they are apart. */
const overlap = (one: Area, other: Area) => ({
  across: Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x),
  down: Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y),
})

/** A window that Windows aligns with an edge of the display reaches this far beyond it, unseen. */
const UNSEEN_BORDER = 16

/**
 * Where a remembered window is opened. One that the displays do not show whole, as after a large display was
 * unplugged, is fitted into the one that shows most of its title bar.
 */
export function placeWithin(window: Area, areas: readonly Area[]): Area {
  if (isShownWhole(window, areas)) return window
  const titleBar = { ...window, height: TITLE_BAR_HEIGHT }
  const shown = areas.map((area) => ({ area, pixels: pixelsOn(titleBar, area) }))
  const { area } = shown.reduce((most, each) => (each.pixels > most.pixels ? each : most))
  const { width, height } = sizeWithin(window, area)
  const x = Math.max(area.x, Math.min(window.x, area.x + area.width - width))
  const y = Math.max(area.y, Math.min(window.y, area.y + area.height - height))
  return { x, y, width, height }
}

function pixelsOn(one: Area, other: Area) {
  const { across, down } = overlap(one, other)
  return Math.max(0, across) * Math.max(0, down)
}

/** Whether each corner is on one of the displays, which may be several for a wide window. */
function isShownWhole({ x, y, width, height }: Area, areas: readonly Area[]) {
  const size = { width: UNSEEN_BORDER, height: UNSEEN_BORDER }
  const corners = [x, x + width - UNSEEN_BORDER].flatMap((left) =>
    [y, y + height - UNSEEN_BORDER].map((top) => ({ ...size, x: left, y: top })),
  )
  return corners.every((corner) =>
    areas.some((area) => {
      const { across, down } = overlap(corner, area)
      return across >= 0 && down >= 0
    }),
  )
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
