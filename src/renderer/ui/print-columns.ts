/**
 * Splits a wide table into parts that fit on paper, as lists of column indexes: as few parts as possible, of
 * similar width, each starting with the first column, which names the rows. Widths in pixels.
 */
export function columnParts(widths: readonly number[], room: number): number[][] {
  const fewest = filled(widths, room)
  // Filling each part would leave one or two columns for the last, stretched over the page.
  const narrower = widths
    .map((_, index) => (room * (index + 1)) / widths.length)
    .find((less) => filled(widths, less).length <= fewest.length)
  return narrower === undefined ? fewest : filled(widths, narrower)
}

function filled([first = 0, ...rest]: readonly number[], room: number): number[][] {
  const parts: number[][] = [[0]]
  let used = first
  rest.forEach((width, index) => {
    const isFull = used + width > room && (parts.at(-1)?.length ?? 0) > 1
    if (isFull) {
      parts.push([0])
      used = first
    }
    parts.at(-1)?.push(index + 1)
    used += width
  })
  return parts
}
