import { expect, it } from 'vitest'
import { lineOf } from '../../../src/renderer/ui/title-line.ts'

const letters = (text: string) => text.length

it('a title is broken so that its longer line is as short as possible', () => {
  expect(lineOf('Revenue per started session', letters)).toBe('started session'.length)
  expect(lineOf('Sessions over the pitch', letters)).toBe('Sessions over'.length)
})

it('a word is never broken', () => {
  expect(lineOf('Dispositivos', letters)).toBe(12)
  expect(lineOf('a Dispositivos', letters)).toBe(12)
})

it('a fraction of a pixel is rounded up', () => {
  expect(lineOf('Plays', () => 30.2)).toBe(31)
})
