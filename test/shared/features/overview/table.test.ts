import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ADDITIVE } from '../../../../src/shared/api/statistics.ts'
import { OVERVIEW_COLUMNS } from '../../../../src/shared/features/overview/columns.ts'
import type { OverviewRow } from '../../../../src/shared/features/overview/overview.ts'
import { overviewTable, youngIn } from '../../../../src/shared/features/overview/table.ts'
import { isAdditive, MEASURES } from '../../../../src/shared/tables/measures.ts'
import { missing } from '../../../../src/shared/tables/table.ts'
import {
  anOverview,
  aPlayer,
  aRow,
  aStatistics,
  idOf,
  sumsOf,
} from '../../../support/statistics.ts'

const VIEW = {
  search: '',
  activeOnly: false,
  columns: ['name', 'total_started', 'play_rate'],
  sort: { column: 'name', descending: false },
}
const ALL = { ...VIEW, columns: OVERVIEW_COLUMNS.map(({ key }) => key) }

const named = (number: number, name: string, change: Partial<OverviewRow> = {}) =>
  aRow({ player: aPlayer({ id: idOf(number), name }), ...change })

const cellsOf = (row: OverviewRow) => {
  const table = overviewTable(anOverview([row]), ALL)
  return Object.fromEntries(table.columns.map(({ key }, index) => [key, table.rows[0]?.[index]]))
}

test('every figure of the period’s answer is in its column', () => {
  const cells = cellsOf(aRow())
  for (const key of MEASURES) expect(cells[key]).toBe(Number(aStatistics()[key]))
})

test('with only daily sums, additive figures are shown and the others need a period query', () => {
  const sums = sumsOf(aStatistics())
  const cells = cellsOf(aRow({ current: { period: null, sums, asOf: 5 } }))
  for (const key of MEASURES) {
    expect(cells[key]).toEqual(isAdditive(key) ? sums[key] : missing('needs-period'))
  }
})

test('with nothing stored every figure is marked as not downloaded', () => {
  const cells = cellsOf(aRow({ current: { period: null, sums: null, asOf: null } }))
  for (const key of MEASURES) expect(cells[key]).toEqual(missing('not-downloaded'))
  expect(cells['total_started__comparison']).toEqual(missing('no-comparison'))
})

test('a player without a pitch has no pitch figures', () => {
  const cells = cellsOf(aRow({ player: aPlayer({ pitch_time: 0 }) }))
  expect(cells['over_pitch_rate']).toEqual(missing('not-applicable'))
  expect(cells['total_over_pitch']).toEqual(missing('not-applicable'))
  expect(cells['pitch_time']).toEqual(missing('not-applicable'))
})

test('average amounts are truncated to cents, and per order only when one currency has sales', () => {
  expect(cellsOf(aRow())).toMatchObject({
    average_order_value_brl: 30_864,
    revenue_per_play_brl: 1543,
  })
  const mixed = aStatistics({ total_amount_usd: 100 })
  const cells = cellsOf(aRow({ current: { period: mixed, sums: null, asOf: 1 } }))
  expect(cells['average_order_value_brl']).toEqual(missing('not-applicable'))
  expect(cells['revenue_per_play_brl']).toBe(1543)
})

test('an amount per play of less than a cent is exact, since of whole cents none would be left', () => {
  const perPlay = (total_amount_brl: number) => {
    const current = { period: aStatistics({ total_amount_brl }), sums: null, asOf: 1 }
    return cellsOf(aRow({ current }))['revenue_per_play_brl']
  }
  const plays = aStatistics().total_started
  expect(perPlay(plays / 2)).toBe(0.5)
  expect(perPlay(plays * 1.5)).toBe(1)
  expect(perPlay(0)).toBe(0)
})

