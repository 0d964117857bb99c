import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { aboutText } from '../../../../src/main/features/exports/facts.ts'
import { writeCsv } from '../../../../src/main/features/exports/write-csv.ts'
import { makeReportFiles } from '../../../../src/main/features/reports/report-files.ts'
import { openTablesFolder } from '../../../../src/main/features/reports/tables-folder.ts'
import { type Failure, failureOf } from '../../../../src/shared/failure.ts'
import { type Cell, type Column, missing, type Table } from '../../../../src/shared/tables/table.ts'
import { newFolder } from '../../../support/folder.ts'
import { reportWorker } from '../../../support/threads.ts'

const COLUMNS: Column[] = [
  { key: 'name', kind: 'text' },
  { key: 'total_viewed', kind: 'count' },
  { key: 'amount', kind: 'money', currency: 'brl' },
  { key: 'play_rate', kind: 'percent' },
  { key: 'date', kind: 'date' },
  { key: 'asOf', kind: 'instant' },
  { key: 'timed', kind: 'second' },
  { key: 'average', kind: 'duration' },
]
const AT = Date.UTC(2025, 2, 3, 4, 5, 6)
const ROWS: Cell[][] = [
  ['a "b", c\r\nd', 12, 199_90, 38.42, '2025-03-01', AT, 1290, 12.5],
  ['=cmd|x!A0', 0, -5, 0, '2025-03-02', AT, 0, 1e-7],
  ['007', missing('failed'), missing('failed'), missing('new'), '2025-03-03', AT, 1, 1e21],
]

/** Exports a table as the app does. */
async function exported(folder: string, name: string, rows = ROWS, columns = COLUMNS) {
  const table: Table = { columns, rows, totals: null, asOf: AT }
  const facts = {
    table: 'overview' as const,
    account: 'Agência',
    player: null,
    timezone: 'America/Sao_Paulo',
    period: { start: '2025-03-01', end: '2025-03-31' },
    comparison: null,
    filters: { search: 'x' },
  }
  const written = { table, facts, language: 'en' as const, exportedAt: AT, version: '0.1.0' }
  await writeCsv(
    path.join(folder, `${name}.csv`),
    { columns, chunks: [rows] },
    {
      flavour: 'machine',
      language: 'en',
      beside: async (count) => ({
        place: path.join(folder, `${name}.about.json`),
        text: aboutText(`${name}.csv`, { ...written, rows: count }),
      }),
    },
  )
}

async function opened(folder: string) {
  const { tables, refused } = await openTablesFolder(folder)
  const reasons = refused.map(({ name, failure }) => [
    name,
    failure.kind === 'report-file' ? failure.reason : failure.kind,
  ])
  return { tables, refused, reasons }
}

const refusal = (opening: Promise<unknown>): Promise<Failure | null> =>
  opening.then(() => null, failureOf)

/** A folder with one exported table, after something was done to one of its two files. */
async function spoilt(ending: 'csv' | 'about.json', change: (text: string) => string | Buffer) {
  const folder = newFolder()
  await exported(folder, 'x')
  const place = path.join(folder, `x.${ending}`)
  fs.writeFileSync(place, change(fs.readFileSync(place, 'utf8')))
  return opened(folder)
}

