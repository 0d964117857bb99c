/** The modifiers of a key event that are passed on, by Electron's names. */
export const KEY_MODIFIERS = ['alt', 'control', 'meta', 'shift', 'isautorepeat'] as const

/** A key press, with the DOM's `key` and `code`. */
export interface KeyPress {
  key: string
  code: string
  modifiers: (typeof KEY_MODIFIERS)[number][]
}

const CHARACTER_OR_NAME =
  /^(.|Enter|Tab|Escape|Backspace|Delete|Insert|Home|End|Page(Up|Down)|Arrow(Up|Down|Left|Right)|F\d+)$/s
const OF_THE_PAGE_WITH_META = /^[kz]$/i

/**
 * Whether a press can be buffered and replayed later. Not possible: a modifier alone, an input method (it
 * composes outside of the page), and the system's own shortcuts.
 */
export function canWait({ key, modifiers }: KeyPress): boolean {
  const isOfTheSystem =
    (modifiers.includes('alt') && key === 'F4') ||
    (modifiers.includes('meta') && !OF_THE_PAGE_WITH_META.test(key))
  return !isOfTheSystem && CHARACTER_OR_NAME.test(key)
}
