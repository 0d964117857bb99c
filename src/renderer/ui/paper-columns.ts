/**
 * Which columns of a wide table stand together on paper, by their places: as many as fit, each part
 * beginning with the first column, which names the rows.
 */
export function columnParts(widths: readonly number[], room: number): number[][] {
  const [first = 0, ...rest] = widths
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
