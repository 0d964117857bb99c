import { expect, onTestFinished, test, vi } from 'vitest'
import { type KeyEvent, makeKeys } from '../../../src/main/shell/keys.ts'
import { bridge } from '../../../src/shared/bridge.ts'
import type { KeyPress } from '../../../src/shared/model/key-press.ts'

const press = (key: string, modifiers: KeyPress['modifiers'] = [], code = ''): KeyPress => ({
  ...{ key, code, modifiers },
})

/** Keys of a window whose first page is there but has not said that it takes any. */
function keysOfAPage(platform = 'linux') {
  const sent: KeyEvent[] = []
  const keys = makeKeys((event) => sent.push(event), platform)
  keys.loaded()
  return {
    keys,
    pressed: () => sent.filter(({ type }) => type === 'rawKeyDown').map(({ keyCode }) => keyCode),
    events: () => sent.map(({ type, keyCode }) => `${type} ${keyCode}`),
    sent,
  }
}

test('keys are held until the page accepts them, and sent in the order in which they were pressed', () => {
  const { keys, pressed } = keysOfAPage()
  for (const key of ['a', 'b', 'c']) expect(keys.suppress('keyDown', press(key))).toBe(true)
  expect(pressed()).toEqual([])
  keys.ready()
  expect(pressed()).toEqual(['a', 'b', 'c'])
  expect(keys.suppress('keyDown', press('d'))).toBe(false)
})

test('a key returned by the page is sent before those pressed after it', () => {
  const { keys, pressed } = keysOfAPage()
  keys.ready()
  keys.putBack(press('a'))
  expect(keys.suppress('keyDown', press('c'))).toBe(true)
  keys.putBack(press('b'))
  keys.ready()
  expect(pressed()).toEqual(['a', 'b', 'c'])
})

test('only a key that can be sent later is taken back from the page', () => {
  const isTaken = (key: string) => bridge.keys.putBack.input.safeParse(press(key)).success
  expect(['a', 'Enter', 'constructor', '__proto__', 'Process'].filter(isTaken)).toEqual([
    'a',
    'Enter',
  ])
})

test('a key that the menu presses comes after those that are held, and at once when none are', () => {
  const { keys, pressed } = keysOfAPage()
  keys.suppress('keyDown', press('a'))
  keys.press(press('b'))
  expect(pressed()).toEqual([])
  keys.ready()
  keys.press(press('c'))
  expect(pressed()).toEqual(['a', 'b', 'c'])
})

test('keys are held for a page that is loading, although the previous page is ready', () => {
  const { keys, pressed } = keysOfAPage()
  keys.ready()
  keys.load()
  expect(keys.suppress('keyDown', press('a'))).toBe(true)
  keys.ready()
  expect(pressed()).toEqual([])
  keys.loaded()
  keys.ready()
  expect(pressed()).toEqual(['a'])
})

test('keys are held for a page however long after the request for it it is loaded', () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { keys, pressed } = keysOfAPage()
  keys.ready()
  keys.hold()
  vi.advanceTimersByTime(9000)
  keys.load()
  vi.advanceTimersByTime(9000)
  expect(keys.suppress('keyDown', press('a'))).toBe(true)
  keys.loaded()
  keys.ready()
  expect(pressed()).toEqual(['a'])
})

test('keys sent to the page are not held again', () => {
  const held: boolean[] = []
  const keys = makeKeys(() => held.push(keys.suppress('keyDown', press('a'))), 'linux')
  keys.loaded()
  keys.suppress('keyDown', press('a'))
  keys.ready()
  expect(held).toEqual([false, false, false])
})

test('each sent key is also released, and no modifier stays pressed', () => {
  const { keys, events, sent } = keysOfAPage()
  expect(keys.suppress('keyDown', press('Alt', ['alt']))).toBe(true)
  keys.suppress('keyDown', press('3', ['alt'], 'Digit3'))
  expect(keys.suppress('keyUp', press('3', ['alt'], 'Digit3'))).toBe(true)
  expect(keys.suppress('keyUp', press('Alt'))).toBe(true)
  keys.ready()
  expect(events()).toEqual(['rawKeyDown 3', 'keyUp 3'])
  expect(sent.map(({ modifiers }) => modifiers)).toEqual([['alt'], ['alt']])
})

test.each<[string, KeyPress, string[]]>([
  ['a letter is typed', press('ç'), ['rawKeyDown ç', 'char ç', 'keyUp ç']],
  ['Enter is typed', press('Enter'), ['rawKeyDown Enter', 'char \r', 'keyUp Enter']],
  ['a space is typed', press(' '), ['rawKeyDown Space', 'char  ', 'keyUp Space']],
  ['an arrow is only pressed', press('ArrowUp'), ['rawKeyDown Up', 'keyUp Up']],
  ['a shortcut is not typed', press('k', ['control']), ['rawKeyDown k', 'keyUp k']],
  [
    'with Alt the key’s place counts, whatever it types there',
    press('£', ['alt'], 'Digit3'),
    ['rawKeyDown 3', 'keyUp 3'],
  ],
])('%s', (_name, pressed, expected) => {
  const { keys, events } = keysOfAPage()
  keys.suppress('keyDown', pressed)
  keys.ready()
  expect(events()).toEqual(expected)
})

test.each<[string, KeyPress, string[]]>([
  ['the character of Option is typed', press('@', ['alt'], 'KeyL'), ['L', '@']],
  ['that of a digit too', press('#', ['alt'], 'Digit3'), ['3', '#']],
  ['that of Option and Shift too', press('\\', ['alt', 'shift'], 'Digit7'), ['7', '\\']],
  ['with Control nothing is typed', press('@', ['alt', 'control'], 'KeyL'), ['L']],
  ['a named key is only pressed', press('Enter', ['alt'], 'Enter'), ['Enter']],
])('on a Mac, %s', (_name, pressed, [place, typed]) => {
  const { keys, events, sent } = keysOfAPage('darwin')
  keys.suppress('keyDown', pressed)
  keys.ready()
  const char = typed === undefined ? [] : [`char ${typed}`]
  expect(events()).toEqual([`rawKeyDown ${place}`, ...char, `keyUp ${place}`])
  expect(sent.every(({ modifiers }) => modifiers === pressed.modifiers)).toBe(true)
})

test('a key that is held down is buffered at most 200 times', () => {
  const { keys, pressed } = keysOfAPage()
  for (let times = 0; times < 5000; times++)
    keys.suppress('keyDown', press('ArrowDown', times > 0 ? ['isautorepeat'] : []))
  keys.ready()
  expect(pressed()).toHaveLength(200)
})

test.each([
  ['what an input method composes', press('Process')],
  ['the first half of an accent', press('Dead')],
  ['the closing of a window', press('F4', ['alt'])],
  ['a key of the menu of macOS', press('q', ['meta'])],
])('%s is left to the system', (_name, pressed) => {
  const { keys } = keysOfAPage()
  expect(keys.suppress('keyDown', pressed)).toBe(false)
})
