import { getHotkeyHandler } from '@mantine/hooks'
import { expect, test } from 'vitest'
import { SHORTCUT_NAMES, shortcutOn } from '../../../src/renderer/ui/shortcut.ts'

type Pressed = Pick<KeyboardEvent, 'key' | 'code'> & Partial<KeyboardEvent>

/** The shortcuts that a press of keys triggers. */
function triggered(platform: string, pressed: Pressed) {
  const found: string[] = []
  const modifiers = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }
  const event = { preventDefault: () => undefined, ...modifiers, ...pressed }
  const items = SHORTCUT_NAMES.map((name) => {
    const { hotkey, usePhysicalKeys } = shortcutOn(platform, name)
    return [hotkey, () => void found.push(name), { usePhysicalKeys }] as const
  })
  getHotkeyHandler(items.map(([...item]) => item))({ ...event, nativeEvent: event } as never)
  return found
}

test('on a Mac no shortcut takes the key that hides the app, its others, minimises, closes or quits', () => {
  for (const key of ['h', 'm', 'w', 'q']) {
    const code = `Key${key.toUpperCase()}`
    expect(triggered('darwin', { key, code, metaKey: true })).toEqual([])
    expect(triggered('darwin', { key, code, metaKey: true, altKey: true })).toEqual([])
  }
})

test('find and replace opens by Ctrl+H, and on a Mac by ⌘ Shift H', () => {
  const pressed = { key: 'h', code: 'KeyH' }
  for (const platform of ['win32', 'linux']) {
    expect(triggered(platform, { ...pressed, ctrlKey: true })).toEqual(['findReplace'])
  }
  expect(triggered('darwin', { ...pressed, metaKey: true, shiftKey: true })).toEqual([
    'findReplace',
  ])
})

test('on a Mac the key to go back is at the same place on keyboards that have another character there', () => {
  for (const key of ['[', '´', '`']) {
    expect(triggered('darwin', { key, code: 'BracketLeft', metaKey: true })).toEqual(['back'])
  }
  expect(triggered('linux', { key: 'ArrowLeft', code: 'ArrowLeft', altKey: true })).toEqual([
    'back',
  ])
})
