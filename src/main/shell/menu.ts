import type { AppTexts } from '../../shared/locales/en/app.ts'
import { appTexts, type Language } from '../../shared/locales/languages.ts'
import type { KeyPress } from '../../shared/model/key-press.ts'

export interface MenuParts {
  language: Language
  isMac: boolean
  isPackaged: boolean
  openReport: () => void
  openAbout: () => void
  /** Presses a key in the window, as a person would. */
  press: (press: KeyPress) => void
  /** Null when this build has no update address. */
  checkForUpdates: (() => void) | null
}

/** A menu entry as Electron takes it. */
interface MenuEntry {
  id?: string
  label?: string
  accelerator?: string
  /** Whether the menu, not the page, takes the accelerator. */
  registerAccelerator?: boolean
  type?: 'separator'
  role?: Role
  click?: () => void
  submenu?: MenuEntry[]
}

/** Electron's built-in entries. Its own labels are English in every language. */
type Role = keyof AppTexts['main']['menu']['roles']

/** The app's menu: at the top of the screen on macOS, shown by Alt elsewhere. */
export function menuTemplate(parts: MenuParts): MenuEntry[] {
  const { isMac, isPackaged, openReport, openAbout, press, checkForUpdates } = parts
  const { roles, ...words } = appTexts(parts.language).main.menu
  const role = (name: Role): MenuEntry => ({ role: name, label: roles[name] })
  const line: MenuEntry = { type: 'separator' }
  const about: MenuEntry = { id: ABOUT_ENTRY, label: words.about, click: () => openAbout() }
  const updates: MenuEntry[] = checkForUpdates
    ? [{ id: CHECK_UPDATES, label: words.checkUpdates, click: checkForUpdates }]
    : []
  const open: MenuEntry = {
    ...{ id: OPEN_REPORT, label: words.openReport, accelerator: 'CmdOrCtrl+O' },
    click: () => openReport(),
  }
  const hiding = [role('services'), line, role('hide'), role('hideOthers'), role('unhide')]
  const app = [about, ...updates, line, ...hiding, line, role('quit')]
  // Electron's own entries reach the text of fields alone. On macOS a pressed key would not reach that.
  const pressing = (name: 'undo' | 'redo', key: KeyPress, accelerator: string): MenuEntry =>
    isMac
      ? role(name)
      : {
          id: name,
          label: roles[name],
          accelerator,
          registerAccelerator: false,
          click: () => press(key),
        }
  const undo = pressing('undo', UNDO, 'Ctrl+Z')
  const redo = pressing('redo', REDO, 'Ctrl+Y')
  const clipboard = [role('cut'), role('copy'), role('paste'), line, role('selectAll')]
  const zoom = [role('resetZoom'), role('zoomIn'), role('zoomOut'), line, role('togglefullscreen')]
  return [
    ...(isMac ? [{ label: 'Cuepoint', submenu: app }] : []),
    { label: words.file, submenu: [open, line, role(isMac ? 'close' : 'quit')] },
    { label: words.edit, submenu: [undo, redo, line, ...clipboard] },
    { label: words.view, submenu: [...zoom, ...(isPackaged ? [] : [role('toggleDevTools')])] },
    { label: words.window, submenu: [role('minimize'), role(isMac ? 'front' : 'close')] },
    ...(isMac ? [] : [{ label: words.help, submenu: [about, ...updates] }]),
  ]
}

const UNDO: KeyPress = { key: 'z', code: 'KeyZ', modifiers: ['control'] }
const REDO: KeyPress = { key: 'y', code: 'KeyY', modifiers: ['control'] }

/** Ids of entries, by which tests find them. */
export const OPEN_REPORT = 'open-report'
export const CHECK_UPDATES = 'check-updates'
export const ABOUT_ENTRY = 'about'
