import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { makeFormat } from '../../src/renderer/ui/format.ts'
import { type Flavour, makeClipboardWriter, makeCsvWriter } from '../../src/shared/csv.ts'
import { withoutEscapes } from '../../src/shared/features/proposals/grid-file.ts'
import { type DecimalMark, LANGUAGES } from '../../src/shared/locales/languages.ts'
import {
  type Cell,
  type Column,
  type Kind,
  type Missing,
  missing,
} from '../../src/shared/tables/table.ts'
import { count } from '../support/scale.ts'
import { isFormula, spreadsheetCells } from '../support/spreadsheet-cells.ts'
import { NASTY, nastyText } from '../support/statistics.ts'

const RUNS = count('tables of hostile texts', { usual: 300, full: 20_000 })

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
    '\uFEFFPlayer;Visualizações;Play rate (%);Receita (BRL);Dia;Tempo do vídeo (s);Criado em (UTC)\r\n',
  )
  expect(pt.rows([ROW])).toBe(
    '"Ação; ""A"", 1";12345;38,40;1234,56;2026-03-01;700;2026-03-01 12:00:00\r\n',
  )
  const en = makeCsvWriter(COLUMNS, 'spreadsheet', 'en')
  expect(en.rows([ROW])).toBe(
    '"Ação; ""A"", 1",12345,38.40,1234.56,2026-03-01,700,2026-03-01 12:00:00\r\n',
  )
})

test('the spreadsheet flavour is split and has decimals as the spreadsheet reads them, whatever its language', () => {
  const spanish = makeCsvWriter(COLUMNS.slice(0, 3), 'spreadsheet', 'es-419', ',')
  expect(spanish.header()).toBe('\uFEFFReproductor;Vistas;Tasa de reproducción (%)\r\n')
  expect(spanish.rows([['a', 12345, 4.05]])).toBe('a;12345;4,05\r\n')
  const portuguese = makeCsvWriter(COLUMNS.slice(0, 3), 'spreadsheet', 'pt-BR', '.')
  expect(portuguese.rows([['a', 12345, 4.05]])).toBe('a,12345,4.05\r\n')
})

test('speeds have the decimal mark of the spreadsheet, in a file and in a pasted table', () => {
  const columns: Column[] = [
    { key: 'speed', kind: 'text' },
    { key: 'plays', kind: 'count' },
  ]
  const cells: Cell[][] = [
    ['1', 600],
    ['1.25', 700],
    ['1.25x', 800],
  ]
  const inFile = (flavour: Flavour, mark: DecimalMark) =>
    makeCsvWriter(columns, flavour, 'pt-BR', mark).rows(cells)
  expect(inFile('spreadsheet', ',')).toBe('1;600\r\n1,25;700\r\n1.25x;800\r\n')
  expect(inFile('spreadsheet', '.')).toBe('1,600\r\n1.25,700\r\n1.25x,800\r\n')
  expect(inFile('machine', ',')).toBe('1,600\r\n1.25,700\r\n1.25x,800\r\n')
  expect(makeClipboardWriter(columns, 'pt-BR', ',').rows(cells)).toBe(
    '1\t600\r\n1,25\t700\r\n1.25x\t800\r\n',
  )
})

test('an amount that is not of whole cents keeps four decimals in major units', () => {
  const written = (flavour: 'machine' | 'spreadsheet') =>
    makeCsvWriter(COLUMNS.slice(2, 4), flavour, 'pt-BR').rows([
      [1, 0.46],
      [1, -123.45],
      [1, 50],
    ])
  expect(written('spreadsheet')).toBe(';1,00;0,0046\r\n;1,00;-1,2345\r\n;1,00;0,50\r\n')
  expect(written('machine')).toBe('1.00,0.46\r\n1.00,-123.45\r\n1.00,50\r\n')
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
  const columns: Column[] = [
    COLUMNS[0] as Column,
    COLUMNS[3] as Column,
    { key: 'play_rate__change', kind: 'percent' },
  ]
  const row = ['a', -7, -0.5]
  expect(makeCsvWriter(columns, 'machine', 'en').rows([row])).toBe('a,-7,-0.50\r\n')
  expect(makeCsvWriter(columns, 'spreadsheet', 'pt-BR').rows([row])).toBe('a;-0,07;-0,50\r\n')
})

test('no row for spreadsheets starts with a figure that may be negative', () => {
  const columns: Column[] = [{ key: 'seconds_from_pitch', kind: 'count' }, COLUMNS[2] as Column]
  const writer = makeCsvWriter(columns, 'spreadsheet', 'pt-BR')
  expect(writer.header()).toBe('\uFEFF;Segundos a partir do pitch;Play rate (%)\r\n')
  expect(writer.rows([[-30, 12.5]])).toBe(';-30;12,50\r\n')
  expect(makeCsvWriter(columns, 'machine', 'en').rows([[-30, 12.5]])).toBe('-30,12.50\r\n')
})

