import path from 'node:path'
import type { Flavour } from '../../../shared/csv.ts'
import { AppError } from '../../../shared/failure.ts'
import type { FileKind } from '../../../shared/features/settings/preferences.ts'
import type { DecimalMark, Language } from '../../../shared/locales/languages.ts'
import { tableName } from '../../../shared/tables/titles.ts'
import type { Begun } from '../../disk/atomic-file.ts'
import { isTaken } from '../../disk/atomic-file.ts'
import { readAbout } from '../reports/table-about.ts'
import { aboutSheet } from './about-sheet.ts'
import { aboutText, factLines, namedTotals, type Written } from './facts.ts'
import type { BuiltTable } from './tables.ts'
import { type CsvContent, type CsvOptions, writeCsv } from './write-csv.ts'
import { writeXlsx, type XlsxOptions, type XlsxSheet } from './write-xlsx.ts'

interface Manner {
  language: Language
  /** Of the spreadsheet flavour. */
  decimal: DecimalMark
  file: string
  exportedAt: number
  version: string
}

interface Progress {
  signal?: AbortSignal
  begun?: Begun | undefined
  onRows?: (written: number) => void
}

/** The number of sheets with the rows; 1 for a CSV. */
interface TableFile {
  rows: number
  sheets: number
  cutTexts: number
}

/** Writes a table and its facts to a file. Throws as the writers do, and `name-taken`. */
export async function writeTable(
  built: BuiltTable,
  { flavour, ...manner }: Manner & { flavour: FileKind },
  progress: Progress,
): Promise<TableFile> {
  if (flavour === 'xlsx') {
    const [sheet, options] = workbookOf(built, manner)
    const written = await writeXlsx(manner.file, sheet, { ...options, ...progress })
    return { rows: written.rows, sheets: written.tabs, cutTexts: written.cutTexts }
  }
  // Also checked before the work, which would be lost otherwise.
  if (flavour === 'machine') await freeAbout(manner.file)
  const [content, options] = csvOf(built, { ...manner, flavour })
  const rows = await writeCsv(manner.file, content, { ...options, ...progress })
  return { rows, sheets: 1, cutTexts: 0 }
}

const factsOf =
  ({ table, facts }: BuiltTable, { language, exportedAt, version }: Manner) =>
  (rows: number): Written => ({ table, facts, language, rows, exportedAt, version })

function workbookOf(built: BuiltTable, manner: Manner): [XlsxSheet, XlsxOptions] {
  const { language } = manner
  const { table, facts } = built
  const { columns, rows } = table
  const name = tableName(facts.table, language)
  const written = factsOf(built, manner)
  return [
    { name, columns, chunks: [rows], totals: namedTotals(table, language) },
    { language, about: (sheet) => aboutSheet(written(rows.length), sheet) },
  ]
}

function csvOf(built: BuiltTable, manner: Manner & { flavour: Flavour }): [CsvContent, CsvOptions] {
  const { flavour, language, decimal, file } = manner
  const { columns, rows } = built.table
  const written = factsOf(built, manner)
  const content = { columns, chunks: [rows] }
  if (flavour === 'spreadsheet') {
    const after: CsvContent['after'] = (writer, count) => factLines(writer, written(count))
    return [
      { ...content, after },
      { flavour, language, decimal },
    ]
  }
  const beside = async (count: number) => ({
    place: await freeAbout(file),
    text: aboutText(path.basename(file), written(count)),
  })
  return [content, { flavour, language, beside }]
}

/**
 * The path of a machine CSV's dictionary. Replaces only the dictionary of a CSV that is replaced
 * too, since the user was asked about the CSV alone. Throws `name-taken`.
 */
async function freeAbout(file: string): Promise<string> {
  const place = `${file.replace(/\.csv$/i, '')}.about.json`
  if (!(await isTaken(place))) return place
  const isDictionary = await readAbout(place).then(
    () => true,
    () => false,
  )
  if (isDictionary && (await isTaken(file))) return place
  const { base: name, dir: folder } = path.parse(place)
  throw new AppError({ kind: 'name-taken', name, folder })
}
