/**
 * Which columns of a wide table stand together on paper, by their places: in as few parts as fit, of
 * about the same width, each beginning with the first column, which names the rows.
 */
export function columnParts(widths: readonly number[], room: number): number[][] {
  const fewest = filled(widths, room)
  // Filled up, the last part would be a column or two stretched over the page.
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
