/** Where a line ends that has its name there; nothing of one without points. */
export interface LineEnd {
  name: string
  place: number | undefined
  /** Percent. */
  share: number | undefined
}

/** Pixels. */
export const NAME_HEIGHT = 16

/** Pixels down that a name moves so that those at `ends` lie under each other, inside the plot. */
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
