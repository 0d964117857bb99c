/** Width of the drawings in SVG units; stretched to the lane. */
export const WIDTH = 1000
const MOST_POINTS = 500

const round = (value: number) => Math.round(value * 100) / 100

/** The SVG path of the curve as a filled area, with no more points than are visible. */
export function areaPath(curve: readonly number[], height: number): string {
  const all = curve[0] ?? 0
  const length = curve.length - 1
  if (all === 0 || length < 1) return ''
  const step = Math.max(1, Math.ceil(length / MOST_POINTS))
  const points: string[] = []
  for (let second = 0; ; second = Math.min(second + step, length)) {
    const y = height * (1 - (curve[second] ?? 0) / all)
    points.push(`${round((second / length) * WIDTH)} ${round(y)}`)
    if (second === length) break
  }
  return `M0 ${height}L${points.join('L')}L${WIDTH} ${height}Z`
}

interface BarsDrawn {
  path: string
  /** Seconds per bar. */
  size: number
  /** Height of the highest bar. */
  most: number
}

/** The SVG path of values per second as bars. Bars that would be too thin cover several seconds. */
export function barsPath(
  items: readonly (readonly [number, number])[],
  length: number,
  height: number,
): BarsDrawn {
  const size = Math.max(1, Math.ceil(length / MOST_POINTS))
  const sums = new Array<number>(Math.floor(length / size) + 1).fill(0)
  for (const [timed, figure] of items) {
    const bar = Math.floor(Math.min(timed, length) / size)
    sums[bar] = (sums[bar] ?? 0) + figure
  }
  const most = sums.reduce((high, sum) => Math.max(high, sum), 0)
  const width = Math.max(1, round((size / length) * WIDTH))
  const path = sums
    .map((sum, bar) => {
      if (sum <= 0) return ''
      const x = Math.min(round(((bar * size) / length) * WIDTH), WIDTH - width)
      const tall = round((sum / most) * height)
      return `M${x} ${height}v${-tall}h${width}v${tall}z`
    })
    .join('')
  return { path, size, most }
}
