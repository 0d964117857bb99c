import { expect, test } from 'vitest'
import { shortRange } from '../../../src/renderer/ui/time-text.ts'

const now = { start: '2026-10-23', end: '2026-11-21' }

test('names the year only when it is another', () => {
  const before = { start: '2026-09-18', end: '2026-10-17' }
  const lastYear = { start: '2025-10-24', end: '2025-11-22' }
  expect(shortRange(before, 'en', now)).not.toContain('2026')
  expect(shortRange(lastYear, 'en', now)).toContain('2025')
  expect(shortRange(lastYear, 'pt-BR', now)).toContain('2025')
})
