import fc from 'fast-check'
import { expect, test } from 'vitest'
import { laneRows } from '../../../../src/renderer/features/player/moments/lane-rows.ts'

const LENGTH = 700
const keysOf = (items: readonly { key: string }[]) => items.map(({ key }) => key).sort()

test('items of a row do not overlap, each fits within the video, and none is lost', () => {
  const item = fc
    .record({ start: fc.nat(LENGTH), length: fc.option(fc.nat(200)), key: fc.uuid() })
    .map(({ start, length, key }) => ({
      ...{ key, start, text: key },
      end: length === null ? null : Math.min(start + length, LENGTH),
    }))
  fc.assert(
    fc.property(fc.array(item), (items) => {
      const rows = laneRows(items, LENGTH)
      expect(keysOf(rows.flat())).toEqual(keysOf(items))
      for (const { start, end, from, to } of rows.flat()) {
        expect(from).toBeGreaterThanOrEqual(0)
        expect(from).toBeLessThanOrEqual(start)
        expect(to).toBeGreaterThanOrEqual(end ?? start)
        expect(to).toBeLessThanOrEqual(LENGTH)
        expect(to - from).toBeGreaterThanOrEqual(LENGTH / 10)
      }
      for (const row of rows) {
        row.slice(1).forEach(({ from }, index) => {
          expect(from).toBeGreaterThanOrEqual(row[index]?.to ?? Number.NaN)
        })
      }
    }),
  )
})
