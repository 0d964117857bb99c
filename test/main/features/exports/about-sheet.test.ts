import { expect, test } from 'vitest'
import { aboutSheet } from '../../../../src/main/features/exports/about-sheet.ts'
import { aboutText, type Written } from '../../../../src/main/features/exports/facts.ts'
import type { WrittenSheet } from '../../../../src/main/features/exports/write-xlsx.ts'
import { daysTable, figuresTable } from '../../../../src/shared/features/player/figures.ts'
import { aPlayer, statisticsOf } from '../../../support/store-data.ts'

const WRITTEN: Written = {
  table: {
    columns: [{ key: 'total_amount_brl', kind: 'money', currency: 'brl' }],
    rows: [],
    totals: null,
    asOf: Date.UTC(2026, 2, 3),
  },
  facts: {
    table: 'days',
    account: 'Acme',
    player: null,
    timezone: 'UTC',
    period: null,
    comparison: null,
    filters: {},
    annotations: [
      {
        start: '2026-03-01',
        end: '2026-03-02',
        player_id: null,
        text: 'Price up',
        tags: ['price'],
      },
    ],
  },
  language: 'en',
  rows: 1_048_580,
  exportedAt: Date.UTC(2026, 2, 4),
  version: '0.1.0',
}
const SHEET: WrittenSheet = { rows: 1_048_580, tabs: 1, empty: [{}], cutTexts: 0 }

const linesOf = (sheet: WrittenSheet) =>
  aboutSheet(WRITTEN, sheet).lines.map(({ cells }) => cells.join('|'))

test('the sheet lists the annotations, the ages of the figures and the version', () => {
  expect(linesOf(SHEET)).toEqual(
    expect.arrayContaining([
      'Annotation|2026-03-01|2026-03-02|Price up|price',
      'As of (UTC)|2026-03-03T00:00:00.000Z',
      'Exported (UTC)|2026-03-04T00:00:00.000Z',
      'Version, definitions|Cuepoint 0.1.0|1',
    ]),
  )
})

test('figures that can no longer change are labelled as final', () => {
  const final = { ...WRITTEN, table: { ...WRITTEN.table, isSettled: true } }
  const lines = aboutSheet(final, SHEET).lines.map(({ cells }) => cells.join('|'))
  expect(lines).toContain('As of (UTC)|2026-03-03T00:00:00.000Z|final')
  expect(JSON.parse(aboutText('days.csv', final))).toMatchObject({ is_final: true })
  expect(JSON.parse(aboutText('days.csv', WRITTEN))).toMatchObject({ is_final: false })
})

test('what the user did here is as of its file, however old its newest row is', () => {
  for (const table of ['annotations', 'change_history', 'ab_decisions'] as const) {
    const own = { ...WRITTEN, facts: { ...WRITTEN.facts, table } }
    const lines = aboutSheet(own, SHEET).lines.map(({ cells }) => cells.join('|'))
    expect(lines).toContain('As of (UTC)|2026-03-04T00:00:00.000Z')
    expect(JSON.parse(aboutText('own.csv', own)).as_of).toBe('2026-03-04T00:00:00.000Z')
  }
})

test('days whose end the rows of a table know are taken from them', () => {
  const facts = { ...WRITTEN.facts, period: { start: '2026-03-01', end: '2026-03-03' } }
  const open = { own: null, compared: { start: '2026-02-27', end: '2026-02-28' } }
  const written = {
    ...WRITTEN,
    facts: { ...facts, timezone: 'UTC' },
    table: { ...WRITTEN.table, open },
  }
  expect(JSON.parse(aboutText('players.csv', written))).toMatchObject({
    not_over: null,
    comparison_not_over: open.compared,
  })
})

test('the days that were not over at the time of the figures are named, and of final figures none', () => {
  const period = { start: '2026-03-01', end: '2026-03-03' }
  const facts = { ...WRITTEN.facts, period, timezone: 'America/Sao_Paulo' }
  const open = { ...WRITTEN, facts }
  const said = (written: Written) =>
    aboutSheet(written, SHEET).lines.map(({ cells }) => cells.join('|'))
  // Midnight in UTC is the evening before in the zone of the days.
  expect(said(open)).toContain('Days not over by then|2026-03-02|2026-03-03')
  expect(JSON.parse(aboutText('days.csv', open))).toMatchObject({
    not_over: { start: '2026-03-02', end: '2026-03-03' },
  })
  const final = { ...open, table: { ...WRITTEN.table, isSettled: true } }
  expect(said(final).join()).not.toContain('not over')
  const zones = { ...open, facts: { ...facts, timezone: 'America/Sao_Paulo / UTC' } }
  expect(said(zones).join()).not.toContain('not over')
})

test('days read after they were over are not named because an older answer is about compared days', () => {
  const period = { start: '2026-03-01', end: '2026-03-03' }
  const comparison = { start: '2026-02-22', end: '2026-02-24' }
  const player = aPlayer(1)
  const known = (asOf: number) => ({ value: statisticsOf(''), asOf })
  const stats = known(Date.UTC(2026, 2, 3, 12))
  const compared = known(Date.UTC(2026, 1, 24, 12))
  const table = figuresTable({ player, period, comparison }, { stats, compared })
  const facts = { ...WRITTEN.facts, table: 'figures', period, comparison } as const
  const about = (built: Written['table']) =>
    JSON.parse(aboutText('figures.csv', { ...WRITTEN, table: built, facts }))
  expect(about(table)).toMatchObject({
    as_of: '2026-02-24T12:00:00.000Z',
    not_over: { start: '2026-03-03', end: '2026-03-03' },
    comparison_not_over: { start: '2026-02-24', end: '2026-02-24' },
  })
  const lines = aboutSheet({ ...WRITTEN, table, facts }, SHEET).lines
  expect(lines.map(({ cells }) => cells.join('|'))).toContain(
    'Compared days not over by then|2026-02-24|2026-02-24',
  )
  const settled = figuresTable(
    { player, period, comparison },
    { stats: { ...stats, isSettled: true }, compared },
  )
  expect(about(settled)).toMatchObject({ is_final: false, not_over: null })
})

test('a day that was read by itself is over or not by its own time', () => {
  const period = { start: '2026-03-01', end: '2026-03-03' }
  const dayTimes = { '2026-03-03': Date.UTC(2026, 2, 4, 12) }
  const days = { value: [], asOf: Date.UTC(2026, 2, 2, 12), dayTimes }
  const facts = { ...WRITTEN.facts, period }
  const notOver = (table: Written['table']) =>
    JSON.parse(aboutText('days.csv', { ...WRITTEN, table, facts })).not_over
  const player = aPlayer(1)
  expect(notOver(daysTable(days, player))).toEqual({ start: '2026-03-02', end: '2026-03-02' })
  const read = { ...days, asOf: Date.UTC(2026, 2, 3, 12) }
  expect(notOver(daysTable(read, player))).toBeNull()
})

test('a complete table in one sheet has no notes', () => {
  expect(linesOf(SHEET).filter((line) => line.startsWith('Note'))).toEqual([])
})

test('rows split over several sheets and shortened texts are noted with the limit', () => {
  const notes = linesOf({ ...SHEET, tabs: 2, cutTexts: 3 }).filter((line) =>
    line.startsWith('Note'),
  )
  expect(notes[0]).toContain('at most 1,048,576 lines, so the rows continue over 2 worksheets')
  expect(notes[1]).toContain('at most 32,767 characters: longer texts end in “…” here (3)')
})
