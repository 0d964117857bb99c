import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namePart } from '../../../src/main/disk/file-name.ts'

test('characters that file names must not have are replaced', () => {
  expect(namePart('  Loja: "São João" / 50% ')).toBe('Loja-São-João-50')
  expect(namePart('VSL_v2 - 2026-11: teste', ' ')).toBe('VSL_v2 - 2026-11 teste')
  expect(namePart('?!')).toBe('')
})

test('vowel signs stay with their letters, also where a long name is cut', () => {
  expect(namePart('ที่นี่ हिन्दी')).toBe('ที่นี่-हिन्दी')
  expect('ที่'.repeat(40).startsWith(namePart('ที่'.repeat(40)))).toBe(true)
  expect(namePart('ที่'.repeat(40)).length % 'ที่'.length).toBe(0)
})

test('a part is short enough to leave room in a name of 255 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      for (const between of ['-', ' '] as const) {
        const part = namePart(text, between)
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(120)
        expect(part).not.toMatch(/[/\\:*?"<>|\p{Cc}]/u)
        expect(namePart(part, between)).toBe(part)
      }
    }),
  )
})
