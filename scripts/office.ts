// Opens what Cuepoint exports in LibreOffice, in each language: every figure is compared, and no text
// of any table becomes a formula, whichever separator LibreOffice is told to split at.
// node scripts/office.ts, where `soffice` is installed.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BuiltTable } from '../src/main/features/exports/tables.ts'
import { writeTable } from '../src/main/features/exports/write-table.ts'
import { FILE_KINDS, type FileKind } from '../src/shared/features/settings/preferences.ts'
import { decimalMark, LANGUAGES, type Language } from '../src/shared/locales/languages.ts'
import {
  type Cell,
  type Column,
  isMissing,
  type Kind,
  type Table,
} from '../src/shared/tables/table.ts'
import { isCoded } from '../src/shared/tables/titles.ts'
import { allTables } from '../test/support/all-tables.ts'
import { newFolder } from '../test/support/folder.ts'
import { naughtyStrings } from '../test/support/naughty-strings.ts'
import { count, tell } from '../test/support/scale.ts'
import { NASTY } from '../test/support/statistics.ts'

const ROWS = count('rows', { usual: 2000, full: 20_000 })
const COLUMNS: Column[] = [
  { key: 'name', kind: 'text' },
  { key: 'date_key', kind: 'date' },
  { key: 'total_started', kind: 'count' },
  { key: 'play_rate', kind: 'percent' },
  { key: 'total_amount_usd', kind: 'money', currency: 'usd' },
  { key: 'total_amount_brl', kind: 'money', currency: 'brl' },
  { key: 'total_amount_eur', kind: 'money', currency: 'eur' },
  { key: 'pitch_time', kind: 'second' },
  { key: 'duration', kind: 'duration' },
  { key: 'total_clicked', kind: 'count' },
]

/** Every character that begins a formula, after everything that spreadsheets skip or split at. */
const SIGNS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '=cmd|"/c calc"!A1',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
]
const LEADS = ['', ' ', '\t', '\r', '\n', '\r\n', '\uFEFF', '\u200B', '\u00A0', '"', '""', "'"]
const BEFORE = ['', 'a', 'a,', 'a;', 'a\t', 'a|', 'a,;', 'a;"', 'a\n', 'a\r\n', ';', '"']
const AFTER = ['', '"', ',', ';', '\n']
const VECTORS = BEFORE.flatMap((before) =>
  LEADS.flatMap((lead) =>
    SIGNS.flatMap((sign) => AFTER.map((after) => before + lead + sign + after)),
  ),
)

const TRIED = count('vectors', { usual: 200, full: VECTORS.length })
const EVERY = Math.floor(VECTORS.length / TRIED)

// By the numbers that the import dialog uses.
const LOCALES: Record<Language, number> = { en: 1033, 'pt-BR': 1046, 'es-419': 2058 }
const OWN_SEPARATOR: Record<Language, string> = { en: ',', 'pt-BR': ';', 'es-419': ',' }
const SYSTEM: Record<Language, string> = { en: 'en_US', 'pt-BR': 'pt_BR', 'es-419': 'es_MX' }
const SEPARATORS = [',', ';', '\t', '|']

// Import: separator, quote, UTF-8, first line, column formats, language, quoted cells as text,
// special numbers; four options for writing; and whether texts may become formulas, which only
// happens when that is ticked.
const csv = (separator: string, language: Language, evaluates: boolean) =>
  `Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,76,1,,${LOCALES[language]},false,true,false,false,false,0,${evaluates}`

