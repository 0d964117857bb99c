import { deflateRawSync } from 'node:zlib'
import { good, type Hostile, MB, of, zipped } from './hostile.ts'
import { pngOf } from './picture-bytes.ts'
import { DEFLATED, endOfZip64, type RawEntry, rawZip, zip64End, zip64Locator } from './raw-zip.ts'
import { summedBytes } from './summed-report.ts'

/** Truncated at each kind of place, and at regular distances. */
export function truncated(whole: Buffer): Hostile[] {
  return Array.from({ length: 40 }, (_, index) => {
    const length = Math.floor((whole.length * index) / 40)
    const outcomes = length === 0 ? ['empty'] : ['damaged', 'not-a-report']
    return of(`cut to ${length}`, outcomes, () => whole.subarray(0, length))
  })
}

/** One bit is flipped; it opens only when that bit is not read, or means nothing. */
export function bitFlipped(whole: Buffer): Hostile[] {
  return Array.from({ length: 60 }, (_, index) => {
    const at = Math.floor((whole.length * index) / 60)
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] as number) ^ (1 << (index % 8))
    return of(`bit ${index % 8} of byte ${at} flipped`, ['any'], () => bytes)
  })
}

export function liars(): Hostile[] {
  const [report, sums] = good() as [RawEntry, RawEntry]
  const end = { damaged: ['damaged'], unpacks: ['unpacks-too-large'] }
  return [
    zipped('claims to unpack to less', end.damaged, () => [
      { ...report, method: DEFLATED, size: 10 },
      sums,
    ]),
    zipped('claims to unpack to more', end.damaged, () => [
      { ...report, method: DEFLATED, size: 5000 },
      sums,
    ]),
    zipped('claims 4 GB', end.unpacks, () => [
      { ...report, method: DEFLATED, size: 0xfffffffe },
      sums,
    ]),
    zipped('claims to be packed in 4 GB', end.damaged, () => [
      { ...report, packedSize: 0xfffffffe, method: DEFLATED },
      sums,
    ]),
    zipped('packed and unpacked of two sizes, though stored', end.damaged, () => [
      { ...report, packedSize: 3 },
      sums,
    ]),
    zipped('with an unknown packing', end.damaged, () => [{ ...report, method: 99 }, sums]),
    zipped('not packed as it says', end.damaged, () => [
      { ...report, packed: Buffer.from('nonsense'), method: DEFLATED },
      sums,
    ]),
    zipped('encrypted', ['encrypted'], () => [{ ...report, flags: 1, method: DEFLATED }, sums]),
    zipped('encrypted strongly', end.damaged, () => [{ ...report, flags: 0x41 }, sums]),
    zipped('another name before the content', end.damaged, () => [
      { ...report, localName: 'other.json!' },
      sums,
    ]),
    zipped('the same name twice', ['same-name-twice'], () => [report, report, sums]),
    zipped('a foreign name twice', ['same-name-twice'], () => [
      report,
      sums,
      { name: 'x' },
      { name: 'x' },
    ]),
    zipped('entries over each other', end.damaged, () => [report, { ...sums, offset: 10 }]),
    zipped('a foreign entry inside the report', end.damaged, () => [
      ...good(),
      { name: 'x', content: 'y', offset: 35 },
    ]),
    zipped('an entry that is another one', end.damaged, () => [
      report,
      { ...report, ...sums, offset: 0 },
    ]),
    zipped('an entry past the end', end.damaged, () => [report, { ...sums, offset: 0xfffffff0 }]),
    zipped('a directory past the end', end.damaged, good, { directoryOffset: 0xfffffff0 }),
    zipped('a directory in the content', end.damaged, good, { directoryOffset: 7 }),
    zipped('more entries than there are', end.damaged, good, { entries: 400 }),
    zipped('fewer entries than there are', ['not-a-report', 'damaged'], good, { entries: 1 }),
    zipped('no entries', ['not-a-report'], () => []),
    zipped('no report inside', ['not-a-report'], () => [sums]),
    zipped('no checksum inside', end.damaged, () => [report]),
    zipped('a checksum of nothing', ['checksum'], () => [report, { name: 'checksum.txt' }]),
    zipped('a checksum of another report', ['checksum'], () => [
      report,
      { ...sums, content: `${'0'.repeat(64)}  report.json\n` },
    ]),
    zipped('two checksums', ['checksum'], () => [
      report,
      { ...sums, content: `${sums.content as string}${'0'.repeat(64)}  report.json\n` },
    ]),
    zipped('an endless checksum', end.unpacks, () => [
      report,
      { ...sums, content: 'a'.repeat(MB) },
    ]),
    zipped('an end inside its comment', ['damaged', 'not-a-report'], good, {
      comment: Buffer.concat([rawZip([]), Buffer.from('more')]),
    }),
    zipped('a name of 60,000 letters', end.damaged, () => [
      ...good(),
      { name: 'x'.repeat(60_000) },
    ]),
    zipped('a picture that is a page', ['checksum'], () => [
      ...good(),
      { name: 'preview.png', content: '<html><script>top.x=1</script>' },
    ]),
    ...pictures(),
  ]
}

function pictures(): Hostile[] {
  const summedPicture = (content: Buffer): RawEntry[] => {
    const [report, sums] = good() as [RawEntry, RawEntry]
    const [, sum] = summedBytes(content) as [RawEntry, RawEntry]
    const line = (sum.content as string).replace('report.json', 'preview.png')
    return [
      report,
      { ...sums, content: `${sums.content as string}${line}` },
      { name: 'preview.png', content },
    ]
  }
  const vast = pngOf(1, 1)
  vast.writeUInt32BE(60_000, 16)
  const names = { svg: Buffer.from('<svg onload="x()"/>'), cut: pngOf(9, 9).subarray(0, 40), vast }
  return Object.entries(names).map(([name, content]) =>
    zipped(`a picture: ${name}`, ['damaged'], () => summedPicture(content)),
  )
}

