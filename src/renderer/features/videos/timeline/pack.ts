interface Span {
  start: number
  end: number
}

/**
 * The row of each span, as few rows as there are, so that no two in a row overlap. `room` is how
 * long a span is at least when drawn, in the unit of the spans.
 */
export function packRows(spans: readonly Span[], room = 0): { rows: number[]; count: number } {
  const order = spans.map((_, index) => index)
  order.sort((a, b) => startOf(spans[a]) - startOf(spans[b]) || a - b)
  const rows = new Array<number>(spans.length).fill(0)
  const ends: number[] = []
  for (const index of order) {
    const span = spans[index]
    if (!span) continue
    const free = ends.findIndex((end) => end <= span.start)
    const row = free < 0 ? ends.length : free
    ends[row] = Math.max(span.end, span.start + room)
    rows[index] = row
  }
  return { rows, count: ends.length }
}

const startOf = (span: Span | undefined) => span?.start ?? 0
