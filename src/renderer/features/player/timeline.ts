/** Figures by second of the video, and the sums that the bars of the drawing show. */
export interface Bars {
  /** Seconds in a bar. */
  size: number
  /** `[first second, sum]` of every bar, with the end of the last one. */
  points: [number, number][]
  at: (second: number) => number
  /** The sum from a second on. */
  from: (second: number) => number
}

const SIZES = [1, 2, 5, 10, 15, 30, 60, 120]
const MOST_BARS = 360

/** Seconds of a bar, so that no bar is thinner than about two pixels. */
export function barSize(duration: number): number {
  return SIZES.find((size) => duration / size <= MOST_BARS) ?? 300
}

/** Adds figures up into bars over the video; seconds past its end count at its end. */
export function bars(items: readonly (readonly [number, number])[], duration: number): Bars {
  const size = barSize(duration)
  const count = Math.floor(duration / size) + 1
  const sums = new Array<number>(count).fill(0)
  const exact = new Map<number, number>()
  for (const [timed, figure] of items) {
    const second = Math.min(timed, duration)
    const bar = Math.floor(second / size)
    sums[bar] = (sums[bar] ?? 0) + figure
    exact.set(second, (exact.get(second) ?? 0) + figure)
  }
  const points = sums.map((sum, index): [number, number] => [index * size, sum])
  const end = Math.min(count * size, duration)
  return {
    size,
    points: [...points, [end, sums.at(-1) ?? 0]],
    at: (second) => exact.get(second) ?? 0,
    from: (first) => [...exact].reduce((sum, [at, one]) => (at >= first ? sum + one : sum), 0),
  }
}

/** Running totals as steps: `[second, total]`, from the start of the video to its end. */
export function running(items: readonly (readonly [number, number])[], duration: number) {
  const steps: [number, number][] = [[0, 0]]
  let total = 0
  for (const [timed, figure] of [...items].sort(([a], [b]) => a - b)) {
    if (figure === 0) continue
    const second = Math.min(timed, duration)
    steps.push([second, total])
    total += figure
    steps.push([second, total])
  }
  steps.push([duration, total])
  return steps
}

/** A share of 100 with all its decimals: only for drawing, never for showing as a figure. */
export const drawnShare = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole)

// The pixels of the widest drawing: more points would take time without being visible.
const MOST_PLACES = 2000

/** Evenly spaced integer positions at which a curve is drawn, including both ends. */
export function drawnPlaces(from: number, to: number): number[] {
  const step = Math.max(1, Math.ceil((to - from) / MOST_PLACES))
  const places: number[] = []
  for (let place = from; place < to; place += step) places.push(place)
  return [...places, to]
}