test('the days that were not over are those of which the figures say so, from the first to the last', () => {
  const open = (start: string, end: string) => ({
    ...{ period: aStatistics(), sums: null, asOf: 1 },
    unfinished: { start, end },
  })
  const rows = [
    aRow({ current: open('2026-03-06', '2026-03-07') }),
    aRow({
      current: open('2026-03-07', '2026-03-07'),
      comparison: open('2026-02-28', '2026-02-28'),
    }),
    aRow(),
  ]
  expect(overviewTable(anOverview(rows), ALL).open).toEqual({
    own: { start: '2026-03-06', end: '2026-03-07' },
    compared: { start: '2026-02-28', end: '2026-02-28' },
  })
  expect(overviewTable(anOverview(rows), VIEW).open?.compared).toBeNull()
  expect(overviewTable(anOverview([aRow()]), ALL).open).toEqual({ own: null, compared: null })
})

test('changes are next to their comparison', () => {
  const comparison = {
    period: aStatistics({ total_started: 400, play_rate: '50.00' }),
    sums: null,
    asOf: 1,
  }
  expect(cellsOf(aRow({ comparison }))).toMatchObject({
    total_started__comparison: 400,
    total_started__change: 100,
    play_rate__comparison: 50,
    play_rate__change: 10,
  })
})

test('rows are found by name without accents or case, or by id', () => {
  const overview = anOverview([named(1, 'Promoção Ágil'), named(2, 'Outra')])
  expect(overviewTable(overview, { ...VIEW, search: 'promocao' }).player_ids).toEqual([idOf(1)])
  expect(overviewTable(overview, { ...VIEW, search: idOf(2) }).player_ids).toEqual([idOf(2)])
})

test('only players known to have views are active', () => {
  const idle = { period: aStatistics({ total_viewed: 0 }), sums: null, asOf: 1 }
  const unknown = { period: null, sums: null, asOf: null }
  const overview = anOverview([
    named(1, 'a'),
    named(2, 'b', { current: idle }),
    named(3, 'c', { current: unknown }),
  ])
  expect(overviewTable(overview, { ...VIEW, activeOnly: true }).player_ids).toEqual([idOf(1)])
})

test('rows are sorted by any column, also a hidden one, and missing figures come last', () => {
  const plays = (total_started: number) => ({
    period: aStatistics({ total_started }),
    sums: null,
    asOf: 1,
  })
  const overview = anOverview([
    named(1, 'a', { current: { period: null, sums: null, asOf: null } }),
    named(2, 'b', { current: plays(5) }),
    named(3, 'c', { current: plays(9) }),
  ])
  const view = { ...VIEW, columns: ['name'], sort: { column: 'total_started', descending: true } }
  expect(overviewTable(overview, view).player_ids).toEqual([idOf(3), idOf(2), idOf(1)])
  const rising = { ...view, sort: { ...view.sort, descending: false } }
  expect(overviewTable(overview, rising).player_ids).toEqual([idOf(2), idOf(3), idOf(1)])
})

test('totals are shown for additive columns only, and only when every row has its figure', () => {
  const overview = anOverview([named(1, 'a'), named(2, 'b')])
  expect(overviewTable(overview, VIEW).totals).toEqual([
    missing('not-applicable'),
    1600,
    missing('not-applicable'),
  ])
  const lacking = named(3, 'c', { current: { period: null, sums: null, asOf: null } })
  const more = anOverview([...overview.rows, lacking])
  expect(overviewTable(more, VIEW).totals?.[1]).toEqual(missing('not-downloaded'))
})

test('no column with a rate or a unique count is ever additive', () => {
  const additive = OVERVIEW_COLUMNS.filter((column) => column.isAdditive)
  for (const { measure, group } of additive) {
    expect(group).not.toBe('change')
    expect(ADDITIVE).toContain(measure)
    expect(measure).not.toMatch(/uniq|rate|pitch/)
  }
})

