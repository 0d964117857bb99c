/** Where a second is, in percent of the axis's width. */
export const placeOf = (second: number, length: number) => (100 * second) / length

/** The whole second at a place of the axis, which is never off it. */
export function secondAt(pixels: number, width: number, length: number): number {
  if (width <= 0) return 0
  return Math.min(length, Math.max(0, Math.round((pixels / width) * length)))
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200]

/** Round seconds to be written under the axis, about `most` of them, and its end. */
export function ticks(length: number, most: number): number[] {
  const step = STEPS.find((seconds) => length / seconds <= most) ?? Math.ceil(length / most)
  const round = Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step)
  // Two times so near each other could not both be read.
  return [...round.filter((second) => length - second >= step / 2), length]
}
