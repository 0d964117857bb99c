/** The end of a line with its name; values are undefined for a line without points. */
export interface LineEnd {
  name: string
  place: number | undefined
  /** In percent. */
  share: number | undefined
}

/** In pixels. */
export const NAME_HEIGHT = 16

/**
 * How far down, in pixels, to shift a name so that the names of `ends` do not overlap and stay inside the
 * plot.
 */
export function nameShift(end: LineEnd, ends: readonly LineEnd[], height: number): number {
  const lowest = height - NAME_HEIGHT / 2
  const heightOf = ({ share = 0 }: LineEnd) => height * (1 - share / 100)
  const order = [...ends].sort((a, b) => heightOf(a) - heightOf(b))
  let free = NAME_HEIGHT / 2
  const down = order.map((one) => {
    const middle = Math.max(heightOf(one), free)
    free = middle + NAME_HEIGHT
    return middle
  })
  const at = order.indexOf(end)
  const room = lowest - NAME_HEIGHT * (order.length - 1 - at)
  return Math.min(down[at] ?? heightOf(end), room) - heightOf(end)
}
