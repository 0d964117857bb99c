import fc from 'fast-check'
import { expect, test } from 'vitest'
import { laneRows } from '../../../../src/renderer/features/player/seconds/lane-rows.ts'

test('no item of a row begins before the one before it has ended, and none is lost', () => {
  const item = fc
    .record({ start: fc.nat(500), length: fc.option(fc.nat(200)), key: fc.uuid() })
    .map(({ start, length, key }) => ({
      ...{ key, start, text: key },
      end: length === null ? null : start + length,
    }))
  fc.assert(
    fc.property(fc.array(item), fc.integer({ min: 1, max: 60 }), (items, least) => {
      const rows = laneRows(items, least)
      expect(
        rows
          .flat()
          .map(({ key }) => key)
          .sort(),
      ).toEqual(items.map(({ key }) => key).sort())
      for (const row of rows) {
        row.slice(1).forEach(({ start }, index) => {
          const before = row[index]
          const until = Math.max(before?.end ?? 0, Number(before?.start) + least)
          expect(start).toBeGreaterThanOrEqual(until)
        })
      }
    }),
  )
})