async function main() {
  if (spawnSync('soffice', ['--version']).error) {
    throw new Error('There is no soffice: install LibreOffice Calc and run this again.')
  }
  const folder = newFolder()
  try {
    const naughty = naughtyStrings()
    const faults = [
      ...(await compareFigures(folder, naughty)),
      ...(await countFormulas(folder, naughty)),
    ]
    for (const fault of faults.slice(0, 50)) console.error(fault)
    return faults.length === 0 ? 0 : 1
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** A table with every kind of figure, in every file format, opened in its own language. */
async function compareFigures(folder: string, naughty: readonly string[]) {
  const table = aTable([...NASTY, ...naughty, ...VECTORS])
  const faults: string[] = []
  for (const kind of FILE_KINDS) {
    for (const language of LANGUAGES) {
      const file = path.join(folder, `${kind}-${language}.${kind === 'xlsx' ? 'xlsx' : 'csv'}`)
      await write({ table, facts: FACTS }, { flavour: kind, language, file })
      // Files for programs have unescaped texts and decimal points in every language.
      const filter = {
        machine: csv(',', 'en', false),
        spreadsheet: csv(OWN_SEPARATOR[language], language, true),
        xlsx: null,
      }[kind]
      const [fods = ''] = opened(folder, [file], { language, filter })
      const { figures, wrong } = compared(fods, table, kind)
      const formulas = formulasIn(fods)
      say(
        `${kind}, ${language}: ${figures} figures and days, ${wrong.length} wrong, ${formulas} formulas`,
      )
      faults.push(...wrong.map((one) => `${kind}, ${language}: ${one}`))
      if (formulas > 0) faults.push(`${kind}, ${language}: ${formulas} formulas`)
    }
  }
  return faults
}

/**
 * Every table of the app with hostile texts instead of its own, split at every separator in each
 * language.
 */
async function countFormulas(folder: string, naughty: readonly string[]) {
  const texts = [...NASTY, ...naughty, ...VECTORS.filter((_, index) => index % EVERY === 0)]
  const tables = await allTables()
  const faults: string[] = []
  let cases = 0
  for (const language of LANGUAGES) {
    const files: string[] = []
    for (const [index, built] of tables.entries()) {
      const file = path.join(folder, `${language}-${index}-${built.facts.table}.csv`)
      await write(spoiled(built, texts), { flavour: 'spreadsheet', language, file })
      files.push(file)
    }
    for (const separator of SEPARATORS) {
      for (const locale of LANGUAGES) {
        const filter = csv(separator, locale, true)
        opened(folder, files, { language: locale, filter }).forEach((fods, index) => {
          cases++
          const formulas = formulasIn(fods)
          const name = `${path.basename(files[index] ?? '')} at ${JSON.stringify(separator)}, ${locale}`
          if (formulas > 0) faults.push(`${name}: ${formulas} formulas`)
        })
      }
    }
  }
  say(
    `${tables.length} tables, ${texts.length} texts, ${cases} openings, ${faults.length} with a formula`,
  )
  return faults
}

/** Replaces every text from outside by a hostile one, with enough rows to use all of them. */
function spoiled({ table, facts }: BuiltTable, texts: readonly string[]): BuiltTable {
  const { columns } = table
  const isSpoiled = columns.map(({ key, kind }) => kind === 'text' && !isCoded(key))
  const figures = table.rows.length > 0 ? table.rows : [columns.map(() => ({ missing: 'failed' }))]
  const rows = (isSpoiled.includes(true) ? texts : table.rows).map((_, at) =>
    columns.map(({ kind }, index): Cell => {
      // Shifted by one in each column, so that in the end every text was next to every other.
      if (isSpoiled[index]) return texts[(at * (index + 1)) % texts.length] ?? ''
      const cell = figures[at % figures.length]?.[index] as Cell
      const isSigned = ['count', 'percent', 'money', 'duration'].includes(kind)
      return isSigned && typeof cell === 'number' && at % 2 === 1 ? -cell - 1 : cell
    }),
  )
  return { table: { ...table, rows }, facts: { ...facts, account: '=Acme;=1+1,=2' } }
}

const say = (found: string) => {
  console.log(found)
  tell(found)
}

function aTable(texts: readonly string[]): Table {
  const rows = Array.from({ length: ROWS }, (_, n) =>
    COLUMNS.map(({ kind }, column): Cell => {
      const figure = ((n + 1) * 7919 + column * 104_729) % 1_000_003
      if (column === COLUMNS.length - 1) return n % 3 === 0 ? { missing: 'failed' } : -figure
      return CELLS[kind](figure, texts[n % texts.length] ?? '')
    }),
  )
  return { columns: COLUMNS, rows, totals: null, asOf: Date.UTC(2026, 2, 4) }
}

const CELLS: Record<Kind, (figure: number, text: string) => Cell> = {
  text: (_figure, text) => text,
  date: (figure) => new Date(Date.UTC(2020, 0, 1 + (figure % 3000))).toISOString().slice(0, 10),
  count: (figure) => figure,
  percent: (figure) => (figure % 10_001) / 100,
  money: (figure) => figure - 500_000,
  second: (figure) => figure % 7200,
  duration: (figure) => figure / 8,
  instant: (figure) => figure * 1000,
}

const FACTS: BuiltTable['facts'] = {
  ...{ table: 'overview', account: '=Acme', player: null, timezone: 'UTC' },
  ...{ period: null, comparison: null, filters: {} },
}

const write = (
  built: BuiltTable,
  manner: { flavour: FileKind; language: Language; file: string },
) => {
  const decimal = decimalMark(manner.language)
  return writeTable(built, { ...manner, decimal, exportedAt: 0, version: '0.0.0' }, {})
}

const formulasIn = (fods: string) => fods.match(/table:formula=/g)?.length ?? 0

interface Manner {
  /** Of the office. */
  language: Language
  /** For a CSV: the options of the import dialog. */
  filter: string | null
}

/** The files as LibreOffice saves them after opening. */
function opened(folder: string, files: readonly string[], { language, filter }: Manner): string[] {
  const profile = pathToFileURL(path.join(folder, 'profile')).href
  const locale = `${SYSTEM[language]}.UTF-8`
  const { stderr } = spawnSync(
    'soffice',
    [
      ...['--headless', `-env:UserInstallation=${profile}`, '--convert-to', 'fods'],
      ...['--outdir', folder, ...(filter ? [`--infilter=${filter}`] : []), ...files],
    ],
    { env: { ...process.env, LC_ALL: locale, LANG: locale }, encoding: 'utf8', timeout: 900_000 },
  )
  return files.map((file) => {
    const fods = file.replace(/\.\w+$/, '.fods')
    if (!fs.existsSync(fods)) throw new Error(`LibreOffice did not open ${file}: ${stderr}`)
    const text = fs.readFileSync(fods, 'utf8')
    fs.rmSync(fods)
    return text
  })
}

function compared(fods: string, { columns, rows }: Table, kind: FileKind) {
  const wrong: string[] = []
  const [, ...lines] = linesOf(fods)
  let figures = 0
  rows.forEach((row, at) => {
    row.forEach((cell, index) => {
      const column = columns[index]
      if (!column || column.kind === 'text') return
      figures++
      const expected = expectedOf(cell, column, kind)
      const found = lines[at]?.[index] ?? ''
      if (found !== expected) wrong.push(`line ${at + 2}, ${column.key}: ${found}, not ${expected}`)
    })
  })
  return { figures, wrong }
}

function expectedOf(cell: Cell, column: Column, kind: FileKind): number | string {
  // The spreadsheet flavour says in words why a cell is empty.
  if (isMissing(cell)) return kind === 'spreadsheet' ? 'text' : ''
  return column.kind === 'money' && kind !== 'machine' ? Number(cell) / 100 : cell
}

type Read = number | string

function linesOf(fods: string): Read[][] {
  const sheet = fods.slice(fods.indexOf('<table:table '), fods.indexOf('</table:table>'))
  return [...sheet.matchAll(/<table:table-row([^>]*)>(.*?)<\/table:table-row>/gs)].flatMap(
    ([, attributes = '', cells = '']) => {
      const line = [...cells.matchAll(/<table:table-cell([^>]*?)(\/>|>)/g)].flatMap(
        ([, one = '']) => repeated(one, 'columns', valueOf(one)),
      )
      return repeated(attributes, 'rows', line)
    },
  )
}

function repeated<T>(attributes: string, what: 'rows' | 'columns', value: T): T[] {
  const times = Number(attributeOf(attributes, `table:number-${what}-repeated`) ?? 1)
  return Array.from({ length: Math.min(times, 1000) }, () => value)
}

function valueOf(cell: string): Read {
  const type = attributeOf(cell, 'office:value-type')
  if (type === undefined) return ''
  if (type === 'date') return attributeOf(cell, 'office:date-value') ?? ''
  return type === 'string' ? 'text' : Number(attributeOf(cell, 'office:value'))
}

const attributeOf = (attributes: string, name: string) =>
  new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]

main().then(
  (status) => process.exit(status),
  (thrown: unknown) => {
    console.error(thrown)
    process.exit(1)
  },
)
