import { crc32, deflateSync } from 'node:zlib'

const u16 = (n: number) => [n & 0xff, n >> 8]
const latin = (text: string) => [...Buffer.from(text, 'latin1')]

function chunk(kind: string, data: Uint8Array) {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** A PNG of one colour. */
export function pngOf(width: number, height: number, [red, green, blue] = [200, 40, 40]) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const line = Buffer.alloc(1 + width * 3)
  for (let at = 0; at < width; at++) line.set([red ?? 0, green ?? 0, blue ?? 0], 1 + at * 3)
  const lines = Buffer.concat(Array.from({ length: height }, () => line))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The frame of a JPEG, whose header contains a thumbnail with an end marker of its own. */
export const jpegOf = (width: number, height: number, exif: readonly number[] = []) =>
  Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xe1, 0, 6, 0xff, 0xd8, 0xff, 0xd9, ...exif],
    ...[0xff, 0xff, 0xc2, 0, 8, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1],
    ...[0xff, 0xda, 0, 4, 1, 2, 7, 7, 7, 0xff, 0xd9],
  ])

/** EXIF data of a JPEG, which says how it is turned, in either order of bytes. */
export function exifOf(order: 'II' | 'MM', orientation: number): number[] {
  const two = (n: number) => (order === 'II' ? u16(n) : u16(n).toReversed())
  const four = (n: number) => (order === 'II' ? [...u16(n), 0, 0] : [0, 0, ...two(n)])
  const entry = (tag: number, value: number) => [
    ...two(tag),
    ...two(3),
    ...four(1),
    ...two(value),
    0,
    0,
  ]
  const entries = [entry(0x0100, 6), entry(0x0112, orientation)]
  const tiff = [...latin(order), ...two(42), ...four(8), ...two(entries.length), ...entries.flat()]
  const data = [...latin('Exif\0\0'), ...tiff]
  return [0xff, 0xe1, 0, data.length + 2, ...data]
}

/** A GIF of two colors with one image. */
export const gifOf = (width: number, height: number) =>
  Buffer.from([
    ...[...latin('GIF89a'), ...u16(width), ...u16(height), 0x80, 0, 0, 0, 0, 0, 7, 7, 7],
    ...[0x21, 0xf9, 4, 0, 0, 0, 0, 0],
    ...[0x2c, 0, 0, 0, 0, ...u16(width), ...u16(height), 0, 2, 2, 0x3b, 1, 0],
    ...[0x3b, 0],
  ])

export function webpOf(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number) {
  const packed = (width - 1) | ((height - 1) << 14)
  const heads = {
    'VP8 ': [0, 0, 0, 0x9d, 0x01, 0x2a, ...u16(width), ...u16(height)],
    VP8L: [0x2f, ...u16(packed & 0xffff), ...u16(packed >>> 16), 0],
    VP8X: [0, 0, 0, 0, ...u16(width - 1), 0, ...u16(height - 1), 0],
  }
  const body = [...latin('WEBP'), ...latin(kind), 10, 0, 0, 0, ...heads[kind]]
  return Buffer.from([...latin('RIFF'), body.length, 0, 0, 0, ...body])
}