export function bombs(): Hostile[] {
  const zeros = deflateRawSync(Buffer.alloc(256 * MB), { level: 1 })
  const bomb = (size: number): RawEntry => ({ name: 'report.json', packed: zeros, size })
  const [, sums] = good() as [RawEntry, RawEntry]
  const foreign = (index: number): RawEntry => ({
    name: `x${index}`,
    packed: zeros,
    size: 256 * MB,
    ...(index > 0 && { offset: 0 }),
  })
  const swollen = ['unpacks-too-large']
  return [
    zipped('256 MB in one entry', swollen, () => [bomb(256 * MB), sums]),
    zipped('256 MB that claim to be 20', ['unpacks-too-large', 'damaged'], () => [
      bomb(20 * MB),
      sums,
    ]),
    zipped('20 MB of spaces in 20 KB, honestly', swollen, () => [
      { name: 'report.json', method: DEFLATED, content: Buffer.alloc(20 * MB, ' ') },
      sums,
    ]),
    zipped('256 MB that claim to be a thousand bytes', ['damaged'], () => [bomb(1000), sums]),
    zipped('a checksum of 256 MB', swollen, () =>
      [...good().slice(0, 1), { name: 'checksum.txt', packed: zeros, size: 100_000 }].map(
        (entry) => (entry.name === 'checksum.txt' ? { ...entry, size: 256 * MB } : entry),
      ),
    ),
    zipped('a picture of 256 MB', swollen, () => [
      ...good(),
      { name: 'preview.png', packed: zeros, size: 200 * MB },
    ]),
    zipped('400 entries that share one content', swollen, () => [
      ...Array.from({ length: 400 }, (_, index) => foreign(index)),
    ]),
    zipped('500 entries of 1 MB each, honestly', swollen, () =>
      Array.from({ length: 500 }, (_, index) => {
        return { name: `x${index}`, packed: deflateRawSync(Buffer.alloc(MB)), size: MB }
      }),
    ),
    zipped('a zip in the zip in its place', ['not-json'], () => summedBytes(rawZip(good()))),
    zipped('a zip in the zip beside it', ['opened'], () => [
      ...good(),
      { name: 'inner.zip', content: rawZip([bomb(256 * MB)]) },
    ]),
    zipped('65,534 entries', ['too-many-entries'], () =>
      Array.from({ length: 65_534 }, (_, index) => ({ name: `${index}` })),
    ),
    of('a million entries', ['too-many-entries'], () => manyEntries(1_000_000)),
    of('entries without number', ['too-many-entries'], () => lying64(2n ** 64n - 1n, 0n)),
    of('a directory beyond all places', ['damaged'], () => lying64(2n, 2n ** 63n)),
    of('a second end beyond all places', ['damaged'], () => {
      const start = Buffer.from('PK\u0003\u0004')
      return Buffer.concat([start, Buffer.alloc(60), zip64Locator(2n ** 64n - 1n), endOfZip64()])
    }),
  ]
}

function lying64(entries: bigint, start: bigint): Buffer {
  const body = rawZip(good())
  const end = zip64End(entries, { size: 100n, start })
  return Buffer.concat([body, end, zip64Locator(BigInt(body.length)), endOfZip64()])
}

function manyEntries(count: number): Buffer {
  const nothing = rawZip([{ name: 'x' }]).subarray(0, 31)
  const one = rawZip([{ name: '0000000' }]).subarray(37, 37 + 53)
  const directory = Buffer.alloc(one.length * count, one)
  for (let index = 0; index < count; index++) {
    directory.write(String(index).padStart(7, '0'), index * one.length + 46, 'latin1')
  }
  const start = BigInt(nothing.length)
  const end = zip64End(BigInt(count), { size: BigInt(directory.length), start })
  const locator = zip64Locator(start + BigInt(directory.length))
  return Buffer.concat([nothing, directory, end, locator, endOfZip64()])
}

/** Names that would lead out of a folder, or into a program, if they were used. */
export function evilNames(): Hostile[] {
  const names = [
    ...[
      '../evil',
      '../../../../../../tmp/evil',
      '/etc/passwd',
      '/tmp/evil',
      'C:\\evil.exe',
      'C:evil',
    ],
    ...[
      '..\\..\\evil',
      '\\\\host\\share\\evil',
      'tables/../../evil.csv',
      'a/./b',
      'CON',
      'NUL.txt',
    ],
    ...[
      'report.json\0.sh',
      'report.json ',
      'report.json/',
      './report.json',
      '~/.bashrc',
      '$HOME/x',
    ],
    ...['-rf', '|touch evil', 'Ⓡeport.json', '\u202egnp.exe', '.', '..', ''],
  ]
  return [
    ...names.map((name) =>
      zipped(`the name ${JSON.stringify(name)}`, ['opened'], () => [
        ...good(),
        { name, content: 'evil' },
      ]),
    ),
    zipped('a link to outside', ['opened'], () => [
      ...good(),
      { name: 'tables/x.csv', content: '/etc/passwd', attributes: (0o120777 << 16) >>> 0 },
    ]),
    zipped('a link in place of the report', ['not-json'], () => {
      const [report, sums] = summedBytes(Buffer.from('/etc/passwd')) as [RawEntry, RawEntry]
      return [{ ...report, attributes: (0o120777 << 16) >>> 0 }, sums]
    }),
  ]
}
