import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeXlsx } from '../../../../src/main/features/exports/write-xlsx.ts'
import { readCsv } from '../../../../src/main/features/proposals/csv-text.ts'
import { openImportedFile } from '../../../../src/main/features/proposals/imported-file.ts'
import { refuseNamed } from '../../../../src/main/features/reports/plain-file.ts'
import type { Group } from '../../../../src/shared/api/settings/index.ts'
import { makeCsvWriter } from '../../../../src/shared/csv.ts'
import { gridTable, type ReadTable } from '../../../../src/shared/features/proposals/grid-file.ts'
import { matchFile } from '../../../../src/shared/features/proposals/match.ts'
import { makeCells } from '../../../../src/shared/features/sheet/cell.ts'
import { SHEET_COLUMNS, SHEET_GROUPS } from '../../../../src/shared/features/sheet/columns.ts'
import type { SheetVideo } from '../../../../src/shared/features/sheet/rows.ts'
import {
  type DecimalMark,
  LANGUAGES,
  type Language,
} from '../../../../src/shared/locales/languages.ts'
import { newFolder } from '../../../support/folder.ts'
import { generatedVideos, rowsOf } from '../../../support/generated-sheet.ts'
import { count } from '../../../support/scale.ts'

const RUNS = count('round trips', { usual: 20, full: 2000 })
const refuse = refuseNamed('settings.csv')

interface Of {
  group: Group
  language: Language
  flavour: 'machine' | 'spreadsheet'
  decimal: DecimalMark
}

function tableOf(videos: readonly SheetVideo[], { group, language, flavour }: Of) {
  const cells = makeCells({ group, language, videos })
  const of = { group, flavour, language, cells }
  return gridTable(rowsOf(group, videos), SHEET_COLUMNS[group], of)
}

function csvOf(videos: readonly SheetVideo[], of: Of): string {
  const { titles, rows } = tableOf(videos, of)
  const columns = titles.map((key) => ({ key, kind: 'text' as const }))
  const writer = makeCsvWriter(columns, of.flavour, of.language, of.decimal)
  return writer.header() + writer.rows(rows)
}

/** What is not the same, with why: empty when the file changes nothing. */
function differences(table: ReadTable, group: Group, videos: readonly SheetVideo[]) {
  const rows = rowsOf(group, videos)
  const { lines, header } = matchFile(table, { group, language: 'en', videos, rows })
  expect(header.unknown).toEqual([])
  expect(header.repeated).toEqual([])
  expect(lines.length).toBe(rows.length)
  return lines
    .filter(({ result }) => result !== 'same')
    .map(({ result, changes, doubts }) => ({ result, changes, doubts }))
}

const groups = fc.constantFrom(...SHEET_GROUPS)
const languages = fc.constantFrom(...LANGUAGES)
const flavours = fc.constantFrom('machine' as const, 'spreadsheet' as const)
const marks = fc.constantFrom<DecimalMark>('.', ',')
const ofVideos = fc
  .record({ group: groups, language: languages, flavour: flavours, decimal: marks })
  .chain((of) => generatedVideos(of.group).map((videos) => ({ of, videos })))

