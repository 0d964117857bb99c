import { deflateRawSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { openImportedFile } from '../../../../src/main/features/proposals/imported-file.ts'
import {
  LARGEST_FILE,
  proposalText,
  readProposal,
} from '../../../../src/main/features/proposals/proposal-text.ts'
import { refuseNamed } from '../../../../src/main/features/reports/plain-file.ts'
import { AppError } from '../../../../src/shared/failure.ts'
import { MOST_LINES } from '../../../../src/shared/features/proposals/grid-file.ts'
import { matchFile } from '../../../../src/shared/features/proposals/match.ts'
import type { ProposalDocument } from '../../../../src/shared/features/proposals/proposal.ts'
import { aVideo, VIDEO } from '../../../support/edits.ts'
import { rowsOf } from '../../../support/generated-sheet.ts'
import { type Json, mutantsOf } from '../../../support/mutants.ts'
import { type ProposalsDesk, proposalsDesk } from '../../../support/proposals-desk.ts'
import { DEFLATED, type RawEntry, rawZip } from '../../../support/raw-zip.ts'
import { isProof } from '../../../support/scale.ts'

const change: ProposalDocument['changes'][number] = {
  ...{ id: '1', video_id: VIDEO, video: 'A video', group: 'call_actions', item_id: 'cta1' },
  ...{ item: 'Buy', register: 'action.content', kind: 'set', base: 'Buy', want: 'Now' },
  ...{ note: '', answer: null },
}
const about = {
  ...{
    account: 'A',
    madeAt: 1,
    by: '',
    note: '',
    version: '1',
    answeredBy: null,
    answeredAt: null,
  },
  leftOut: { tokens: 0, pixelHtml: 0 },
}
const GOOD = { format: 'cuepoint-proposal', edition: 1, about, changes: [change] } as const
type Content = Omit<ProposalDocument, 'checksum'>

/** With a checksum that fits, so that only what is wrong with the content is refused. */
const sealed = (content: unknown) => proposalText(content as Content)
const withChange = (own: object) => sealed({ ...GOOD, changes: [{ ...change, ...own }] })

const workbook = (sheet: string, more: RawEntry[] = []) =>
  rawZip([
    {
      name: 'xl/workbook.xml',
      content: '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    },
    ...more,
  ])

const MB = 1024 * 1024
const bomb = (bytes: number) => deflateRawSync(Buffer.alloc(bytes, 'a'))

type Hostile = [name: string, reason: string, content: () => string | Buffer]

/** Of a size or depth that only the thread's memory and stack are made for. */
const LARGE: Hostile[] = [
  ['a file over the limit', 'too-large', () => Buffer.alloc(LARGEST_FILE + 1, 'a')],
  ['too many lines', 'too-complex', () => 'video_id\n' + 'a\n'.repeat(MOST_LINES + 1)],
  [
    'a cell without an end',
    'too-complex',
    () => `video_id,base.active\n${'x'.repeat(1_200_000)},1\n`,
  ],
  [
    'a sheet that unpacks beyond the limit',
    'unpacks-too-large',
    () =>
      workbook('', [
        { name: 'xl/sharedStrings.xml', packed: bomb(40 * MB), size: 40 * MB, method: DEFLATED },
      ]),
  ],
  ['rows that never end', 'damaged', () => workbook('<row r="1">'.repeat(20_000))],
  ['JSON too deep', 'too-complex', () => `{"a":${'['.repeat(100)}${']'.repeat(100)}}`],
  ['JSON with too many values', 'too-complex', () => `{"a":[${'1,'.repeat(1_100_000)}1]}`],
]

const SMALL: Hostile[] = [
  ['nothing', 'empty', () => ''],
  ['spaces alone', 'empty', () => ' \r\n,,,\r\n'],
  ['too many columns', 'too-complex', () => `${'a,'.repeat(300)}\n`],
  ['a quote that is not closed', 'damaged', () => 'video_id\n"never closed\n'],
  ['a workbook of the time before XML', 'encrypted', () => Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['a zip that is no workbook', 'not-a-report', () => rawZip([{ name: 'a.txt', content: 'a' }])],
  [
    'a sheet outside of the workbook',
    'not-a-report',
    () =>
      rawZip([
        { name: 'xl/workbook.xml', content: '<workbook><sheet r:id="r1"/></workbook>' },
        {
          name: 'xl/_rels/workbook.xml.rels',
          content:
            '<Relationships><Relationship Id="r1" Target="../../etc/passwd"/></Relationships>',
        },
      ]),
  ],
  [
    'rows that go back',
    'damaged',
    () =>
      workbook('<row r="2"><c r="A2"><v>1</v></c></row><row r="1"><c r="A1"><v>1</v></c></row>'),
  ],
  ['a row far down', 'too-complex', () => workbook('<row r="900000"><c r="A1"><v>1</v></c></row>')],
  [
    'a column far right',
    'too-complex',
    () => workbook('<row r="1"><c r="ZZZ1"><v>1</v></c></row>'),
  ],
  ['JSON of something else', 'not-a-report', () => '{"format":"cuepoint-report","edition":1}'],
  ['JSON that is cut', 'not-json', () => sealed(GOOD).slice(0, -20)],
  ['a key twice', 'shape', () => sealed(GOOD).replace('"edition":1', '"edition":1,"edition":1')],
  [
    'a prototype',
    'shape',
    () => sealed(GOOD).replace('"edition":1', '"__proto__":{"x":1},"edition":1'),
  ],
  ['a newer edition', 'newer', () => sealed({ ...GOOD, edition: 2 })],
  ['another checksum', 'checksum', () => sealed(GOOD).replace('"want":"Now"', '"want":"Never"')],
  [
    'an instant out of range',
    'shape',
    () => sealed({ ...GOOD, about: { ...about, madeAt: 9e15 } }),
  ],
  ['an id twice', 'shape', () => sealed({ ...GOOD, changes: [change, change] })],
  ['a video id that is a path', 'shape', () => withChange({ video_id: '../../x' })],
  ['a group of the prototype', 'shape', () => withChange({ group: 'constructor' })],
  ['a setting of the prototype', 'shape', () => withChange({ register: '__proto__.polluted' })],
  ['a setting that is none', 'shape', () => withChange({ register: 'action.onclick' })],
  ['a value of another type', 'shape', () => withChange({ want: { toString: 1 } })],
  [
    'a new item with other keys',
    'shape',
    () => withChange({ kind: 'create', register: null, want: { action: { onclick: 'x' } } }),
  ],
  ['half a character', 'shape', () => withChange({ want: '\uD800' })],
  [
    'an answer of another type',
    'shape',
    () => withChange({ answer: { verdict: 'edited', want: 5, note: '' } }),
  ],
  [
    'a list as one value',
    'shape',
    () => withChange({ group: 'traffic_filter', item_id: null, register: 'countries', want: 'BR' }),
  ],
]

let desk: ProposalsDesk
beforeAll(() => {
  desk = proposalsDesk([aVideo()])
})

describe('an invalid file is refused in its worker thread:', () => {
  test.each(isProof ? [...LARGE, ...SMALL] : LARGE)('%s', async (_name, reason, content) => {
    const place = desk.write('stranger.bin', content())
    await expect(desk.open(place)).rejects.toMatchObject({
      failure: { kind: 'import-file', reason, name: 'stranger.bin' },
    })
  })

  test('a valid file is opened', async () => {
    expect(await desk.open(desk.write('a.csv', sealed(GOOD)))).toMatchObject({ is: 'proposal' })
    const right = workbook('<row r="1"><c r="A1" t="inlineStr"><is><t>video_id</t></is></c></row>')
    expect(await desk.open(desk.write('a.csv', right))).toMatchObject({
      is: 'table',
      value: { header: ['video_id'] },
    })
  })
})

test.each(SMALL)('an invalid file is refused: %s', async (_name, reason, content) => {
  const place = desk.write('stranger.bin', content())
  await expect(openImportedFile(place)).rejects.toMatchObject({
    failure: { kind: 'report-file', reason, name: 'stranger.bin' },
  })
})

test('only what tells the pronunciation is left out of a text of a workbook', async () => {
  const texts = '<sst><si><t>video_id</t><rPh>o_i</rPh><r><t> x</t></r><rPh/><t>!</t></si></sst>'
  const spoken = workbook('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', [
    { name: 'xl/sharedStrings.xml', content: texts },
  ])
  expect(await openImportedFile(desk.write('a.xlsx', spoken))).toMatchObject({
    table: { header: ['video_id x!'] },
  })
})

test('a day is read as one, not as its number, and a time of day stays a time', async () => {
  const codes = [
    ['164', 'dd/mm/yyyy hh:mm'],
    ['165', '[Red]0.00\\d&quot;day&quot;'],
    ['166', '[h]:mm'],
  ].map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
  const styles = ['0', '14', '22', '164', '165', '166'].map((id) => `<xf numFmtId="${id}"/>`)
  const cells = [
    ...[0, 1, 2, 3, 4].map((style) => `<c s="${style}"><v>45000</v></c>`),
    '<c s="5"><v>0.0625</v></c><c s="2"><v>0.0625</v></c><c s="1"><v>1e300</v></c>',
  ]
  const days = workbook(`<row r="1">${cells.join('')}</row>`, [
    {
      name: 'xl/styles.xml',
      content: `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    },
  ])
  const day = '2023-03-15'
  expect(await openImportedFile(desk.write('a.xlsx', days))).toMatchObject({
    table: { header: ['45000', day, day, day, '45000', '01:30:00', '01:30:00', '1e+300'] },
  })
})

test('a long number of a workbook is unchanged where its last digits are lost, and in doubt where it is another one', async () => {
  const texts = ['video_id', 'item_id', 'base.name', 'v1', 'p'].map(
    (text) => `<si><t>${text}</t></si>`,
  )
  const shared = { name: 'xl/sharedStrings.xml', content: `<sst>${texts.join('')}</sst>` }
  const textAt = (place: string, index: number) => `<c r="${place}" t="s"><v>${index}</v></c>`
  const header = `<row r="1">${textAt('A1', 0)}${textAt('B1', 1)}${textAt('C1', 2)}</row>`
  const resultsOf = async (number: string, known = '1234567890123456') => {
    const settings = { items: [{ id: 'p', base: { name: known, type: 'facebook' } }] }
    const videos = [{ id: 'v1', name: 'V', duration: 1200, pitch: null, settings }]
    const cells = `${textAt('A2', 3)}${textAt('B2', 4)}<c r="C2"><v>${number}</v></c>`
    const bytes = workbook(`${header}<row r="2">${cells}</row>`, [shared])
    const file = await openImportedFile(desk.write('a.xlsx', bytes))
    if (file.is !== 'table') throw new Error('not a table')
    const rows = rowsOf('pixels', videos)
    const { lines } = matchFile(file.table, { group: 'pixels', language: 'en', videos, rows })
    return lines.flatMap(({ result, doubts }) => [result, ...doubts.map(({ why }) => why)])
  }
  // Excel replaces the digits after the fifteenth with zeros, LibreOffice rounds them.
  for (const number of ['1.23456789012345E+15', '1.23456789012346E+15', '1234567890123456']) {
    expect(await resultsOf(number), number).toEqual(['same'])
  }
  expect(await resultsOf('1.23456789012345E+19', '12345678901234567890')).toEqual(['same'])
  for (const number of ['1.23456789012344E+15', '1E+15', '1.23456789012345678E+17']) {
    expect(await resultsOf(number), number).toEqual(['doubt', 'shortened-number'])
  }
  for (const number of ['1234567890123457', '123456789012340']) {
    expect(await resultsOf(number), number).toEqual(['changed'])
  }
})

test('a proposal with anything missing, renamed or retyped is refused, or still valid', () => {
  const mutants = mutantsOf(GOOD as unknown as Json)
  expect(mutants.length).toBeGreaterThan(100)
  for (const { text, what, paths } of mutants) {
    const bytes = Buffer.from(sealed(JSON.parse(text)))
    let found: ProposalDocument | AppError
    try {
      found = readProposal(bytes, refuseNamed('mutant'))
    } catch (thrown) {
      if (!(thrown instanceof AppError))
        throw new Error(`${paths.join()} ${what}`, { cause: thrown })
      found = thrown
    }
    // What is read can be written and read again, so that it is whole.
    if (found instanceof AppError) expect(found.failure.kind).toBe('report-file')
    else expect(readProposal(Buffer.from(proposalText(found)), refuseNamed('again'))).toEqual(found)
  }
})
