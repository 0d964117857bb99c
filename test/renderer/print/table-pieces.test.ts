import { expect, test } from 'vitest'
import { widthFor } from '../../../src/renderer/print/client/table-pieces.tsx'

test('a column of figures is as wide as its longest figure, and at least its planned width', () => {
  expect(widthFor(84, ['–', '$12.00'])).toBe(84)
  expect(widthFor(84, ['–', 'R$ 1.234.567,89'])).toBe(102)
})
