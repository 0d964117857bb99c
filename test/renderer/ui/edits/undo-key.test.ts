import { expect, test } from 'vitest'
import { isAltDigitTyped } from '../../../../src/renderer/ui/edits/undo-key.ts'

const FIELD = { tagName: 'INPUT', type: 'text' }

test('on a Mac, Option with a digit types into a text field, and only there', () => {
  expect(isAltDigitTyped('darwin', FIELD)).toBe(true)
  expect(isAltDigitTyped('darwin', { tagName: 'TEXTAREA' })).toBe(true)
  expect(isAltDigitTyped('darwin', { tagName: 'DIV' })).toBe(false)
  expect(isAltDigitTyped('darwin', { tagName: 'INPUT', type: 'checkbox' })).toBe(false)
})

test('elsewhere, Alt with a digit opens a screen from a text field too', () => {
  expect(isAltDigitTyped('win32', FIELD)).toBe(false)
  expect(isAltDigitTyped('linux', FIELD)).toBe(false)
})
