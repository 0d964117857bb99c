import { describe, expect, test } from 'vitest'
import {
  coverageOf,
  hasFigures,
  newestDownload,
} from '../../../../src/renderer/features/overview/coverage.ts'
import type { AdditiveTotals, Statistics } from '../../../../src/shared/api/statistics.ts'
import type { DownloadState } from '../../../../src/shared/features/downloads/download.ts'
import type {
  Overview,
  OverviewFigures,
} from '../../../../src/shared/features/overview/overview.ts'

const figures = {
  whole: { period: {} as Statistics, sums: null, asOf: 20 },
  days: { period: null, sums: {} as AdditiveTotals, asOf: 10 },
  none: { period: null, sums: null, asOf: null },
} satisfies Record<string, OverviewFigures>

const overview = (...all: OverviewFigures[]) =>
  ({ rows: all.map((current) => ({ current })) }) as unknown as Overview

describe('the coverage of a period', () => {
  test('counts players with complete figures and those with only daily figures', () => {
    expect(coverageOf(overview(figures.whole, figures.days, figures.days, figures.none))).toEqual({
      players: 4,
      whole: 1,
      onlyDays: 2,
      age: { asOf: 10, isSettled: false },
      compared: null,
      unfinished: [],
    })
  })

  test('is as old as the oldest unsettled figures', () => {
    const settled = { ...figures.days, isSettled: true } as const
    expect(coverageOf(overview(settled, figures.whole)).age?.asOf).toBe(20)
    expect(coverageOf(overview(settled)).age).toEqual({ asOf: 10, isSettled: true })
  })

  test('tells the age of the comparison apart', () => {
    const row = { current: figures.whole, comparison: figures.days }
    const { age, compared } = coverageOf({ rows: [row] } as unknown as Overview)
    expect([age?.asOf, compared?.asOf]).toEqual([20, 10])
  })

  test('names the days that were not over when some player was read, of each period apart', () => {
    const rows = [
      { ...figures.days, unfinished: { start: '2026-03-04', end: '2026-03-05' } },
      { ...figures.days, unfinished: { start: '2026-03-05', end: '2026-03-08' } },
      figures.whole,
    ].map((current) => ({ current, comparison: null }))
    const compared = { ...figures.days, unfinished: { start: '2026-03-01', end: '2026-03-01' } }
    const whole = { current: figures.whole, comparison: compared }
    expect(coverageOf({ rows: [...rows, whole] } as unknown as Overview).unfinished).toEqual([
      { start: '2026-03-04', end: '2026-03-08' },
      { start: '2026-03-01', end: '2026-03-01' },
    ])
  })

  test('has figures once one is stored, or when no player existed yet', () => {
    const isShown = (...all: OverviewFigures[]) => hasFigures(coverageOf(overview(...all)))
    const newer = { ...figures.whole, asOf: null }
    expect(isShown(newer, figures.none)).toBe(false)
    expect(isShown(newer, figures.none, figures.days)).toBe(true)
    expect(isShown(newer, { ...figures.days, asOf: null })).toBe(true)
    expect(isShown()).toBe(false)
  })

  test('has no age without figures', () => {
    expect(coverageOf(overview(figures.none)).age).toBeNull()
  })
})

test('the newest download is that of the given account', () => {
  const download = (account_id: string, startedAt: number) =>
    ({ account_id, startedAt }) as DownloadState
  const all = [download('mine', 2), download('other', 9), download('mine', 5), download('mine', 1)]
  expect(newestDownload(all, 'mine')?.startedAt).toBe(5)
  expect(newestDownload(all, 'nobody')).toBeNull()
})
