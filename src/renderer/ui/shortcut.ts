import { useView } from '../view.ts'

interface Shortcut {
  /** As `useHotkeys` takes it. */
  hotkey: string
  /** Whether it names a place on the keyboard rather than a character. */
  usePhysicalKeys: boolean
  /** As it is written. */
  keys: readonly string[]
}

/** The shortcuts that are others on a Mac. */
const SHORTCUTS = {
  back: {
    // The browser's on each system: on a Mac, Alt with an arrow moves by words in text. Many
    // keyboards type `[` only with Shift or Option.
    mac: { hotkey: 'mod+BracketLeft', usePhysicalKeys: true, keys: ['⌘', '['] },
    other: { hotkey: 'alt+ArrowLeft', usePhysicalKeys: false, keys: ['Alt', '←'] },
  },
  findReplace: {
    // ⌘H hides the app.
    mac: { hotkey: 'mod+shift+H', usePhysicalKeys: false, keys: ['⌘', 'Shift', 'H'] },
    other: { hotkey: 'mod+H', usePhysicalKeys: false, keys: ['Ctrl', 'H'] },
  },
} as const satisfies Record<string, Record<'mac' | 'other', Shortcut>>

export const SHORTCUT_NAMES = Object.keys(SHORTCUTS) as (keyof typeof SHORTCUTS)[]

export const shortcutOn = (platform: string, name: keyof typeof SHORTCUTS): Shortcut =>
  SHORTCUTS[name][platform === 'darwin' ? 'mac' : 'other']

/** The shortcut of this system. */
export const shortcut = (name: keyof typeof SHORTCUTS) =>
  shortcutOn(useView.getState().info.platform, name)

/**
 * Whether a dialog covers the rest of the window. Shortcuts of what is behind it must not act then:
 * they would change what is not seen, or remove the dialog with what was typed. A popover covers nothing.
 */
export const isModalOpen = () =>
  document.querySelector('[role="dialog"][aria-modal="true"]') !== null