/** A text without what disarms it. */
const plain = (text: string) => text.replaceAll("'", '')

const SEPARATORS = [',', ';', '\t', '|']

/** Texts that put together are cells, ends of cells and quotes for a reader that splits elsewhere. */
const pieces = fc
  .array(
    fc.constantFrom(
      ...[...SEPARATORS, '"', '""', '\r\n', '\n', '\r', '=1+1', '+1', '-2+3', '@A1', '＝1', "'"],
      ...['\uFEFF', '\u200B', ' ', '\u0000', 'word', '12', '-5', '1,5'],
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

const marks = fc.constantFrom<DecimalMark>('.', ',')

test('no cell of a CSV for spreadsheets is a formula, whichever separator splits it', () => {
  const kinds: Kind[] = ['text', 'count', 'percent', 'money', 'date', 'duration']
  const text = fc.oneof({ weight: 3, arbitrary: pieces }, nastyText())
  const figure = fc.integer({ min: -2_000_000, max: 2_000_000 })
  const cell = (kind: Kind) => (kind === 'text' || kind === 'date' ? text : figure)
  const tables = fc
    .array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 5 })
    .chain((chosen) => fc.tuple(fc.constant(chosen), fc.array(fc.tuple(...chosen.map(cell)))))
  fc.assert(
    fc.property(tables, fc.constantFrom(...LANGUAGES), marks, ([chosen, rows], to, mark) => {
      const columns = chosen.map((kind): Column => {
        const key = kind === 'money' ? 'total_amount_brl' : 'grouped_field'
        return kind === 'money' ? { key, kind, currency: 'brl' } : { key, kind }
      })
      const writer = makeCsvWriter(columns, 'spreadsheet', to, mark)
      const file =
        writer.header() +
        writer.rows(rows) +
        rows.map((row) => writer.line(['Rows', ...row])).join('')
      for (const separator of SEPARATORS) {
        expect(spreadsheetCells(file, separator).filter(isFormula)).toEqual([])
      }
    }),
    { numRuns: RUNS },
  )
})

test('a text that another separator would split is escaped where it would start a cell', () => {
  const writer = makeCsvWriter(COLUMNS.slice(1, 2).concat(COLUMNS.slice(0, 1)), 'spreadsheet', 'en')
  const written = (text: string) => writer.rows([[5, text]])
  expect(written('a;=1+1')).toBe(',5,"a;\'=1+1"\r\n')
  expect(written('a\r\n-1')).toBe(',5,"a\r\n\'-1"\r\n')
  expect(written('a;"=1')).toBe(',5,"a;\'""=1"\r\n')
  expect(written('12-5\r')).toBe(',5,"\'12-5\r\'"\r\n')
  expect(written('Summer, part 2; new | old')).toBe(',5,"Summer, part 2; new | old"\r\n')
})

