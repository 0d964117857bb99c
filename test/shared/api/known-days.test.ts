import { expect, test } from 'vitest'
import { knownDays } from '../../../src/shared/api/player.ts'

const zone = 'America/Sao_Paulo'
const MONTH = { start: '2026-09-01', end: '2026-09-30' }
const LATER = Date.parse('2026-10-05T12:00:00Z')
const created = (created_at: string) => ({ created_at })

test('the days before a player was created are no days of its figures', () => {
  // In São Paulo it is still the 25th.
  const young = created('2026-09-26 02:00:00')
  expect(knownDays(MONTH, young, { zone, asOf: LATER })).toEqual({
    start: '2026-09-25',
    end: '2026-09-30',
  })
  const old = created('2026-01-01 00:00:00')
  expect(knownDays(MONTH, old, { zone, asOf: LATER })).toEqual(MONTH)
})

test('nor are the days after the answer', () => {
  const asOf = Date.parse('2026-09-12T12:00:00Z')
  expect(knownDays(MONTH, null, { zone, asOf })).toEqual({ ...MONTH, end: '2026-09-12' })
})

test('without a readable time of creation, or with one after the period, all days count', () => {
  expect(knownDays(MONTH, created('soon'), { zone, asOf: LATER })).toEqual(MONTH)
  expect(knownDays(MONTH, created('2026-10-02 12:00:00'), { zone, asOf: LATER })).toEqual(MONTH)
})
