import { describe, expect, test } from 'vitest'
import { ADDITIVE, type AdditiveTotals } from '../../../../src/shared/api/statistics.ts'
import { onBasis } from '../../../../src/shared/features/overview/columns.ts'
import type {
  Overview,
  OverviewFigures,
} from '../../../../src/shared/features/overview/overview.ts'
import {
  shownColumns,
  sortAmong,
  withColumnToggled,
} from '../../../../src/shared/features/overview/shown-columns.ts'

const sums = (change: Partial<AdditiveTotals>) =>
  ({ ...Object.fromEntries(ADDITIVE.map((key) => [key, 0])), ...change }) as AdditiveTotals

function overviewWith(change: Partial<AdditiveTotals>): Overview {
  const current: OverviewFigures = { period: null, sums: sums(change), asOf: 1 }
  const player = {
    id: 'a'.repeat(24),
    name: 'VSL',
    pitch_time: 60,
    duration: 600,
    created_at: '2026-01-01 00:00:00',
  }
  return {
    rows: [{ player, current, comparison: null }],
    days: [],
    daily: {} as Overview['daily'],
    playersAsOf: 1,
  }
}

describe('the columns on another basis', () => {
  test('keep their order, and columns without another basis stay', () => {
    expect(
      onBasis(['name', 'total_started', 'play_rate', 'total_clicked_device_uniq'], 'sessions'),
    ).toEqual(['name', 'total_started_session_uniq', 'play_rate', 'total_clicked_session_uniq'])
  })

  test('are not shown twice', () => {
    expect(onBasis(['total_started', 'total_started_device_uniq'], 'events')).toEqual([
      'total_started',
    ])
  })

  test('replace the change column of a count too, where there is one', () => {
    expect(onBasis(['total_started__change', 'total_clicked__change'], 'devices')).toEqual([
      'total_started_device_uniq__change',
      'total_clicked__change',
    ])
  })

  test('keep conversions and the pitch', () => {
    const columns = ['total_conversions', 'total_over_pitch', 'total_conversions__change']
    expect(onBasis(columns, 'devices')).toEqual(columns)
  })
})

describe('the columns shown', () => {
  test('show the sales of another account after another column was chosen', () => {
    const [brl, usd] = [
      overviewWith({ total_amount_brl: 1 }),
      overviewWith({ total_amount_usd: 1 }),
    ]
    const chosen = withColumnToggled('total_viewed', [], 'devices', brl)
    expect(shownColumns(chosen, 'devices', brl)).toContain('total_viewed')
    expect(shownColumns(chosen, 'devices', brl)).not.toContain('total_amount_usd')
    expect(shownColumns(chosen, 'devices', usd)).toContain('total_amount_usd')
    expect(shownColumns(chosen, 'devices', usd)).not.toContain('total_amount_brl')
  })

  test('have an amount without sales that was chosen, and not one that was hidden', () => {
    const brl = overviewWith({ total_amount_brl: 1 })
    const withUsd = withColumnToggled('total_amount_usd', [], 'devices', brl)
    expect(shownColumns(withUsd, 'devices', brl)).toContain('total_amount_usd')
    const withoutBrl = withColumnToggled('total_amount_brl', withUsd, 'devices', brl)
    expect(shownColumns(withoutBrl, 'devices', brl)).not.toContain('total_amount_brl')
    expect(shownColumns(withoutBrl, 'devices', brl)).toContain('total_amount_usd')
  })

  test('initially leave out currencies without sales', () => {
    const columns = shownColumns([], 'devices', overviewWith({ total_amount_brl: 100 }))
    expect(columns).toContain('total_amount_brl')
    expect(columns).not.toContain('total_amount_usd')
    expect(columns).not.toContain('total_amount_eur')
  })

  test('initially include every currency while there are no sales at all', () => {
    const columns = shownColumns([], 'devices', overviewWith({}))
    expect(columns.filter((key) => key.startsWith('total_amount'))).toHaveLength(3)
  })

  test('are the chosen ones, with the name first and without unknown ones', () => {
    const chosen = ['play_rate', 'name', 'no_such', 'total_amount_usd']
    expect(shownColumns(chosen, 'events', overviewWith({}))).toEqual([
      'name',
      'play_rate',
      'total_amount_usd',
    ])
  })
})

describe('the remembered order', () => {
  test('follows the basis of the columns shown', () => {
    const sort = { column: 'total_started', descending: true }
    expect(sortAmong(['name', 'total_started_device_uniq'], sort)).toEqual({
      column: 'total_started_device_uniq',
      descending: true,
    })
  })

  test('prefers the counts on the basis to total counts beside them', () => {
    const sort = { column: 'total_started_session_uniq', descending: true }
    const columns = ['total_started', 'total_started_device_uniq']
    expect(sortAmong(columns, sort).column).toBe('total_started_device_uniq')
  })

  test('follows the currency of the columns shown', () => {
    const sort = { column: 'total_amount_brl__change', descending: true }
    const columns = ['total_amount_usd', 'total_amount_usd__change', 'total_amount_eur__change']
    expect(sortAmong(columns, sort)).toEqual({
      column: 'total_amount_usd__change',
      descending: true,
    })
  })

  test('stays when its column is visible, or when no visible column replaces it', () => {
    const sort = { column: 'total_amount_brl', descending: false }
    expect(sortAmong(['name', 'total_amount_brl'], sort)).toBe(sort)
    expect(sortAmong(['name'], sort)).toBe(sort)
  })
})
