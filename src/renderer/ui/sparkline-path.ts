interface Point {
  x: number
  y: number
}

const MARGIN = 3

const round = (pixels: number) => Math.round(pixels * 10) / 10

/**
 * The unbroken lines of a small picture of figures, from zero up, as SVG points; a day without a
 * figure breaks the line. `last` is the place of the last day's figure.
 */
export function segments(
  values: readonly (number | null)[],
  { width, height }: { width: number; height: number },
): { lines: string[]; last: Point | null } {
  const highest = values.reduce<number>((high, value) => Math.max(high, value ?? 0), 0)
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
      .map((points) => points.map(({ x, y }) => `${x},${y}`).join(' ')),
    last: end === null ? null : at(end, values.length - 1),
  }
}
