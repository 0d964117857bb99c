import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { makeBrand } from '../../../../src/main/features/reports/brand.ts'
import { openReportFile, packReport } from '../../../../src/main/features/reports/container.ts'
import { sha256 } from '../../../../src/main/features/reports/document-text.ts'
import { failureOf } from '../../../../src/shared/failure.ts'
import {
  coverText,
  hasTooManyLines,
  LARGEST_LOGO,
  LONGEST_COVER,
  NO_COVER,
  reportCover,
} from '../../../../src/shared/features/reports/cover.ts'
import { testClock } from '../../../support/clock.ts'
import { newFolder } from '../../../support/folder.ts'
import { pngOf } from '../../../support/picture-bytes.ts'
import { rawZip } from '../../../support/raw-zip.ts'
import { sampleReport } from '../../../support/sample-report.ts'
import { aFolder } from '../../../support/store-folder.ts'
import { reportIdAt, storedReport } from '../../../support/stored-reports.ts'
import { identityOf, summed } from '../../../support/summed-report.ts'

const cover = { title: 'October for Marina', note: 'Two lines.\nThe second.', signature: 'Rafael' }

function kept(bytes: Uint8Array, name = 'a.cuepoint') {
  const place = path.join(newFolder(), name)
  fs.writeFileSync(place, bytes)
  return place
}

test('title and note are in the file, and the report’s id is the same without them', async () => {
  const document = sampleReport()
  const pack = (said: typeof cover) =>
    packReport({ document, tables: [], preview: null, cover: said })
  const opened = await openReportFile(kept(await pack(cover)))
  expect(opened.cover).toEqual(cover)
  expect(opened.id).toBe(identityOf(document))
  const bare = await openReportFile(kept(await pack(NO_COVER)))
  expect(bare.cover).toEqual(NO_COVER)
  expect(bare.id).toBe(opened.id)
  expect(bare.json.equals(opened.json)).toBe(true)
})

const withCover = (text: string, sum = sha256(Buffer.from(text))) => {
  const [report, sums] = summed(sampleReport())
  const line = `${sum}  cover.json\n`
  return rawZip([
    ...(report ? [report] : []),
    { name: 'cover.json', content: text },
    { name: 'checksum.txt', content: `${String(sums?.content)}${line}` },
  ])
}

const said = (change: object) => JSON.stringify({ ...NO_COVER, ...change })

test.each([
  ['another than its checksum says', said({ note: 'x' }), 'checksum', 'f'.repeat(64)],
  ['no JSON', '{', 'not-json', undefined],
  ['too long a note', said({ note: 'x'.repeat(LONGEST_COVER.note + 1) }), 'shape', undefined],
  ['a note of too many lines', said({ note: 'x\n'.repeat(20) }), 'shape', undefined],
  ['controls in its title', said({ title: 'a\u0000b' }), 'shape', undefined],
  ['two lines of title', said({ title: 'a\nb' }), 'shape', undefined],
  ['signs that turn its direction', said({ signature: '\u202egpj' }), 'shape', undefined],
  ['a number for a note', said({ note: 7 }), 'shape', undefined],
  [
    'more than an entry may hold',
    said({ more: 'x'.repeat(20_000) }),
    'unpacks-too-large',
    undefined,
  ],
])('a stranger’s file with %s is refused', async (_, text, reason, sum) => {
  const opening = openReportFile(kept(withCover(text, sum)))
  const failure = await opening.then(
    () => null,
    (thrown: unknown) => failureOf(thrown),
  )
  expect(failure).toMatchObject({ kind: 'report-file', reason })
})

test('unknown fields of a cover are dropped', async () => {
  const opened = await openReportFile(kept(withCover(said({ note: 'Hi', logo: 'file:///etc' }))))
  expect(opened.cover).toEqual({ ...NO_COVER, note: 'Hi' })
})

test('a note keeps every line that was typed, and one with more than eight is too long', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `Line ${at + 1}`)
  const typed = lines(9).join('\n')
  expect(coverText(typed, { isOneLine: false })).toBe(typed)
  expect(hasTooManyLines(typed)).toBe(true)
  expect(hasTooManyLines(lines(8).join('\n'))).toBe(false)
})

test('any typed text becomes a valid cover, unless it has too many lines', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
      const title = coverText(typed, { isOneLine: true })
      const note = coverText(typed, { isOneLine: false })
      expect(reportCover.safeParse({ title, note, signature: title }).success).toBe(
        !hasTooManyLines(note),
      )
    }),
  )
})

test('a changed title is what the library shows, and what the report holds stays as it is', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  const id = reportIdAt(0)
  const report = storedReport(0)
  verbs.addReport(report)
  verbs.markReport(id, { cover })
  expect(verbs.reports()[0]).toMatchObject({ id, cover, about: { title: cover.title } })
  expect(Buffer.from(verbs.reportDocument(id) ?? []).equals(report.document)).toBe(true)
  // The same report from a file does not take the person's own words away.
  verbs.addReport({ ...report, cover: { ...cover, title: 'A stranger’s' } })
  expect(verbs.reportCover(id)).toEqual(cover)
  verbs.markReport(id, { cover: { ...cover, title: '' } })
  expect(verbs.reports()[0]?.about.title).toBe(report.about.title)
  verbs.close()
})

function aBrand(file: string | null) {
  const verbs = makeVerbs(aFolder(), testClock)
  const store = {
    reportBrand: async () => verbs.reportBrand(),
    changeReportBrand: async (...given: Parameters<typeof verbs.changeReportBrand>) =>
      verbs.changeReportBrand(...given),
  }
  const brand = makeBrand({ store, choosePicture: async () => file, onChange: () => undefined })
  return { brand, close: () => verbs.close() }
}

test('the logo is read once from a picture, and stays until it is removed', async () => {
  const { brand, close } = aBrand(kept(pngOf(30, 10), 'logo.png'))
  await brand.change({ name: 'Duarte' })
  await brand.change({ accent: '#0f6b4f' })
  expect(await brand.chooseLogo()).toBe(true)
  const { logo, ...sender } = await brand.read()
  expect(sender).toEqual({ name: 'Duarte', accent: '#0f6b4f' })
  expect(logo).toBe(`data:image/png;base64,${Buffer.from(pngOf(30, 10)).toString('base64')}`)
  await brand.change({ logo: null })
  expect((await brand.read()).logo).toBeNull()
  close()
})

test('a name and a colour that are changed at once are both kept', async () => {
  const { brand, close } = aBrand(null)
  await Promise.all([brand.change({ name: 'Duarte' }), brand.change({ accent: '#0f6b4f' })])
  expect(await brand.read()).toEqual({ name: 'Duarte', accent: '#0f6b4f', logo: null })
  close()
})

test.each([
  ['a drawing that could hold a script', Buffer.from('<svg onload="x()"/>'), 'svg'],
  ['no picture', Buffer.from('hello, world, this is text'), 'not-a-picture'],
  ['a file above the cap', Buffer.concat([pngOf(3, 2), Buffer.alloc(LARGEST_LOGO)]), 'too-large'],
  ['more pixels than a page has', pngOf(5000, 2), 'too-many-pixels'],
])('a logo is not %s', async (_, bytes, reason) => {
  const { brand, close } = aBrand(kept(bytes, 'logo.png'))
  const failure = await brand.chooseLogo().then(
    () => null,
    (thrown: unknown) => failureOf(thrown),
  )
  expect(failure).toMatchObject({ kind: 'picture', reason })
  expect((await brand.read()).logo).toBeNull()
  close()
})