describe('a file that was exported changes nothing when it is imported', () => {
  test('as a CSV of either flavour, in each language and with either decimal mark, whatever the texts are', () => {
    fc.assert(
      fc.property(ofVideos, ({ of, videos }) => {
        const table = readCsv(Buffer.from(csvOf(videos, of)), refuse)
        expect(differences(table, of.group, videos)).toEqual([])
      }),
      { numRuns: RUNS * 5 },
    )
  })

  test('as a workbook', async () => {
    const folder = newFolder()
    const property = fc.asyncProperty(ofVideos, async ({ of, videos }) => {
      const { titles, rows } = tableOf(videos, { ...of, flavour: 'spreadsheet' })
      const columns = titles.map((key) => ({ key, kind: 'text' as const }))
      const place = path.join(folder, 'settings.xlsx')
      const sheet = { name: 'Settings', columns, chunks: [rows], totals: null }
      await writeXlsx(place, sheet, { language: of.language })
      const file = await openImportedFile(place)
      if (file.is !== 'table') throw new Error('not a table')
      expect(differences(file.table, of.group, videos)).toEqual([])
    })
    await fc.assert(property, { numRuns: RUNS })
  })

  test('after Excel or LibreOffice saved it with other separators, line ends, quotes and encodings', () => {
    const saved = fc.record({
      separator: fc.constantFrom(',', ';', '\t'),
      lineEnd: fc.constantFrom('\r\n', '\n'),
      quotes: fc.constantFrom('all', 'needed'),
      encoding: fc.constantFrom('utf-8', 'bom', 'utf-16le', 'windows-1252'),
    })
    fc.assert(
      fc.property(ofVideos, saved, ({ of, videos }, as) => {
        // A spreadsheet shows the texts of the cells, of which it keeps the apostrophes.
        const shown = readCsv(Buffer.from(csvOf(videos, { ...of, flavour: 'spreadsheet' })), refuse)
        const lines = [shown.header, ...shown.lines.map(({ cells }) => cells)]
        const table = readCsv(savedAs(lines, as), refuse)
        expect(differences(table, of.group, videos)).toEqual([])
      }),
      { numRuns: RUNS * 5 },
    )
  })
})

interface SavedAs {
  separator: string
  lineEnd: string
  quotes: string
  encoding: string
}

function savedAs(rows: string[][], { separator, lineEnd, quotes, encoding }: SavedAs): Buffer {
  const cellOf = (cell: string) => {
    // Inside a cell both write a line feed alone.
    const text = cell.replace(/\r\n?/g, '\n')
    const isQuoted =
      quotes === 'all' || text.includes('"') || /[\n;,\t]/.test(text) || /^\s|\s$/.test(text)
    return isQuoted ? `"${text.replaceAll('"', '""')}"` : text
  }
  const text = rows.map((row) => row.map(cellOf).join(separator) + lineEnd).join('')
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le')
  if (encoding === 'bom') return Buffer.from(`\uFEFF${text}`)
  return encoding === 'utf-8' ? Buffer.from(text) : inWindows1252(text)
}

const SIGNS = new Map(
  Object.entries({
    '€': 0x80,
    '‚': 0x82,
    ƒ: 0x83,
    '„': 0x84,
    '…': 0x85,
    '†': 0x86,
    '‡': 0x87,
  }).concat(
    Object.entries({
      ˆ: 0x88,
      '‰': 0x89,
      Š: 0x8a,
      '‹': 0x8b,
      Œ: 0x8c,
      Ž: 0x8e,
      '‘': 0x91,
      '’': 0x92,
    }),
    Object.entries({ '“': 0x93, '”': 0x94, '•': 0x95, '–': 0x96, '—': 0x97, '˜': 0x98, '™': 0x99 }),
    Object.entries({ š: 0x9a, '›': 0x9b, œ: 0x9c, ž: 0x9e, Ÿ: 0x9f }),
  ),
)

/** The bytes that stand for no sign keep their number. */
const UNNAMED = [0x81, 0x8d, 0x8f, 0x90, 0x9d]

/** As Excel saves it: a question mark for each half of what the encoding lacks. */
function inWindows1252(text: string): Buffer {
  const bytes = Array.from({ length: text.length }, (_, index) => {
    const unit = text.charCodeAt(index)
    const isSame = unit < 0x80 || (unit >= 0xa0 && unit <= 0xff) || UNNAMED.includes(unit)
    return isSame ? unit : (SIGNS.get(text[index] ?? '') ?? 0x3f)
  })
  return Buffer.from(bytes)
}

test('the bytes of a file are only read', async () => {
  const place = path.join(newFolder(), 'settings.csv')
  fs.writeFileSync(place, 'video_id;item_id;base.active\r\nv1;;sim\r\n')
  const file = await openImportedFile(place)
  expect(file).toEqual({
    is: 'table',
    table: {
      ...{ kind: 'csv', encoding: 'ascii', otherSheets: 0 },
      header: ['video_id', 'item_id', 'base.active'],
      lines: [{ line: 2, cells: ['v1', '', 'sim'] }],
    },
  })
})
