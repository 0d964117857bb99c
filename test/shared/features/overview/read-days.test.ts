import { expect, test } from 'vitest'
import { makeReadOnLastDay } from '../../../../src/shared/features/overview/read-days.ts'

test('only figures that were read on the last day of a period, and can still change, lack a part of it', () => {
  const isRead = makeReadOnLastDay({ start: '2026-11-20', end: '2026-11-26' }, 'America/Sao_Paulo')
  const figures = (at: string, isSettled = false) => ({
    ...{ period: null, sums: null, isSettled },
    asOf: Date.parse(at),
  })
  expect(isRead(figures('2026-11-26T02:59:59Z'))).toBe(false)
  expect(isRead(figures('2026-11-26T03:00:00Z'))).toBe(true)
  expect(isRead(figures('2026-11-27T02:59:59Z'))).toBe(true)
  expect(isRead(figures('2026-11-27T03:00:00Z'))).toBe(false)
  expect(isRead(figures('2026-11-26T12:00:00Z', true))).toBe(false)
  expect(isRead(null)).toBe(false)
})
