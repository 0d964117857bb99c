import { createHash } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { makeZipStream } from '../../../src/main/disk/zip-stream.ts'
import { failureOf } from '../../../src/shared/failure.ts'

function zipTo(most?: number) {
  const written: Uint8Array[] = []
  const write = async (bytes: Uint8Array) => void written.push(bytes)
  return { zip: makeZipStream(write, most), bytes: () => Buffer.concat(written) }
}

test('every entry comes back whole and in order, however many pieces it came in', async () => {
  const { zip, bytes } = zipTo()
  // Digests hardly compress, so that the compressor gives bytes at many moments.
  const pieces = Array.from({ length: 3000 }, (_, index) =>
    createHash('sha512').update(`${index}`).digest('hex').repeat(3),
  )
  await zip.add('large.xml', pieces)
  await zip.add('empty.xml', [])
  await zip.add('açúcar.xml', ['é'])
  await zip.end()
  const read = unzipSync(bytes())
  expect(Object.keys(read)).toEqual(['large.xml', 'empty.xml', 'açúcar.xml'])
  expect(Buffer.from(read['large.xml'] ?? []).toString()).toBe(pieces.join(''))
  expect(read['empty.xml']).toHaveLength(0)
  expect(Buffer.from(read['açúcar.xml'] ?? []).toString()).toBe('é')
})

test('numbers and text in one entry come back whole, and no longer than compressed in one way', async () => {
  const { zip, bytes } = zipTo()
  const digest = (index: number) => createHash('sha512').update(`${index}`).digest()
  // Small numbers, as packed columns have them: nothing is repeated.
  const numbers = (piece: number) =>
    Buffer.concat(Array.from({ length: 1024 }, (_, at) => digest(piece * 1024 + at))).map(
      (byte) => byte % 50,
    )
  const text = Buffer.from(JSON.stringify({ timed: 1, total_users: 9000 }).repeat(2000))
  const pieces = Array.from({ length: 12 }, (_, at) => (at % 3 === 2 ? text : numbers(at)))
  await zip.add('desk.db', pieces, { isBinary: true })
  await zip.end()
  const whole = Buffer.concat(pieces)
  expect(Buffer.from(unzipSync(bytes())['desk.db'] ?? []).equals(whole)).toBe(true)
  expect(bytes().length).toBeLessThan(deflateRawSync(whole, { level: 1 }).length * 1.01)
})

test('an entry too long for a zip without zip64 is refused', async () => {
  const { zip } = zipTo(1000)
  await zip.add('a.xml', ['x'.repeat(1000)])
  const failed = zip.add('b.xml', ['x'.repeat(600), 'x'.repeat(600)])
  expect(failureOf(await failed.catch((thrown: unknown) => thrown))).toEqual({
    kind: 'too-long',
    what: 'workbook',
    size: 1200,
    limit: 1000,
  })
})

test('a failed write is the failure of the entry', async () => {
  const zip = makeZipStream(() => Promise.reject(new Error('disk gone')))
  await expect(zip.add('a.xml', ['a', 'b'])).rejects.toThrow('disk gone')
})
