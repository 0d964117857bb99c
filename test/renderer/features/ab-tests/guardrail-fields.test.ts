import { expect, test } from 'vitest'
import { typedFigure } from '../../../../src/renderer/features/ab-tests/guardrail-fields.tsx'

test('a guardrail is read with trailing zeros too, and not outside its limits', () => {
  const range = { min: 0.1, max: 100 }
  const typed = [5, '0.50', '95.0', 0.1, 100, 100.1, '0.0', '', '-', '1e9']
  expect(typed.map((one) => typedFigure(one, range))).toEqual([
    ...[5, 0.5, 95, 0.1, 100],
    ...[null, null, null, null, null],
  ])
})