test('totals equal the sum of the rows, whatever they are', () => {
  const count = fc.nat(1_000_000)
  fc.assert(
    fc.property(fc.array(count, { minLength: 1, maxLength: 30 }), (counts) => {
      const rows = counts.map((total_started, index) =>
        named(index, `p${index}`, {
          current: { period: aStatistics({ total_started }), sums: null, asOf: index },
        }),
      )
      const table = overviewTable(anOverview(rows), VIEW)
      expect(table.totals?.[1]).toBe(counts.reduce((a, b) => a + b, 0))
      expect(table.asOf).toBe(0)
    }),
  )
})

test('unknown columns are left out, and without any known column the default ones are shown', () => {
  const overview = anOverview([named(1, 'a')])
  expect(overviewTable(overview, { ...VIEW, columns: ['constructor', 'id'] }).columns).toHaveLength(
    1,
  )
  const first = overviewTable(overview, { ...VIEW, columns: [], basis: 'sessions' })
  expect(first.columns.map(({ key }) => key)).toContain('total_started_session_uniq')
})

test('a tag filter shows only the players with that tag, in any case, and the tag is in its column', () => {
  const overview = anOverview([
    named(1, 'a', { tags: ['Oferta', 'VSL'] }),
    named(2, 'b', { tags: ['outra'] }),
    named(3, 'c'),
  ])
  const tagged = (...tags: string[]) => overviewTable(overview, { ...ALL, tags })
  expect(tagged('oferta').player_ids).toEqual([idOf(1)])
  expect(tagged('OUTRA', 'vsl').player_ids).toEqual([idOf(1), idOf(2)])
  expect(tagged().player_ids).toHaveLength(3)
  const at = tagged().columns.findIndex(({ key }) => key === 'tags')
  expect(tagged().rows.map((row) => row[at])).toEqual(['Oferta, VSL', 'outra', ''])
})

test('an unchanged row keeps the same cells, whatever other rows become', () => {
  const [ana, bea] = [named(1, 'Ana'), named(2, 'Bea')]
  const before = overviewTable(anOverview([ana, bea]), VIEW)
  const newer = aRow({ ...bea, current: { period: null, sums: null, asOf: null } })
  const after = overviewTable(anOverview([ana, newer]), VIEW)
  expect(after.rows[0]).toBe(before.rows[0])
  expect(after.columns).toBe(before.columns)
  expect(after.rows[1]).toEqual(['Bea', missing('not-downloaded'), missing('not-downloaded')])
  const wider = overviewTable(anOverview([ana, newer]), { ...VIEW, columns: ['name', 'id'] })
  expect(wider.rows[0]).toEqual(['Ana', ana.player.id])
})

test('a change is missing for the reason of the comparison, when that only has to be read', () => {
  const unread = cellsOf(aRow({ comparison: { period: null, sums: null, asOf: null } }))
  expect(unread['total_started__change']).toEqual(missing('not-downloaded'))
  const sums = sumsOf(aStatistics())
  const daily = cellsOf(aRow({ comparison: { period: null, sums, asOf: 5 } }))
  expect(daily['play_rate__change']).toEqual(missing('needs-period'))
  expect(cellsOf(aRow({ comparison: null }))['play_rate__change']).toEqual(missing('no-comparison'))
})

test('players that did not exist on all of the compared days are known by the day of the zone', () => {
  const created = {
    ...{ old: '2026-03-01 02:59:59', first: '2026-03-01 03:00:00', some: '2026-03-05 12:00:00' },
    ...{ all: '2026-04-01 12:00:00', unknown: '' },
  }
  const rows = Object.entries(created).map(([id, created_at]) =>
    aRow({ player: aPlayer({ id, created_at }) }),
  )
  const comparison = { start: '2026-03-01', end: '2026-03-07' }
  expect([...youngIn(anOverview(rows), comparison, 'America/Sao_Paulo')]).toEqual([
    ['first', '2026-03-01'],
    ['some', '2026-03-05'],
    ['all', '2026-04-01'],
  ])
  expect(youngIn(anOverview(rows), null, 'America/Sao_Paulo').size).toBe(0)
})
