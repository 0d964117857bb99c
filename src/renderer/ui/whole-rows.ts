/** Pixels of a table's head; it and the foot have a line of one pixel at their rows. */
export const HEAD_HEIGHT = 40
const LINE = 1

/** What a table of `most` pixels takes so that its last row is not cut through: rows are seen whole. */
export function wholeRows(most: number, rowHeight: number, hasFoot: boolean): number {
  const around = HEAD_HEIGHT + LINE + (hasFoot ? rowHeight + LINE : 0)
  const rows = Math.max(1, Math.round((most - around) / rowHeight))
  return around + rows * rowHeight
}
