import { expect, test } from 'vitest'
import { isAltDigitTyped } from '../../../../src/renderer/ui/edits/undo-key.ts'

const isTyped = (platform: string, target: object, defaultPrevented = false) =>
  isAltDigitTyped(platform, { target: target as EventTarget, defaultPrevented })

const FIELD = { tagName: 'INPUT', type: 'text' }

test('on a Mac, Option with a digit types into a text field, and only there', () => {
  expect(isTyped('darwin', FIELD)).toBe(true)
  expect(isTyped('darwin', { tagName: 'TEXTAREA' })).toBe(true)
  expect(isTyped('darwin', { tagName: 'DIV' })).toBe(false)
  expect(isTyped('darwin', { tagName: 'INPUT', type: 'checkbox' })).toBe(false)
})

test('on a Mac, Option with a digit that a cell of the sheet has taken opens no screen', () => {
  expect(isTyped('darwin', { tagName: 'DIV' }, true)).toBe(true)
})

test('elsewhere, Alt with a digit opens a screen from a text field too', () => {
  expect(isTyped('win32', FIELD)).toBe(false)
  expect(isTyped('linux', FIELD)).toBe(false)
})
