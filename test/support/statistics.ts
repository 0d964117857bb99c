import fc from 'fast-check'
import type { Player } from '../../src/shared/api/player.ts'
import {
  ADDITIVE,
  type AdditiveTotals,
  type DayStatistics,
  type Statistics,
} from '../../src/shared/api/statistics.ts'
import type { Overview, OverviewRow } from '../../src/shared/features/overview/overview.ts'
import type { Cell, Table } from '../../src/shared/tables/table.ts'

export const idOf = (number: number) => number.toString(16).padStart(24, '0')

export function aPlayer(change: Partial<Player> = {}): Player {
  return {
    id: idOf(1),
    name: 'Launch VSL',
    pitch_time: 700,
    duration: 1800,
    created_at: '2025-01-10 12:00:00',
    ...change,
  }
}

export function aStatistics(change: Partial<Statistics> = {}): Statistics {
  return {
    total_viewed: 1200,
    total_viewed_session_uniq: 1100,
    total_viewed_device_uniq: 1000,
    total_started: 800,
    total_started_session_uniq: 700,
    total_started_device_uniq: 600,
    total_finished: 90,
    total_finished_session_uniq: 80,
    total_finished_device_uniq: 70,
    total_clicked: 140,
    total_clicked_session_uniq: 120,
    total_clicked_device_uniq: 110,
    total_over_pitch: 269,
    total_under_pitch: 431,
    total_conversions: 40,
    overall_conversion_rate: 6.66,
    total_amount_usd: 0,
    total_amount_brl: 1_234_567,
    total_amount_eur: 0,
    engagement_rate: '41.07',
    over_pitch_rate: '38.42',
    play_rate: '60.00',
    ...change,
  }
}

export const aDay = (date_key: string, change: Partial<Statistics> = {}): DayStatistics => ({
  ...aStatistics(change),
  date_key,
})

export function sumsOf(statistics: Statistics): AdditiveTotals {
  return Object.fromEntries(ADDITIVE.map((key) => [key, statistics[key]])) as AdditiveTotals
}

export function aRow(change: Partial<OverviewRow> = {}): OverviewRow {
  return {
    player: aPlayer(),
    current: { period: aStatistics(), sums: null, asOf: 1000 },
    comparison: null,
    ...change,
  }
}

export function anOverview(rows: OverviewRow[]): Overview {
  const days = ['2026-03-01', '2026-03-02']
  const daily = Object.fromEntries(ADDITIVE.map((key) => [key, [10, null]])) as Overview['daily']
  return { rows, days, daily, playersAsOf: 1000 }
}

/** Texts that break careless writers and spreadsheets. */
export const NASTY = [
  '',
  ' ',
  '"',
  '""',
  'a"b',
  'a,b',
  'a;b',
  'a\tb',
  'line\nbreak',
  'line\r\nbreak',
  '\r',
  '\n',
  '\t=1+1',
  '=1+1',
  '=HYPERLINK("http://example.com","x")',
  "=cmd|' /C calc'!A0",
  '+55 11 99999-0000',
  '-5',
  '@SUM(1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '  =1',
  '\uFEFF=1',
  '\u200B=1',
  '\u00A0+1',
  '\u202E=1',
  'ação 日本語 😀',
  '\u0000nul',
  'undefined',
  'null',
  '1e309',
  "'; DROP TABLE players;--",
  '<script>alert(1)</script>',
  '%00',
  'ﷺ',
  '⁦test⁧',
]

export const nastyText = () => fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'grapheme' }))

export const cellAt = (table: Table, row: number, key: string): Cell | undefined =>
  table.rows[row]?.[table.columns.findIndex((column) => column.key === key)]

export const totalOf = (table: Table, key: string): Cell | undefined =>
  table.totals?.[table.columns.findIndex((column) => column.key === key)]
