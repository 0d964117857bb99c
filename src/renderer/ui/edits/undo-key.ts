interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/** Input types without text, where undo applies to the edits. */
const WITHOUT_TEXT = ['checkbox', 'radio', 'button', 'submit', 'range']

/** The command of a key press; null inside a text field, which has its own undo. */
export function undoKey(
  { key, ctrlKey, metaKey, shiftKey, altKey }: Pressed,
  target: unknown,
): 'undo' | 'redo' | null {
  if (altKey || ctrlKey === metaKey || isTextField(target)) return null
  const letter = key.toLowerCase()
  // As on Windows; with Command it is not usual.
  if (letter === 'y' && ctrlKey && !shiftKey) return 'redo'
  if (letter !== 'z') return null
  return shiftKey ? 'redo' : 'undo'
}

/**
 * Whether a digit with Alt types a character: with Option, many keyboards of a Mac have @, # and | there.
 * What takes characters without being a text field, as a cell of the sheet does, has taken the press before.
 */
export const isAltDigitTyped = (
  platform: string,
  { target, defaultPrevented }: Pick<Event, 'target' | 'defaultPrevented'>,
) => platform === 'darwin' && (defaultPrevented || isTextField(target))

export function isTextField(target: unknown): boolean {
  const { tagName, type, isContentEditable } = (target ?? {}) as {
    tagName?: string
    type?: string
    isContentEditable?: boolean
  }
  if (tagName === 'INPUT') return !WITHOUT_TEXT.includes(type ?? '')
  return tagName === 'TEXTAREA' || isContentEditable === true
}
