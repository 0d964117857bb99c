import type { CDPSession, ElectronApplication, Page } from 'playwright'

/** A chord in Playwright's notation, a text, a click at a position, or milliseconds to wait. */
export type Press = string | { text: string } | { x: number; y: number } | number

/**
 * Presses keys as the system does: main's `before-input-event` receives them, unlike those of
 * Playwright. Items without a number between them are sent at once.
 */
export async function pressKeys(app: ElectronApplication, ...presses: Press[]) {
  await app.evaluate(
    async ({ BrowserWindow }, sent) => {
      const focused = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0]
      for (const one of sent) {
        if (typeof one === 'number') await new Promise((resolve) => setTimeout(resolve, one))
        else focused?.webContents.sendInputEvent(one as never)
      }
    },
    presses.flatMap((press) => eventsOf(press)),
  )
}

/** Presses keys as soon as the window is visible. */
export async function pressAtFirstFrame(app: ElectronApplication, ...presses: Press[]) {
  await app.evaluate(
    ({ app: electron, BrowserWindow }, sent) => {
      const press = ({ webContents }: Electron.BrowserWindow) => {
        for (const one of sent) webContents.sendInputEvent(one as never)
      }
      const pressOnceShown = (window: Electron.BrowserWindow) =>
        window.isVisible() ? press(window) : window.once('show', () => press(window))
      // Playwright lets the app continue before it answers.
      const [window] = BrowserWindow.getAllWindows()
      if (window) pressOnceShown(window)
      else electron.once('browser-window-created', (_event, made) => pressOnceShown(made))
    },
    presses.flatMap((press) => eventsOf(press)),
  )
}

/**
 * Makes `page.keyboard` send what it types in the three events of a keyboard. Playwright sends a
 * typed character as one, which main's `before-input-event` does not receive, so it would reach
 * the page before the keys that main buffers.
 */
export function typeAsKeyboard(page: Page) {
  const { keyboard } = page
  const { press, insertText } = keyboard
  let opened: Promise<CDPSession> | undefined
  const pressed = async (key: string) => {
    const session = await (opened ??= page.context().newCDPSession(page))
    const text = key === 'Enter' ? '\r' : key
    for (const type of ['rawKeyDown', 'char', 'keyUp'] as const) {
      const event = { type, key, ...physical(text), ...(type === 'char' && { text }) }
      // oxlint-disable-next-line no-await-in-loop -- one event follows the other
      await session.send('Input.dispatchKeyEvent', event)
    }
  }
  keyboard.press = (key, options) =>
    isTyped(key) ? pressed(key) : press.call(keyboard, key, options)
  keyboard.type = async (text) => {
    for (const character of text) {
      // oxlint-disable-next-line no-await-in-loop -- keys are pressed one after the other
      await (isTyped(character) ? pressed(character) : insertText.call(keyboard, character))
    }
  }
}

/** The codes of a character's key; of punctuation none are needed. */
function physical(text: string) {
  const upper = text.toUpperCase()
  const windowsVirtualKeyCode = upper.charCodeAt(0)
  if (text === '\r') return { code: 'Enter', windowsVirtualKeyCode }
  if (text === ' ') return { code: 'Space', windowsVirtualKeyCode }
  if (/^[A-Z]$/.test(upper)) return { code: `Key${upper}`, windowsVirtualKeyCode }
  return /^\d$/.test(text) ? { code: `Digit${text}`, windowsVirtualKeyCode } : {}
}

const isTyped = (key: string) => key === 'Enter' || /^[\x20-\x7e]$/.test(key)

const MODIFIERS = ['Alt', 'Control', 'Shift'] as const

function eventsOf(press: Press): (number | object)[] {
  if (typeof press === 'number') return [press]
  if (typeof press === 'string') return chord(press)
  if ('text' in press) return Array.from(press.text, chord).flat()
  const at = { ...press, button: 'left', clickCount: 1 }
  return [
    { type: 'mouseDown', ...at },
    { type: 'mouseUp', ...at },
  ]
}

/** The modifiers are pressed before the key and released after it. */
function chord(words: string): object[] {
  const parts = words.split('+')
  const keyCode = parts.at(-1) ?? ''
  const held = MODIFIERS.filter((each) => parts.slice(0, -1).includes(each))
  const modifiers = held.map((each) => each.toLowerCase())
  const text = keyCode === 'Enter' ? '\r' : keyCode
  const isText = text.length === 1 && !held.includes('Alt') && !held.includes('Control')
  return [
    ...held.map((modifier) => ({ type: 'rawKeyDown', keyCode: modifier, modifiers })),
    { type: 'rawKeyDown', keyCode, modifiers },
    ...(isText ? [{ type: 'char', keyCode: text, modifiers }] : []),
    { type: 'keyUp', keyCode, modifiers },
    ...held.toReversed().map((modifier) => ({ type: 'keyUp', keyCode: modifier, modifiers: [] })),
  ]
}
