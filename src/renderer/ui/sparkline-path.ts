interface Point {
  x: number
  y: number
}

const MARGIN = 3

const round = (pixels: number) => Math.round(pixels * 10) / 10

/**
 * The connected lines of a sparkline as SVG points, with zero at the bottom. A missing value interrupts the
 * line. `last` is the point of the last day.
 */
export function segments(
  values: readonly (number | null)[],
  {
    width,
    height,
    highest: shared,
  }: { width: number; height: number; highest?: number | undefined },
): { lines: string[]; last: Point | null } {
  const highest = shared ?? values.reduce<number>((high, value) => Math.max(high, value ?? 0), 0)
  const step = values.length > 1 ? (width - 2 * MARGIN) / (values.length - 1) : 0
  const room = height - 2 * MARGIN
  const at = (value: number, index: number): Point => ({
    x: round(MARGIN + index * step),
    y: round(height - MARGIN - (highest === 0 ? 0 : (value / highest) * room)),
  })
  const lines: Point[][] = [[]]
  values.forEach((value, index) => {
    if (value === null) lines.push([])
    else lines.at(-1)?.push(at(value, index))
  })
  const end = values.at(-1) ?? null
  return {
    lines: lines
      .filter((points) => points.length > 0)
      // A path of one point would not be drawn; a line of no length has its round ends.
      .map((points) => (points.length === 1 ? [...points, ...points] : points))
      .map((points) => points.map(({ x, y }) => `${x},${y}`).join(' ')),
    last: end === null ? null : at(end, values.length - 1),
  }
}

/** The x coordinate of a day. */
export const placeOf = (index: number, days: number, width: number) =>
  round(MARGIN + (days > 1 ? (index * (width - 2 * MARGIN)) / (days - 1) : 0))

/** Width in pixels of the last `growing` days. */
export function growingWidth(days: number, growing: number, width: number): number {
  if (days === 0 || growing <= 0) return 0
  const step = days > 1 ? (width - 2 * MARGIN) / (days - 1) : width
  return round(Math.min(width, MARGIN + (growing - 0.5) * step))
}
