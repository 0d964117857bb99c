import { expect, test } from 'vitest'
import { changedParts } from '../../../../src/shared/features/publishing/value-text.ts'

const LONGEST = 160

test('of two long texts the part in which they differ is shown, wherever it is', () => {
  const text = (middle: string) => `${'a'.repeat(500)} ${middle} ${'b'.repeat(500)}`
  const [was, is] = changedParts(text('old'), text('entirely new'), LONGEST)
  expect([was.length, is.length].every((length) => length < LONGEST)).toBe(true)
  expect(was).toContain(' old ')
  expect(is).toContain(' entirely new ')
  expect([was, is].every((part) => part.startsWith('…a') && part.endsWith('b…'))).toBe(true)
})

test('short texts are shown as they are', () => {
  expect(changedParts('11:50', '11:05', LONGEST)).toEqual(['11:50', '11:05'])
})

test('no half of a character is left where a text is cut', () => {
  for (const before of ['', 'x']) {
    const start = before + '😀'.repeat(200)
    for (const part of changedParts(`${start}🙂${start}`, `${start}🙃${start}`, LONGEST)) {
      expect(part.startsWith('…😀') && part.endsWith('😀…')).toBe(true)
    }
  }
})
