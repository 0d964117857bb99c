import { canWait, type KeyPress } from '../../shared/model/key-press.ts'

/** A key event as Electron sends it to a page. */
export interface KeyEvent {
  type: 'rawKeyDown' | 'char' | 'keyUp'
  keyCode: string
  modifiers: KeyPress['modifiers']
}

/** A held key repeats some thirty times a second. */
const MOST_KEYS = 200
/** A page that is not ready by then will not be: its menu must not stay without keys. */
const LONGEST_WAIT_MS = 10_000

export type Keys = ReturnType<typeof makeKeys>

/**
 * Holds the keys that are pressed while the window's page is not ready for them, and sends them in
 * order once it is. Chromium drops what is pressed between two pages and before the first paint.
 */
export function makeKeys(send: (event: KeyEvent) => void) {
  // What a page put back had reached it before this process began to hold.
  let putBack: KeyPress[] = []
  let held: KeyPress[] = []
  let isHolding = true
  let isLoading = true
  let isSending = false
  let late: ReturnType<typeof setTimeout> | undefined

  function keep(waiting: KeyPress[], press: KeyPress) {
    isHolding = true
    late ??= setTimeout(sendAll, LONGEST_WAIT_MS)
    if (putBack.length + held.length < MOST_KEYS) waiting.push(press)
  }

  function sendAll() {
    clearTimeout(late)
    late = undefined
    isHolding = false
    const waiting = [...putBack, ...held]
    putBack = []
    held = []
    isSending = true
    try {
      for (const press of waiting) for (const event of eventsOf(press)) send(event)
    } finally {
      isSending = false
    }
  }

  return {
    /** The window begins to read another page. */
    load() {
      isLoading = true
      isHolding = true
    },
    /** What is told from now on is told by the new page. */
    loaded() {
      isLoading = false
    },
    /** Whether an event that is on its way to the page is kept from it; a press then waits. */
    hold(type: string, press: KeyPress): boolean {
      if (isSending || !isHolding) return false
      const isModifier = MODIFIERS.includes(press.key)
      if (!isModifier && !canWait(press)) return false
      if (type === 'keyDown' && !isModifier) keep(held, press)
      return true
    },
    /** A press that reached the page before what it is for was there: it comes before those held. */
    putBack: (press: KeyPress) => keep(putBack, press),
    /** The page takes keys from now on. */
    ready() {
      if (!isLoading) sendAll()
    },
  }
}

// Each key is sent with its modifiers. Alone, Alt would open the menu.
const MODIFIERS: readonly string[] = ['Alt', 'AltGraph', 'Control', 'Meta', 'Shift']

/** The events of one press, as a keyboard causes them. */
function eventsOf({ key, code, modifiers }: KeyPress): KeyEvent[] {
  const text = TEXT_OF[key] ?? key
  const isTyped = text.length === 1 && !modifiers.some((each) => COMMANDS.includes(each))
  // With Alt some keyboards type another sign: there the key's place counts.
  const place = modifiers.includes('alt') ? /^(?:Digit|Key)(.)$/.exec(code)?.[1] : undefined
  const keyCode = place ?? NAME_OF[key] ?? key.replace(/^Arrow/, '')
  return [
    { type: 'rawKeyDown', keyCode, modifiers },
    ...(isTyped ? [{ type: 'char' as const, keyCode: text, modifiers }] : []),
    { type: 'keyUp', keyCode, modifiers },
  ]
}

const COMMANDS: readonly string[] = ['alt', 'control', 'meta']
const TEXT_OF: Readonly<Record<string, string>> = { Enter: '\r' }
const NAME_OF: Readonly<Record<string, string>> = { ' ': 'Space' }
