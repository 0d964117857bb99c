import { describe, expect, it } from 'vitest'
import { remarksWidth, columnWidth as widthOf } from '../../../src/renderer/ui/column-width.ts'
import { type Cell, type Column, missing } from '../../../src/shared/tables/table.ts'

const text = { key: 'arms', kind: 'text' } as const
const rate = { key: 'lasting_low', kind: 'percent' } as const

const columnWidth = (column: Column, title: string, cells: Cell[], canSort = false) =>
  widthOf(column, { title, cells, canSort })

describe('the width of a column', () => {
  it('holds the longest text of its cells', () => {
    const short = columnWidth(text, 'Arms', ['A / B'])
    const long = columnWidth(text, 'Arms', ['A / B', 'Lead curta · Glicose em Dia'])
    expect(long).toBeGreaterThanOrEqual('Lead curta · Glicose em Dia'.length * 7)
    expect(long).toBeGreaterThan(short)
  })

  it('limits a text to its share, and the rest ends in an ellipsis', () => {
    const most = columnWidth(text, 'Arms', ['x'.repeat(100)])
    expect(columnWidth(text, 'Arms', ['x'.repeat(1000)])).toBe(most)
  })

  it('fits its largest and its smallest figure', () => {
    const money = { key: 'total_amount_usd', kind: 'money', currency: 'usd' } as const
    expect(columnWidth(rate, 'Lift', [-100])).toBeGreaterThan(columnWidth(rate, 'Lift', [-10]))
    expect(columnWidth(rate, 'Lift', [12_345.67])).toBeGreaterThan(
      columnWidth(rate, 'Lift', [-100]),
    )
    expect(columnWidth(money, 'Revenue', [123_456_789_00])).toBeGreaterThanOrEqual(
      'US$ 123,456,789.00'.length * 7 + 14,
    )
  })

  it('holds a difference in points with its unit', () => {
    const drop = { key: 'since_mark_before', kind: 'percent' } as const
    // As measured in the window.
    const inPortuguese = 72
    expect(columnWidth(drop, 'Drop', [-12.5])).toBeGreaterThanOrEqual(inPortuguese + 14)
  })

  it('fits the words for too few data', () => {
    const figures = columnWidth(rate, 'Low', [12.5])
    expect(columnWidth(rate, 'Low', [12.5, missing('few-data')])).toBeGreaterThan(figures)
    expect(columnWidth(rate, 'Low', [12.5, missing('not-applicable')])).toBe(figures)
  })

  it('fits the words for a rank below the last place', () => {
    const rank = { key: 'previous_rank', kind: 'count' } as const
    const figures = columnWidth(rank, 'Place', [3])
    const inWords = columnWidth(rank, 'Place', [{ missing: 'not-ranked', lastPlace: 10 }])
    expect(inWords).toBeGreaterThan(figures)
    // As measured in the window.
    const abaixoDa10 = 81
    expect(inWords).toBeGreaterThanOrEqual(abaixoDa10 + 14)
  })

  it('includes the longest of the words after its cells', () => {
    expect(remarksWidth(undefined)).toBe(0)
    const short = remarksWidth(new Map([[3, 'so far']]))
    expect(short).toBeGreaterThan(0)
    expect(
      remarksWidth(
        new Map([
          [3, 'so far'],
          [4, 'até agora'],
        ]),
      ),
    ).toBeGreaterThan(short)
  })

  it('fits the words for missing data', () => {
    const words = columnWidth(text, 'Verdict', [missing('not-read')])
    expect(words).toBeGreaterThan(columnWidth(text, 'Verdict', ['A']))
  })

  it('fits the sort mark where it can be sorted', () => {
    const title = 'Dispositivosquecontam'
    const plain = columnWidth(rate, title, [1])
    expect(columnWidth(rate, title, [1], true)).toBeGreaterThan(plain)
  })

  it('fits the longest word of its title', () => {
    expect(columnWidth(rate, 'Dispositivosquecontam', [1])).toBeGreaterThan(21 * 7)
  })
})
