import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isMonth,
  type Lanes,
  laneAsOf,
  laneValue,
  newLanes,
  packed,
  putDay,
  unpacked,
} from '../../../../src/main/features/analytics/packed-month.ts'
import { ADDITIVE } from '../../../../src/shared/api/statistics.ts'

/** At each limit of what so many bytes hold, and beyond. */
const number = fc.oneof(
  fc.nat({ max: 300 }),
  fc
    .tuple(fc.nat({ max: 6 }), fc.integer({ min: -1, max: 1 }))
    .map(([bytes, beside]) => Math.max(0, 256 ** bytes + beside)),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
)
const time = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 45 }),
  fc.integer({ min: 0, max: 40 * 86_400_000 }).map((after) => 1_790_000_000_000 + after),
)
const stored = fc.record({
  values: fc.array(number, { minLength: ADDITIVE.length, maxLength: ADDITIVE.length }),
  asOf: time,
})
const month = fc.array(fc.option(stored), { minLength: 31, maxLength: 31 })

type Stored = typeof stored extends fc.Arbitrary<infer T> ? T : never

function lanesOf(days: readonly (Stored | null)[]): Lanes {
  const lanes = newLanes()
  for (const [day, one] of days.entries()) if (one) putDay(lanes, day, one)
  return lanes
}

/** As months were stored before they were packed. */
const plain = (lanes: Lanes) => new Uint8Array(lanes.slice().buffer)

test('a month is unpacked as it was packed, whatever its numbers, from the older format too', () => {
  fc.assert(
    fc.property(month, (days) => {
      const lanes = lanesOf(days)
      for (const bytes of [packed(lanes), plain(lanes)]) {
        expect(isMonth(bytes)).toBe(true)
        expect(unpacked(bytes)).toEqual(lanes)
      }
      for (const [day, one] of days.entries()) {
        const read = unpacked(packed(lanes))
        expect(laneAsOf(read, day)).toBe(one?.asOf ?? 0)
        expect(ADDITIVE.map((_, measure) => laneValue(read, measure, day))).toEqual(
          one?.values ?? ADDITIVE.map(() => 0),
        )
      }
    }),
  )
})

test('a packed month takes as many bytes as its largest numbers need', () => {
  const nothing = packed(newLanes()).length
  const of = (value: number) => {
    const values = ADDITIVE.map((_, measure) => (measure === 0 ? value : 0))
    return packed(lanesOf([{ values, asOf: 5 }])).length
  }
  // The time is one after the millisecond before it.
  expect(of(0) - nothing).toBe(31)
  for (const [bytes, most] of [255, 65_535, 2 ** 24 - 1, 2 ** 32 - 1].entries()) {
    expect(of(most) - of(0)).toBe(31 * (bytes + 1))
    expect(of(most + 1) - of(0)).toBe(31 * (bytes + 2))
  }
  for (const value of [-1, 0.5, 2 ** 48]) expect(of(value) - of(0)).toBe(31 * 8)
})

test('invalid bytes are not read as a month', () => {
  const bytes = packed(lanesOf([{ values: ADDITIVE.map(() => 7), asOf: 5 }]))
  const wide = Uint8Array.from(bytes)
  wide[0] = 7
  for (const wrong of [new Uint8Array(), bytes.subarray(1), bytes.subarray(0, -1), wide]) {
    expect(isMonth(wrong)).toBe(false)
    expect(() => unpacked(wrong)).toThrow(RangeError)
  }
})
