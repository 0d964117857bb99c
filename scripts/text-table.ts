/** Lines of cells as text in columns; `isRight` says which columns end at the right. */
export function textTable(
  lines: readonly string[][],
  isRight: (column: number) => boolean,
): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0
          return isRight(column) ? cell.padStart(width) : cell.padEnd(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
