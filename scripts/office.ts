// Opens what Cuepoint exports in LibreOffice, in both languages, and compares every figure.
// node scripts/office.ts, where `soffice` is installed.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { writeTable } from '../src/main/exports/write-table.ts'
import type { FileKind, Language } from '../src/shared/model/desk.ts'
import {
  type Cell,
  type Column,
  isMissing,
  type Kind,
  type Table,
} from '../src/shared/tables/table.ts'
import { newFolder } from '../test/support/folder.ts'
import { count, tell } from '../test/support/scale.ts'
import { NASTY } from '../test/support/statistics.ts'

const ROWS = count('rows', { usual: 2000, full: 20_000 })
const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '=cmd|"/c calc"!A1', '\t=1+1', '＝1+1', ' =1+1']
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

interface Opened {
  kind: FileKind
  language: Language
  /** Of a CSV: as the import dialog would have it. */
  filter?: string
}

// Separator, quote, UTF-8, first line, formats of columns, language, quoted is text, special
// numbers; four of writing; whether texts may become formulas.
const csv = (separator: string, language: number, evaluates: boolean) =>
  `Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,76,1,,${language},false,true,false,false,false,0,${evaluates}`
const [ENGLISH, PORTUGUESE] = [1033, 1046]

const OPENED: Opened[] = [
  // For programs: texts are as they are, and points are points wherever it is opened. The import
  // dialog evaluates nothing unless that is ticked, so the other flavour is tried with it ticked.
  { kind: 'machine', language: 'en', filter: csv(',', ENGLISH, false) },
  { kind: 'machine', language: 'pt-BR', filter: csv(',', ENGLISH, false) },
  { kind: 'spreadsheet', language: 'en', filter: csv(',', ENGLISH, true) },
  { kind: 'spreadsheet', language: 'pt-BR', filter: csv(';', PORTUGUESE, true) },
  { kind: 'xlsx', language: 'en' },
  { kind: 'xlsx', language: 'pt-BR' },
]

function main() {
  if (spawnSync('soffice', ['--version']).error) {
    throw new Error('There is no soffice: install LibreOffice Calc and run this again.')
  }
  const folder = newFolder()
  return compareAll(folder).finally(() => fs.rmSync(folder, { recursive: true, force: true }))
}

async function compareAll(folder: string) {
  const table = aTable()
  const faults: string[] = []
  for (const opened of OPENED) {
    const name = `${opened.kind}, ${opened.language}`
    const fods = openedBy(folder, opened, await written(folder, opened, table))
    const formulas = fods.match(/table:formula=/g)?.length ?? 0
    const { figures, wrong } = compared(fods, table, opened.kind)
    const found = `${name}: ${figures} figures and days, ${wrong.length} wrong, ${formulas} formulas`
    console.log(found)
    tell(found)
    if (formulas > 0) faults.push(`${name}: ${formulas} formulas`)
    faults.push(...wrong.slice(0, 5).map((one) => `${name}: ${one}`))
  }
  for (const fault of faults) console.error(fault)
  return faults.length === 0 ? 0 : 1
}

function aTable(): Table {
  const texts = [...NASTY, ...FORMULAS]
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

async function written(folder: string, { kind, language }: Opened, table: Table) {
  const file = path.join(folder, `${kind}-${language}.${kind === 'xlsx' ? 'xlsx' : 'csv'}`)
  const facts = { table: 'overview' as const, account: '=Acme', player: null, timezone: 'UTC' }
  const built = { table, facts: { ...facts, period: null, comparison: null, filters: {} } }
  await writeTable(built, { flavour: kind, language, file, exportedAt: 0, version: '0.0.0' }, {})
  return file
}

/** The file as LibreOffice keeps it once it has opened it. */
function openedBy(folder: string, { language, filter }: Opened, file: string): string {
  const profile = pathToFileURL(path.join(folder, 'profile')).href
  const locale = language === 'en' ? 'en_US.UTF-8' : 'pt_BR.UTF-8'
  const { stderr } = spawnSync(
    'soffice',
    [
      ...['--headless', `-env:UserInstallation=${profile}`, '--convert-to', 'fods'],
      ...['--outdir', folder, ...(filter ? [`--infilter=${filter}`] : []), file],
    ],
    { env: { ...process.env, LC_ALL: locale, LANG: locale }, encoding: 'utf8', timeout: 120_000 },
  )
  const fods = file.replace(/\.\w+$/, '.fods')
  if (!fs.existsSync(fods)) throw new Error(`LibreOffice did not open ${file}: ${stderr}`)
  return fs.readFileSync(fods, 'utf8')
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
