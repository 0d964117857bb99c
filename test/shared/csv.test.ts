import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { makeCsvWriter } from '../../src/shared/csv.ts'
import { type Cell, type Column, type Missing, missing } from '../../src/shared/tables/table.ts'
import { NASTY, nastyText } from '../support/statistics.ts'

const COLUMNS: Column[] = [
  { key: 'name', kind: 'text' },
  { key: 'total_viewed', kind: 'count' },
  { key: 'play_rate', kind: 'percent' },
  { key: 'total_amount_brl', kind: 'money', currency: 'brl' },
  { key: 'date_key', kind: 'date' },
  { key: 'second', kind: 'second' },
  { key: 'created_at', kind: 'instant' },
]
const ROW: Cell[] = ['Ação; "A", 1', 12345, 38.4, 123456, '2026-03-01', 700, 1_772_366_400_000]

const parsed = (text: string, delimiter: string) =>
  Papa.parse<string[]>(text, { delimiter, newline: '\r\n', skipEmptyLines: false })
    .data.filter((row) => row.length > 1 || row[0] !== '')
    .map((row) => row.map(String))

test('the machine flavour has stable keys, raw units, dots and CRLF, and no byte order mark', () => {
  const writer = makeCsvWriter(COLUMNS, 'machine', 'pt-BR')
  expect(writer.header()).toBe(
    'name,total_viewed,play_rate,total_amount_brl_cents,date_key,second,created_at\r\n',
  )
  expect(writer.rows([ROW])).toBe(
    '"Ação; ""A"", 1",12345,38.40,123456,2026-03-01,700,2026-03-01T12:00:00.000Z\r\n',
  )
})

test('the spreadsheet flavour speaks its language, with amounts in major units', () => {
  const pt = makeCsvWriter(COLUMNS, 'spreadsheet', 'pt-BR')
  expect(pt.header()).toBe(
    '\uFEFFPlayer;Visualizações;Taxa de play (%);Receita (BRL);Dia;Tempo do vídeo;Criado em (UTC)\r\n',
  )
  expect(pt.rows([ROW])).toBe(
    '"Ação; ""A"", 1";12345;38,40;1234,56;2026-03-01;700;2026-03-01 12:00:00\r\n',
  )
  const en = makeCsvWriter(COLUMNS, 'spreadsheet', 'en')
  expect(en.rows([ROW])).toBe(
    '"Ação; ""A"", 1",12345,38.40,1234.56,2026-03-01,700,2026-03-01 12:00:00\r\n',
  )
})

test('cells without a figure are empty for programs and words for people', () => {
  const cells = (why: Missing): Cell[] => ['x', missing(why)]
  const columns = COLUMNS.slice(0, 2)
  expect(makeCsvWriter(columns, 'machine', 'en').rows([cells('needs-period')])).toBe('x,\r\n')
  const spreadsheet = makeCsvWriter(columns, 'spreadsheet', 'pt-BR')
  expect(spreadsheet.rows([cells('not-downloaded')])).toBe('x;não baixado\r\n')
})

test('a figure that is not finite is never written as one', () => {
  const writer = makeCsvWriter(COLUMNS.slice(1, 4), 'machine', 'en')
  expect(writer.rows([[Number.NaN, Number.POSITIVE_INFINITY, Number.NaN]])).toBe(',,\r\n')
})

test('negative figures stay figures in both flavours', () => {
  const columns: Column[] = [COLUMNS[3] as Column, { key: 'play_rate__change', kind: 'percent' }]
  expect(makeCsvWriter(columns, 'machine', 'en').rows([[-7, -0.5]])).toBe('-7,-0.50\r\n')
  expect(makeCsvWriter(columns, 'spreadsheet', 'pt-BR').rows([[-7, -0.5]])).toBe('-0,07;-0,50\r\n')
})

