import { canWait, type KeyPress } from '../../shared/model/key-press.ts'

/** A key event as Electron sends it to a page. */
export interface KeyEvent {
  type: 'rawKeyDown' | 'char' | 'keyUp'
  keyCode: string
  modifiers: KeyPress['modifiers']
}

/** A key that is held down repeats about thirty times a second. */
const MOST_KEYS = 200
/** After this the keys are sent in any case, so that the menu does not stay without keys. */
const LONGEST_WAIT_MS = 10_000

export type Keys = ReturnType<typeof makeKeys>

/**
 * Buffers the keys pressed while the page is not ready for them, and sends them in order once it
 * is. Chromium drops keys pressed between two pages and before the first paint.
 */
export function makeKeys(send: (event: KeyEvent) => void, platform: string) {
  // Presses that the page returned came before those buffered here.
  let putBack: KeyPress[] = []
  let buffered: KeyPress[] = []
  let isBuffering = true
  let isLoading = true
  let isSending = false
  let late: ReturnType<typeof setTimeout> | undefined

  function hold() {
    isBuffering = true
    late ??= setTimeout(sendAll, LONGEST_WAIT_MS)
  }

  function buffer(waiting: KeyPress[], press: KeyPress) {
    hold()
    if (putBack.length + buffered.length < MOST_KEYS) waiting.push(press)
  }

  function sendPresses(presses: readonly KeyPress[]) {
    isSending = true
    try {
      for (const press of presses) for (const event of eventsOf(press, platform)) send(event)
    } finally {
      isSending = false
    }
  }

  function stopWaiting() {
    clearTimeout(late)
    late = undefined
  }

  function sendAll() {
    stopWaiting()
    isBuffering = false
    const waiting = [...putBack, ...buffered]
    putBack = []
    buffered = []
    sendPresses(waiting)
  }

  return {
    /** The window starts to load another page. */
    load() {
      isLoading = true
      isBuffering = true
      // However long this page takes, it is what the keys wait for.
      stopWaiting()
      if (putBack.length + buffered.length > 0) hold()
    },
    /** From now on calls come from the new page. */
    loaded() {
      isLoading = false
    },
    /** Whether an event must be kept from the page; a key press is buffered then. */
    suppress(type: string, press: KeyPress): boolean {
      if (isSending || !isBuffering) return false
      const isModifier = MODIFIERS.includes(press.key)
      if (!isModifier && !canWait(press)) return false
      if (type === 'keyDown' && !isModifier) buffer(buffered, press)
      return true
    },
    /** The page is about to be replaced: keys from now on are buffered for the next one. */
    hold,
    /** Takes back a press that reached the page too early; it is sent before the buffered ones. */
    putBack: (press: KeyPress) => buffer(putBack, press),
    /** Presses a key for the person: behind those that are buffered. */
    press(press: KeyPress) {
      if (isBuffering) buffer(buffered, press)
      else sendPresses([press])
    },
    /** The page can take keys from now on. */
    ready() {
      if (!isLoading) sendAll()
    },
  }
}

// Not sent alone: each key is sent with its modifiers, and Alt alone would open the menu.
const MODIFIERS: readonly string[] = ['Alt', 'AltGraph', 'Control', 'Meta', 'Shift']

/** The events of one key press, as a keyboard causes them. */
function eventsOf(press: KeyPress, platform: string): KeyEvent[] {
  const { key, code, modifiers } = press
  // With Alt some keyboards type another character, so the physical key decides.
  const place = modifiers.includes('alt') ? /^(?:Digit|Key)(.)$/.exec(code)?.[1] : undefined
  const keyCode = place ?? NAME_OF[key] ?? key.replace(/^Arrow/, '')
  const text = TEXT_OF[key] ?? key
  return [
    { type: 'rawKeyDown', keyCode, modifiers },
    ...(isTyped(press, platform) ? [{ type: 'char' as const, keyCode: text, modifiers }] : []),
    { type: 'keyUp', keyCode, modifiers },
  ]
}

function isTyped({ key, modifiers }: KeyPress, platform: string): boolean {
  const commands = modifiers.filter((each) => COMMANDS.includes(each))
  if (commands.length === 0) return (TEXT_OF[key] ?? key).length === 1
  // On a Mac, Option alone is no command: it types another character of the key.
  return platform === 'darwin' && key.length === 1 && commands.join() === 'alt'
}

const COMMANDS: readonly string[] = ['alt', 'control', 'meta']
const TEXT_OF: Readonly<Record<string, string>> = { Enter: '\r' }
const NAME_OF: Readonly<Record<string, string>> = { ' ': 'Space' }
