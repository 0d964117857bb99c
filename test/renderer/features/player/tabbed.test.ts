import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { factsAbove, tabbed } from '../../../../src/renderer/features/player/tabbed.ts'
import { startText } from '../../../../src/renderer/text.ts'
import { makeFormat } from '../../../../src/renderer/ui/format.ts'
import { missing } from '../../../../src/shared/tables/table.ts'

beforeAll(() => startText('en'))

const FORMAT = makeFormat('en', 'UTC')
const WRITTEN = {
  ...{ titles: (key: string) => key, text: String, points: FORMAT.points },
  ...{ totalsLabel: 'Total', language: 'en' as const },
}

const copy = (cell: string | number) =>
  tabbed(
    { columns: [{ key: 'name', kind: 'text' }], rows: [[cell]], totals: null, asOf: null },
    WRITTEN,
  ).split('\n')[1]

test('a copied text that would run as a formula is quoted', () => {
  expect(['=1+1', '@x', '+x', '-x', '＝1'].map(copy)).toEqual([
    "'=1+1",
    "'@x",
    "'+x",
    "'-x",
    "'＝1",
  ])
})

test('a negative figure stays a figure, and a tab cannot start a new cell', () => {
  expect([copy(-3), copy('a\tb\nc')]).toEqual(['-3', 'a b c'])
})

test('a cell without a figure says why', () => {
  const table = {
    columns: [{ key: 'name', kind: 'text' as const }],
    rows: [[missing('not-applicable')]],
    totals: null,
    asOf: null,
  }
  expect(tabbed(table, WRITTEN)).toBe('name\nn/a')
})

test('a copied difference of percentages is in points, as on the screen', () => {
  const [column, rows] = [
    { key: 'percent_reached__points', kind: 'percent' as const },
    [[3.2], [-1]],
  ]
  const text = tabbed({ columns: [column], rows, totals: null, asOf: null }, WRITTEN)
  expect(text.split('\n').slice(1)).toEqual(['3.20 pt', '−1.00 pt'])
})

test('a copied table ends with its totals', () => {
  const kinds = { second: 'second', clicks: 'count', clicks_so_far: 'count' } as const
  const table = {
    columns: Object.entries(kinds).map(([key, kind]) => ({ key, kind })),
    rows: [[1, 2, 2]],
    totals: [missing('not-applicable'), 2, missing('not-applicable')],
    asOf: null,
  }
  expect(tabbed(table, WRITTEN).split('\n').slice(1)).toEqual(['1\t2\t2', 'Total\t2\t'])
})

test('a copied table says above it whose curves it has, of which days, and how old they are', () => {
  const table = {
    columns: [{ key: 'name', kind: 'text' as const }],
    ...{ rows: [['x']], totals: null, asOf: Date.UTC(2026, 2, 8, 12) },
  }
  const facts = {
    ...{ title: 'Compare', subject: '=VSL', zone: 'America/Sao_Paulo', age: null },
    period: { start: '2026-03-01', end: '2026-03-07' },
  }
  const wording = {
    ...{ t: i18next.getFixedT('en', 'picture'), format: makeFormat('en', 'America/Sao_Paulo') },
  }
  const above = factsAbove({ table, facts, head: ['1 = this; 2 = last week', ''] }, wording)
  const text = tabbed(table, WRITTEN, above)
  expect(text.replaceAll(/[\u2009\u202f]/gu, ' ').split('\n')).toEqual([
    '1 = this; 2 = last week',
    "'=VSL",
    'Mar 1 – 7, 2026 · days in America/Sao_Paulo',
    'Data as of Mar 8, 2026, 9:00 AM, America/Sao_Paulo',
    ...['', 'name', 'x'],
  ])
})

test('a copied table with the comparison names its days, and one without does not', () => {
  const facts = {
    ...{ title: 'Retention', subject: 'VSL', zone: 'UTC', age: null },
    period: { start: '2026-03-08', end: '2026-03-14' },
    comparison: { start: '2026-03-01', end: '2026-03-07' },
  }
  const wording = { t: i18next.getFixedT('en', 'picture'), format: makeFormat('en', 'UTC') }
  const above = (key: string) => {
    const table = { columns: [{ key, kind: 'count' as const }], rows: [], totals: null, asOf: null }
    return factsAbove({ table, facts, head: [] }, wording)
  }
  const days = `Compared: ${wording.format.dateRange(facts.comparison)}`
  expect(above('sessions_reached__comparison')).toContain(days)
  expect(above('sessions_reached')).not.toContain(days)
})