test('texts that a spreadsheet would run as formulas are disarmed, and only there', () => {
  const columns = COLUMNS.slice(0, 2)
  const risky = /^[\p{Cc}\p{Cf}\p{Z}]*[=+\-@＝＋－＠\t\r\n]/u
  for (const text of NASTY) {
    const [row] = parsed(makeCsvWriter(columns, 'spreadsheet', 'en').rows([[text, 1]]), ',')
    const isRisky = risky.test(text) || /^[\p{Cf}\p{Z}]*[\t\r\n]/u.test(text)
    expect(row?.[0]).toBe(isRisky ? `'${text}` : text)
    const machine = makeCsvWriter(columns, 'machine', 'en')
    const [, raw] = parsed(machine.header() + machine.rows([[text, 1]]), ',')
    expect(raw?.[0]).toBe(text)
  }
})

test('the named signs are disarmed behind any spaces, marks and zero-width characters', () => {
  const writer = makeCsvWriter(COLUMNS.slice(0, 2), 'spreadsheet', 'pt-BR')
  for (const lead of ['', ' ', '\uFEFF', '\u200B', '\u00A0', ' \u200D\uFEFF ']) {
    for (const sign of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
      expect(writer.rows([[`${lead}${sign}1`, 1]])).toBe(`"'${lead}${sign}1";1\r\n`)
    }
  }
})

test('what is written reads back as it was, whatever the texts', () => {
  const cells = fc.array(fc.tuple(nastyText(), fc.integer(), nastyText()), { maxLength: 20 })
  const columns: Column[] = [
    { key: 'name', kind: 'text' },
    { key: 'total_viewed', kind: 'count' },
    { key: 'grouped_field', kind: 'text' },
  ]
  fc.assert(
    fc.property(cells, (rows) => {
      const machine = makeCsvWriter(columns, 'machine', 'en')
      expect(parsed(machine.header() + machine.rows(rows), ',').slice(1)).toEqual(
        rows.map((row) => row.map(String)),
      )
      const spreadsheet = makeCsvWriter(columns, 'spreadsheet', 'pt-BR')
      const back = parsed(spreadsheet.rows(rows), ';').map((row) =>
        row.map((text) => text.replace(/^'/, '')),
      )
      expect(back).toEqual(rows.map((row) => row.map((cell) => String(cell).replace(/^'/, ''))))
    }),
  )
})

test('percentages and amounts read back exactly', () => {
  const columns: Column[] = [
    { key: 'play_rate', kind: 'percent' },
    { key: 'total_amount_usd', kind: 'money', currency: 'usd' },
  ]
  const hundredths = fc.integer({ min: -1_000_000, max: 100_000_000 })
  fc.assert(
    fc.property(hundredths, fc.maxSafeInteger(), (percent, amount) => {
      const [row] = parsed(
        makeCsvWriter(columns, 'machine', 'en').rows([[percent / 100, amount]]),
        ',',
      )
      expect(row?.map(Number)).toEqual([percent / 100, amount])
      const [major] = parsed(
        makeCsvWriter(columns, 'spreadsheet', 'en').rows([[percent / 100, amount]]),
        ',',
      )
      expect(BigInt(String(major?.[1]).replace('.', ''))).toBe(BigInt(amount))
    }),
  )
})

test('a table of one column keeps its empty lines', () => {
  const writer = makeCsvWriter([{ key: 'domain', kind: 'text' }], 'machine', 'en')
  expect(writer.rows([[''], ['a']])).toBe('""\r\na\r\n')
})

test('codes of ours are words in a spreadsheet', () => {
  const columns: Column[] = [
    { key: 'step', kind: 'text' },
    { key: 'basis', kind: 'text' },
  ]
  const cells = [['over_pitch', 'sessions']]
  expect(makeCsvWriter(columns, 'spreadsheet', 'pt-BR').rows(cells)).toBe(
    'Chegaram ao pitch;sessões únicas\r\n',
  )
  expect(makeCsvWriter(columns, 'machine', 'pt-BR').rows(cells)).toBe('over_pitch,sessions\r\n')
})
