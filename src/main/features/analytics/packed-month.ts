import { ADDITIVE } from '../../../shared/api/statistics.ts'

const MEASURES = ADDITIVE.length
const MONTH_DAYS = 31
const LANES = MEASURES + 1
const AS_OF = MEASURES

/**
 * A player's month as numbers: 31 days of each additive measure in turn, then the 31 times of the
 * requests (epoch milliseconds, 0 where a day is not stored). Much faster to read than rows.
 */
export type Lanes = Float64Array

export const newLanes = (): Lanes => new Float64Array(LANES * MONTH_DAYS)

export function laneValue(lanes: Lanes, measure: number, dayOfMonth: number): number {
  return lanes[measure * MONTH_DAYS + dayOfMonth] ?? 0
}

/** When a day was requested, epoch milliseconds; 0 when not stored. `dayOfMonth` counts from 0. */
export function laneAsOf(lanes: Lanes, dayOfMonth: number): number {
  return laneValue(lanes, AS_OF, dayOfMonth)
}

export function putDay(
  lanes: Lanes,
  dayOfMonth: number,
  { values, asOf }: { values: readonly number[]; asOf: number },
) {
  for (let measure = 0; measure < MEASURES; measure++)
    lanes[measure * MONTH_DAYS + dayOfMonth] = values[measure] ?? 0
  lanes[AS_OF * MONTH_DAYS + dayOfMonth] = asOf
}

/** The length of a month in the earlier format: every number as a double. */
const PLAIN_BYTES = LANES * MONTH_DAYS * Float64Array.BYTES_PER_ELEMENT
/** The largest width of an integer in bytes; larger numbers and fractions are stored as doubles. */
const MOST_BYTES = 6
const DOUBLE = 8
const TIME_BYTES = 8
const HEADER_BYTES = LANES + TIME_BYTES

/**
 * A month in few bytes: the width of each lane's numbers in bytes, the millisecond before the first
 * request, then the lanes. Times are stored relative to that millisecond.
 */
export function packed(lanes: Lanes): Uint8Array {
  const since = timeBefore(lanes)
  const shifted = lanes.slice()
  const times = shifted.subarray(AS_OF * MONTH_DAYS)
  for (const [day, asOf] of times.entries()) if (asOf !== 0) times[day] = asOf - since
  const widths = Array.from({ length: LANES }, (_, lane) => widthOf(laneOf(shifted, lane)))
  const bytes = Buffer.alloc(lengthOf(widths))
  bytes.set(widths)
  bytes.writeDoubleLE(since, LANES)
  let at = HEADER_BYTES
  for (const [lane, width] of widths.entries()) {
    for (const value of width === 0 ? [] : laneOf(shifted, lane)) {
      if (width === DOUBLE) bytes.writeDoubleLE(value, at)
      else bytes.writeUIntLE(value, at, width)
      at += width
    }
  }
  return bytes
}

/** Throws a RangeError for bytes that are not a month. */
export function unpacked(stored: Uint8Array): Lanes {
  if (stored.length === PLAIN_BYTES) return new Float64Array(stored.slice().buffer)
  if (!isMonth(stored)) throw new RangeError('The bytes are not a packed month.')
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.length)
  const lanes = newLanes()
  let at = HEADER_BYTES
  for (let lane = 0; lane < LANES; lane++) {
    const width = bytes[lane] ?? 0
    if (width === 0) continue
    for (let day = lane * MONTH_DAYS; day < (lane + 1) * MONTH_DAYS; day++) {
      lanes[day] = width === DOUBLE ? bytes.readDoubleLE(at) : bytes.readUIntLE(at, width)
      at += width
    }
  }
  const since = bytes.readDoubleLE(LANES)
  const times = laneOf(lanes, AS_OF)
  for (const [day, after] of times.entries()) if (after !== 0) times[day] = since + after
  return lanes
}

/** Whether bytes are a month, in the packed or the earlier format. */
export function isMonth(stored: Uint8Array): boolean {
  if (stored.length === PLAIN_BYTES) return true
  const widths = [...stored.subarray(0, LANES)]
  return widths.every(isWidth) && stored.length === lengthOf(widths)
}

const isWidth = (width: number) => width <= MOST_BYTES || width === DOUBLE

/** Never equals PLAIN_BYTES, which is no whole number of lanes plus the header. */
const lengthOf = (widths: readonly number[]) =>
  HEADER_BYTES + MONTH_DAYS * widths.reduce((sum, width) => sum + width, 0)

const laneOf = (lanes: Lanes, lane: number) =>
  lanes.subarray(lane * MONTH_DAYS, (lane + 1) * MONTH_DAYS)

function widthOf(lane: Float64Array): number {
  let most = 0
  for (const value of lane) {
    if (!Number.isSafeInteger(value) || value < 0) return DOUBLE
    most = Math.max(most, value)
  }
  for (let width = 0; width <= MOST_BYTES; width++) if (most < 256 ** width) return width
  return DOUBLE
}

function timeBefore(lanes: Lanes): number {
  const times = [...laneOf(lanes, AS_OF)].filter((asOf) => asOf !== 0)
  return times.length === 0 ? 0 : Math.min(...times) - 1
}