describe('a folder of exported tables', () => {
  it('opens with every cell of its own kind, and text as plain text', async () => {
    const folder = newFolder()
    await exported(folder, 'b')
    await exported(folder, 'a', [], COLUMNS.slice(0, 2))
    fs.writeFileSync(path.join(folder, 'notes.txt'), 'mine')
    fs.writeFileSync(path.join(folder, 'other.csv'), 'not,ours\r\n')
    const { tables, reasons } = await opened(folder)
    expect(reasons).toEqual([])
    expect(tables.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['a', 0],
      ['b', 3],
    ])
    const cells = ROWS.map((row) => row.map((cell) => (typeof cell === 'object' ? null : cell)))
    expect(tables[1]?.rows).toEqual(cells)
    expect(tables[1]?.columns.map(({ kind, currency }) => currency ?? kind)).toEqual([
      ...['text', 'count', 'brl', 'percent', 'date', 'instant', 'second', 'duration'],
    ])
    expect(tables[1]?.about).toMatchObject({
      ...{ account: 'Agência', table: 'overview', filters: { search: 'x' } },
    })
  })

  it('opens with differences in points as numbers, also from before they had their own unit', async () => {
    const columns: Column[] = [{ key: 'play_rate__change', kind: 'percent' }]
    const folder = newFolder()
    await exported(folder, 'new', [[1.25]], columns)
    await exported(folder, 'old', [[1.25]], columns)
    const about = path.join(folder, 'old.about.json')
    const unit = 'percentage points'
    const text = fs.readFileSync(about, 'utf8')
    expect(text).toContain(unit)
    fs.writeFileSync(about, text.replace(unit, 'percent, truncated to two decimals'))
    const { tables } = await opened(folder)
    expect(tables.map(({ columns: [one], rows }) => [one?.kind, rows])).toEqual([
      ['percent', [[1.25]]],
      ['percent', [[1.25]]],
    ])
  })

  it('opens with a lone column that has empty cells', async () => {
    const folder = newFolder()
    const rows = [['x'], [''], ['y'], ['']]
    await exported(folder, 'lone', rows, COLUMNS.slice(0, 1))
    const { tables } = await opened(folder)
    expect(tables[0]?.rows).toEqual([['x'], [null], ['y'], [null]])
  })

  it('opens ten thousand rows that are read in several chunks', async () => {
    const folder = newFolder()
    const rows = Array.from({ length: 10_000 }, (_, index) => [`é“${index}”,\n"`, index])
    await exported(folder, 'long', rows, COLUMNS.slice(0, 2))
    expect((await opened(folder)).tables[0]?.rows).toEqual(rows)
  })

  it('opens the same in a worker', async () => {
    const folder = newFolder()
    await exported(folder, 'x')
    const files = makeReportFiles({
      workerFile: reportWorker,
    })
    const json = Buffer.from(await files.openTables(folder)).toString()
    expect(JSON.parse(json)).toEqual(await openTablesFolder(folder))
  })

  it('opens its valid tables when another is invalid', async () => {
    const folder = newFolder()
    await exported(folder, 'good')
    await exported(folder, 'bad')
    fs.writeFileSync(path.join(folder, 'bad.csv'), 'nonsense')
    const { tables, reasons } = await opened(folder)
    expect(tables.map(({ name }) => name)).toEqual(['good'])
    expect(reasons).toEqual([['bad.csv', 'shape']])
  })

  it.each([
    ['a row is missing', 'csv', 'damaged', (text: string) => text.replace(/007.*\r\n/, '')],
    [
      'a row is too many',
      'csv',
      'damaged',
      (text: string) => `${text}${text.split('\r\n')[3]}\r\n`,
    ],
    [
      'it is cut in a text',
      'csv',
      'damaged',
      (text: string) => text.slice(0, text.indexOf('c\r\nd')),
    ],
    ['a figure is text', 'csv', 'shape', (text: string) => text.replace(',12,', ',twelve,')],
    ['a figure is a formula', 'csv', 'shape', (text: string) => text.replace(',12,', ',=1+1,')],
    ['a figure is endless', 'csv', 'shape', (text: string) => text.replace(',12,', ',1e+999,')],
    [
      'a day is in no calendar',
      'csv',
      'shape',
      (text: string) => text.replace('2025-03-01', '9999-99-99'),
    ],
    ['a day is none', 'csv', 'shape', (text: string) => text.replace('2025-03-01', 'March')],
    ['a cell is too many', 'csv', 'shape', (text: string) => text.replace(',12,', ',12,12,')],
    ['columns are others', 'csv', 'shape', (text: string) => text.replace('name', 'title')],
    ['it is UTF-16', 'csv', 'damaged', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['it is only NUL', 'csv', 'shape', () => Buffer.alloc(10_000)],
    ['it is empty', 'csv', 'empty', () => ''],
    [
      'a quote never ends',
      'csv',
      'too-complex',
      (text: string) => `${text}"${'x\r\n'.repeat(2e7)}`,
    ],
    ['it has a million columns', 'csv', 'too-complex', () => 'a,'.repeat(1_000_000)],
    ['it has a million lines', 'csv', 'damaged', (text: string) => text + text.repeat(9000)],
    ['the dictionary is no JSON', 'about.json', 'not-json', () => 'hello'],
    ['the dictionary is deep', 'about.json', 'not-json', () => '['.repeat(100_000)],
    ['the dictionary is another file', 'about.json', 'shape', () => '{"a":1}'],
    ['the dictionary is newer', 'about.json', 'newer', () => '{"schema_version":2}'],
    ['the dictionary is vast', 'about.json', 'too-large', () => ' '.repeat(2_000_000)],
    [
      'a day of its period is none',
      'about.json',
      'shape',
      (text: string) => text.replace('2025-03-31', 'the end'),
    ],
    [
      'its age is no instant',
      'about.json',
      'shape',
      (text: string) => text.replace(/"as_of": ".*"/, '"as_of": "1"'),
    ],
    [
      'the rows are said to be many',
      'about.json',
      'too-complex',
      (text: string) => text.replace('"rows": 3', '"rows": 999999999'),
    ],
  ] as const)('is refused in that table when %s', async (_, ending, reason, change) => {
    const { tables, reasons } = await spoilt(ending, change)
    expect(tables).toEqual([])
    expect(reasons).toEqual([['x.csv', reason]])
  })

  it('follows no link and waits for no pipe', async () => {
    const folder = newFolder()
    const secret = path.join(newFolder(), 'secret.csv')
    await exported(path.dirname(secret), 'secret')
    for (const name of ['link', 'pipe', 'folder']) await exported(folder, name)
    for (const name of ['link', 'pipe', 'folder']) fs.rmSync(path.join(folder, `${name}.csv`))
    fs.symlinkSync(secret, path.join(folder, 'link.csv'))
    execFileSync('mkfifo', [path.join(folder, 'pipe.csv')])
    fs.mkdirSync(path.join(folder, 'folder.csv'))
    const { tables, reasons } = await opened(folder)
    expect(tables).toEqual([])
    expect(reasons).toEqual([
      ['folder.csv', 'folder'],
      ['link.csv', 'not-a-file'],
      ['pipe.csv', 'not-a-file'],
    ])
  })

  it('is refused when it has no tables, is no folder, or does not exist', async () => {
    const folder = newFolder()
    expect(await refusal(openTablesFolder(folder))).toMatchObject({ reason: 'no-tables' })
    const file = path.join(folder, 'x.csv')
    fs.writeFileSync(file, 'a')
    expect(await refusal(openTablesFolder(file))).toMatchObject({ reason: 'not-a-folder' })
    const nowhere = path.join(folder, 'nowhere')
    expect(await refusal(openTablesFolder(nowhere))).toMatchObject({ reason: 'unreadable' })
  })
})
