import type { PictureTrouble } from '../../../shared/failure.ts'
import type { PICTURE_TYPES, Picture } from '../../../shared/features/pictures/picture.ts'

type Type = (typeof PICTURE_TYPES)[number]
type Inspected = Pick<Picture, 'type' | 'width' | 'height'>

/** Larger pictures take hundreds of megabytes to draw, whatever the size of the file. */
export const MOST_PIXELS_A_SIDE = 8192

interface Size {
  width: number
  height: number
}

/** Null when the end of the file is missing. */
type Measure = (bytes: Buffer) => Size | null

/** A picture's type and size by its bytes, or why it cannot be used. Decodes nothing. */
export function inspect(content: Uint8Array): Inspected | PictureTrouble {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (bytes.length === 0) return 'empty'
  const type = typeOf(bytes)
  if (!type) return isSvg(bytes) ? 'svg' : 'not-a-picture'
  const measured = within(bytes, MEASURES[type])
  if (!measured || measured.width === 0 || measured.height === 0) return 'cut-short'
  if (Math.max(measured.width, measured.height) > MOST_PIXELS_A_SIDE) return 'too-many-pixels'
  return { type, ...measured }
}

function typeOf(bytes: Buffer): Type | null {
  const head = bytes.toString('latin1', 0, 16)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(head)) return 'image/gif'
  return /^RIFF[^]{4}WEBP/.test(head) ? 'image/webp' : null
}

const isSvg = (bytes: Buffer) => /<svg[\s>]/i.test(bytes.toString('latin1', 0, 4096))

/** What is read from bytes; null when it goes on after their end. */
function within<T>(bytes: Buffer, read: (bytes: Buffer) => T): T | null {
  try {
    return read(bytes)
  } catch (thrown) {
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

const MEASURES: Readonly<Record<Type, Measure>> = {
  'image/png': measurePng,
  'image/jpeg': measureJpeg,
  'image/gif': measureGif,
  'image/webp': measureWebp,
}

function measurePng(bytes: Buffer) {
  let at = 8
  while (bytes.toString('latin1', at + 4, at + 8) !== 'IEND') at += bytes.readUInt32BE(at) + 12
  if (at + 12 > bytes.length) return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const EXIF = 0xe1
const START_OF_SCAN = 0xda
const END_OF_IMAGE = Buffer.from([0xff, 0xd9])

function measureJpeg(bytes: Buffer) {
  let size: Size | null = null
  let isTurned: boolean | null = null
  for (const { marker, at } of segmentsOf(bytes)) {
    // After the start of the scan: a thumbnail in the header has an end marker too.
    if (marker === START_OF_SCAN && bytes.indexOf(END_OF_IMAGE, at) < 0) return null
    if (marker === EXIF) isTurned ??= within(bytes.subarray(at + 4), isTurnedIn)
    if (isFrame(marker)) {
      size = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    }
  }
  return size && isTurned ? { width: size.height, height: size.width } : size
}

/** The segments of a JPEG up to the start of its scan, by where their markers are. */
function* segmentsOf(bytes: Buffer) {
  let marker = 0
  for (let at = 2; marker !== START_OF_SCAN; at += 2 + bytes.readUInt16BE(at + 2)) {
    // Any number of fill bytes may precede a marker.
    while (bytes.readUInt8(at) === 0xff && bytes.readUInt8(at + 1) === 0xff) at += 1
    if (bytes.readUInt8(at) !== 0xff) throw new RangeError('a segment has no marker')
    marker = bytes.readUInt8(at + 1)
    yield { marker, at }
  }
}

const ORIENTATION = 0x0112

const isSideways = (orientation: number) => orientation >= 5 && orientation <= 8

/** Whether EXIF data turns the picture onto its side, as browsers draw it; null when it does not say. */
function isTurnedIn(segment: Buffer): boolean | null {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return null
  const tiff = segment.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const entries = Array.from({ length: short(directory) }, (_, index) => directory + 2 + index * 12)
  const orientation = entries.find((at) => short(at) === ORIENTATION)
  return orientation === undefined ? null : isSideways(short(orientation + 8))
}

const GIF = { extension: 0x21, image: 0x2c, trailer: 0x3b }

/** Like browsers, takes what follows the trailer, or unknown bytes after an image, for no part of the picture. */
function measureGif(bytes: Buffer) {
  let at = afterColors(bytes, 10, 13)
  let hasImage = false
  for (let kind = bytes.readUInt8(at); kind !== GIF.trailer; kind = bytes.readUInt8(at)) {
    if (kind === GIF.extension) at = afterBlocks(bytes, at + 2)
    else if (kind === GIF.image) {
      at = afterBlocks(bytes, afterColors(bytes, at + 9, at + 10) + 1)
      hasImage = true
    } else if (kind === 0) at += 1
    else if (hasImage) break
    else return null
  }
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** The end of a table of colors that begins at `start` if these flags announce one. */
function afterColors(bytes: Buffer, flagsAt: number, start: number): number {
  const flags = bytes.readUInt8(flagsAt)
  return flags & 0x80 ? start + 3 * 2 ** ((flags & 7) + 1) : start
}

/** The end of a series of blocks, of which an empty one is the last. */
function afterBlocks(bytes: Buffer, start: number): number {
  let at = start
  while (bytes.readUInt8(at) !== 0) at += bytes.readUInt8(at) + 1
  return at + 1
}

function measureWebp(bytes: Buffer) {
  if (bytes.readUInt32LE(4) + 8 > bytes.length) return null
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') {
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  }
  if (kind === 'VP8L') {
    const packed = bytes.readUInt32LE(21)
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}
