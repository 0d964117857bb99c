/**
 * The number of columns that distributes `count` tiles evenly over the fewest rows. `width` and the minimum
 * tile width `least` are in pixels.
 */
export function balancedColumns(count: number, width: number, least: number): number {
  const gap = 8
  const fit = Math.max(1, Math.floor((width + gap) / (least + gap)))
  return Math.ceil(count / Math.ceil(count / fit))
}
