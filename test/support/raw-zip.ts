import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a zip, in which every number can be false. */
export interface RawEntry {
  name: string | Buffer
  content?: Buffer | string
  /** Packed already; then `size` is the declared size of the content. */
  packed?: Buffer
  size?: number
  packedSize?: number
  method?: number
  flags?: number
  attributes?: number
  /** Points to another entry's content instead of having its own. */
  offset?: number
  /** The name in the header before the content, which may differ from the directory's. */
  localName?: string
}

export interface RawEnd {
  entries?: number
  directoryOffset?: number
  comment?: Buffer
}

const STORED = 0
export const DEFLATED = 8

/** A zip made byte by byte. */
export function rawZip(entries: readonly RawEntry[], end: RawEnd = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const figures = figuresOf(entry)
    const offset = entry.offset ?? at
    directory.push(directoryHeader(entry, figures, offset))
    if (entry.offset !== undefined) continue
    const local = [localHeader(entry, figures), figures.packed]
    parts.push(...local)
    at += local.reduce((sum, { length }) => sum + length, 0)
  }
  const listed = Buffer.concat(directory)
  const counted = end.entries ?? entries.length
  const start = end.directoryOffset ?? at
  return Buffer.concat([...parts, listed, endOf(counted, { size: listed.length, start }, end)])
}

type Figures = ReturnType<typeof figuresOf>

function figuresOf(entry: RawEntry) {
  const content = Buffer.from(entry.content ?? '')
  const method = entry.method ?? (entry.packed ? DEFLATED : STORED)
  const packed = entry.packed ?? (method === DEFLATED ? deflateRawSync(content) : content)
  return {
    packed,
    method,
    flags: entry.flags ?? 0,
    sum: crc32(content),
    size: entry.size ?? content.length,
    packedSize: entry.packedSize ?? packed.length,
    attributes: entry.attributes ?? 0,
  }
}

function localHeader({ name, localName }: RawEntry, figures: Figures): Buffer {
  const bytes = Buffer.from(localName ?? name)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(figures.flags, 6)
  header.writeUInt16LE(figures.method, 8)
  header.writeUInt32LE(figures.sum, 14)
  header.writeUInt32LE(figures.packedSize, 18)
  header.writeUInt32LE(figures.size, 22)
  header.writeUInt16LE(bytes.length, 26)
  return Buffer.concat([header, bytes])
}

function directoryHeader({ name }: RawEntry, figures: Figures, offset: number): Buffer {
  const bytes = Buffer.from(name)
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(0x0314, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(figures.flags, 8)
  header.writeUInt16LE(figures.method, 10)
  header.writeUInt32LE(figures.sum, 16)
  header.writeUInt32LE(figures.packedSize, 20)
  header.writeUInt32LE(figures.size, 24)
  header.writeUInt16LE(bytes.length, 28)
  header.writeUInt32LE(figures.attributes, 38)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, bytes])
}

function endOf(entries: number, { size, start }: { size: number; start: number }, end: RawEnd) {
  const comment = end.comment ?? Buffer.alloc(0)
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(Math.min(entries, 0xffff), 8)
  record.writeUInt16LE(Math.min(entries, 0xffff), 10)
  record.writeUInt32LE(size, 12)
  record.writeUInt32LE(start, 16)
  record.writeUInt16LE(comment.length, 20)
  return Buffer.concat([record, comment])
}

/** The zip64 end record, for more entries or larger numbers than the plain one allows. */
export function zip64End(entries: bigint, { size, start }: { size: bigint; start: bigint }) {
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(entries, 24)
  record.writeBigUInt64LE(entries, 32)
  record.writeBigUInt64LE(size, 40)
  record.writeBigUInt64LE(start, 48)
  return record
}

/** The position of the record above. */
export function zip64Locator(at: bigint): Buffer {
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(at, 8)
  locator.writeUInt32LE(1, 16)
  return locator
}

/** The plain end record, which refers to the record above. */
export function endOfZip64(): Buffer {
  const record = Buffer.alloc(22, 0xff)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt32LE(0, 4)
  record.writeUInt16LE(0, 20)
  return record
}