test('texts that a spreadsheet would run as formulas are escaped, and no others', () => {
  const columns = COLUMNS.slice(0, 2)
  const risky = /^[\p{Cc}\p{Cf}\p{Z}]*[=+\-@＝＋－＠\t\r\n]/u
  const riskyInside = /[,;|\t\r\n][\p{Cf}\p{Z}"]*([=+\-@＝＋－＠\t]|$)/u
  for (const text of NASTY) {
    const [row] = parsed(makeCsvWriter(columns, 'spreadsheet', 'en').rows([[text, 1]]), ',')
    const written = row?.[0] ?? ''
    expect(written.startsWith(`'${text.slice(0, 1)}`)).toBe(risky.test(text))
    expect(written !== text).toBe(risky.test(text) || riskyInside.test(text))
    expect(plain(written)).toBe(plain(text))
    const machine = makeCsvWriter(columns, 'machine', 'en')
    const [, raw] = parsed(machine.header() + machine.rows([[text, 1]]), ',')
    expect(raw?.[0]).toBe(text)
  }
})

test.each([
  ...['1234567890123456', '123456789012', '007', '12e5', '7e104', '1,5E-100', ' 1234567890123456 '],
  ...['2026-03-01', '2026-03', '1/2', '01/02/2026', '1.2.2026', '2026-03-01 10:00'],
  ...['9:16', '16:9', '00:01:30.5', '9 pm', '97.00', '0,50', '1.000', '1,000,000'],
  ...['true', 'Falso', 'VERDADEIRO'],
  ...['mar 24', 'Mai/24', '5-dez', '3 sept 2026', 'junho 2026'],
  ...['nov23', 'mar10', 'MAR5', 'OCT4', 'SEPT2', 'out12', 'dez2026', '5mar', '5mar2026'],
  ...['(5)', '(1,234.50)', ' (12%) '],
])('%s stays the text that it is in a spreadsheet', (text) => {
  const columns: Column[] = [
    { key: 'grouped_field', kind: 'text' },
    { key: 'date_key', kind: 'date' },
  ]
  const rows = [[text, '2026-03-01']]
  expect(makeCsvWriter(columns, 'spreadsheet', 'pt-BR').rows(rows)).toBe(
    `"'${text}";2026-03-01\r\n`,
  )
  // What another program reads has no apostrophe, and our own import takes it away.
  const [machine] = parsed(makeCsvWriter(columns, 'machine', 'en').rows(rows), ',')
  expect(machine?.[0]).toBe(text)
  expect(withoutEscapes(`'${text}`)).toBe(text)
})

test.each([
  '12345678901',
  '0',
  '2.5',
  'true story',
  'vsl 9:16',
  '24 hours',
  'v2',
  'email 12',
  'lead-100',
  'nov20261',
  'sale10',
  '50%',
  '(5) ads',
  '()',
])('%s is what a spreadsheet shows too, and has no apostrophe', (text) => {
  const columns: Column[] = [{ key: 'grouped_field', kind: 'text' }]
  expect(makeCsvWriter(columns, 'spreadsheet', 'en').rows([[text]])).toBe(`${text}\r\n`)
})

test('a text in the lines around a table stays as it is too, and a day is a date', () => {
  const { line } = makeCsvWriter(COLUMNS, 'spreadsheet', 'en')
  expect(line(['Value', '007', '9:16', '2026-03-01', 12])).toBe(
    `Value,"'007","'9:16",2026-03-01,12\r\n`,
  )
  expect(makeCsvWriter(COLUMNS, 'machine', 'en').line(['007'])).toBe('007\r\n')
  expect(makeCsvWriter(COLUMNS, 'spreadsheet', 'pt-BR').line([2.5])).toBe('2,5\r\n')
  expect(makeCsvWriter(COLUMNS, 'spreadsheet', 'pt-BR', '.').line([2.5])).toBe('2.5\r\n')
})

test('the formula characters are escaped behind any spaces, marks and zero-width characters', () => {
  const writer = makeCsvWriter(COLUMNS.slice(0, 2), 'spreadsheet', 'pt-BR')
  for (const lead of ['', ' ', '\uFEFF', '\u200B', '\u00A0', ' \u200D\uFEFF ']) {
    for (const sign of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
      expect(writer.rows([[`${lead}${sign}1`, 1]])).toBe(`"'${lead}${sign}1";1\r\n`)
    }
  }
})

test('every text is read back unchanged except for added apostrophes', () => {
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
      const back = parsed(spreadsheet.rows(rows), ';')
      expect(back.map((row) => row.map(plain))).toEqual(
        rows.map((row) => row.map((cell) => plain(String(cell)))),
      )
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
      expect(BigInt(String(major?.[2]).replace('.', ''))).toBe(BigInt(amount))
    }),
  )
})

test('no amount is written as 0 that is not', () => {
  const columns: Column[] = [{ key: 'revenue_per_play_usd', kind: 'money', currency: 'usd' }]
  const written = (flavour: 'machine' | 'spreadsheet') =>
    makeCsvWriter(columns, flavour, 'en')
      .rows([[0.5], [0.0037], [0]])
      .match(/[\d.]+/g)
  expect(written('machine')).toEqual(['0.5', '0.0037', '0'])
  expect(written('spreadsheet')).toEqual(['0.0050', '0.00003700', '0.00'])
})

test.each(['machine', 'spreadsheet'] as const)(
  'a rate with more decimals is truncated as on screen (%s)',
  (flavour) => {
    const { percent } = makeFormat('en', 'UTC')
    const writer = makeCsvWriter([{ key: 'play_rate', kind: 'percent' }], flavour, 'en')
    for (const rate of [12.349, 99.999, 0.29, 1.005, 64.1, -0.129]) {
      const shown = percent(rate).replace('%', '').replace('−', '-')
      expect(writer.rows([[rate]]).trim()).toContain(shown)
    }
  },
)

test('a table of one column keeps its empty lines', () => {
  const writer = makeCsvWriter([{ key: 'domain', kind: 'text' }], 'machine', 'en')
  expect(writer.rows([[''], ['a']])).toBe('""\r\na\r\n')
})

test('codes are written as words in a spreadsheet', () => {
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
