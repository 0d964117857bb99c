import { expect, test } from 'vitest'
import { inspect } from '../../../../src/main/features/pictures/inspect.ts'
import { exifOf, gifOf, jpegOf, pngOf, webpOf } from '../../../support/picture-bytes.ts'

const PICTURES = [
  ['image/png', pngOf(300, 200)],
  ['image/jpeg', jpegOf(300, 200)],
  ['image/gif', gifOf(300, 200)],
  ['image/webp', webpOf('VP8 ', 300, 200)],
  ['image/webp', webpOf('VP8L', 300, 200)],
  ['image/webp', webpOf('VP8X', 300, 200)],
] as const

test.each(PICTURES)('%s is recognized by its bytes, with its size in pixels', (type, bytes) => {
  expect(inspect(bytes)).toEqual({ type, width: 300, height: 200 })
})

test.each(PICTURES)('%s is never accepted when it is truncated, wherever it ends', (_, bytes) => {
  const wholes = Array.from({ length: bytes.length - 2 }, (__, length) => length)
    .map((length) => inspect(bytes.subarray(0, length)))
    .filter((found) => typeof found !== 'string')
  expect(wholes).toEqual([])
})

test.each([
  ['nothing', '', 'empty'],
  ['text', 'not a picture', 'not-a-picture'],
  ['a program', '\x7fELF\x02\x01', 'not-a-picture'],
  ['a drawing with a script', '<?xml version="1.0"?><svg ><script>x()</script></svg>', 'svg'],
  ['a drawing after a mark of encoding', '\xef\xbb\xbf <SVG xmlns="">', 'svg'],
  ['the beginning of a PNG with text', '\x89PNG\r\n\x1a\nand then nothing of it', 'cut-short'],
])('%s is refused as a picture, with the reason', (_, text, why) => {
  expect(inspect(Buffer.from(text, 'latin1'))).toBe(why)
})

test('a small file that would be drawn as a huge picture is refused', () => {
  expect(inspect(gifOf(8192, 1))).toMatchObject({ width: 8192 })
  expect(inspect(gifOf(1, 8193))).toBe('too-many-pixels')
  expect(inspect(gifOf(0, 10))).toBe('cut-short')
})

test.each([
  [1, 300, 200],
  [3, 300, 200],
  [5, 200, 300],
  [6, 200, 300],
  [8, 200, 300],
  [9, 300, 200],
])('a photo of orientation %i has the size at which it is drawn', (orientation, width, height) => {
  for (const order of ['II', 'MM'] as const) {
    const found = inspect(jpegOf(300, 200, exifOf(order, orientation)))
    expect(found).toEqual({ type: 'image/jpeg', width, height })
  }
})

test('a photo whose EXIF data are damaged has the sides of its frame', () => {
  const exif = exifOf('MM', 6)
  const damaged = exif.map((_, at) => jpegOf(300, 200, exif.with(at, 0xff)))
  const sides = damaged.map(inspect).flatMap((found) => (typeof found === 'string' ? [] : found))
  expect(sides.length).toBeGreaterThan(20)
  expect(sides.every(({ width, height }) => width + height === 500)).toBe(true)
})

test('what follows the end of a GIF does not matter, and an end within its image is none', () => {
  const gif = gifOf(300, 200)
  const size = { type: 'image/gif', width: 300, height: 200 }
  expect(
    ['\n', '<!-- -->', ';'].map((more) => inspect(Buffer.from([...gif, ...Buffer.from(more)]))),
  ).toEqual([size, size, size])
  expect(inspect(gif.subarray(0, gif.lastIndexOf(0x3b) - 2))).toBe('cut-short')
  const stray = Buffer.from([...gif.subarray(0, gif.lastIndexOf(0x3b)), 0x0a, 0x3b])
  expect(inspect(stray)).toEqual(size)
})
