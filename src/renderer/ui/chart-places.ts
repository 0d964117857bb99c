export interface Box {
  x: number
  y: number
  width: number
  height: number
}

interface Plot {
  /** `[second, value]` of a curve that only falls. */
  points: readonly (readonly [number, number])[]
  /** Value at the top of the panel. */
  max: number
  /** Pixels. */
  top: number
  height: number
}

interface Across {
  /** Start and width of the axis in pixels. */
  left: number
  width: number
  /** Seconds. */
  duration: number
}

/** Candidate distances to the right of and above a point, in pixels. */
const RIGHT = [22, 44, 70, 110, 170, 240]
const ABOVE = [10, 22, 34, 46, 58, 82, 106]
const AIR = 4

/** Closest first. */
const TRIES = RIGHT.flatMap((right) => ABOVE.map((above) => ({ right, above }))).sort(
  (a, b) => Math.hypot(a.right, a.above) - Math.hypot(b.right, b.above),
)

/**
 * Places labels of points on a falling curve: above and to the right of their point, where the curve is below
 * them, without overlapping the labels placed before.
 */
export function makePlaces({ points, max, top, height }: Plot) {
  let taken: Box[] = []
  const curveAt = (x: number, { left, width, duration }: Across) => {
    const second = width > 0 ? ((x - left) / width) * duration : 0
    const [, figure] = points.findLast(([at]) => at <= second) ?? points[0] ?? [0, 0]
    return top + height * (1 - figure / max)
  }
  return {
    clear: () => {
      taken = []
    },
    next(point: { x: number; y: number }, size: Pick<Box, 'width' | 'height'>, across: Across) {
      const end = across.left + across.width
      const tries = TRIES.map(({ right, above }): Box => {
        const x = Math.max(across.left, Math.min(point.x + right, end - size.width))
        return { ...size, x, y: point.y - above - size.height }
      })
      const fits = (box: Box) =>
        box.y >= top &&
        box.y + box.height + AIR <= curveAt(box.x, across) &&
        taken.every((other) => isApart(box, other))
      const box = tries.find(fits) ?? { ...size, x: end - size.width, y: top }
      taken.push(box)
      return { x: box.x, y: box.y }
    },
  }
}

const isApart = (a: Box, b: Box) =>
  a.x + a.width + AIR <= b.x ||
  b.x + b.width + AIR <= a.x ||
  a.y + a.height + AIR <= b.y ||
  b.y + b.height + AIR <= a.y
