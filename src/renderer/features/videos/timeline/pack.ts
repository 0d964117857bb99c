interface Span {
  start: number
  end: number
}

/**
 * Assigns spans to as few rows as possible without overlaps. `room` is the minimum drawn length of a span, in
 * the spans' unit.
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

/** The free length after each span, up to the next one in its row. */
export function freeAfter(
  spans: readonly Span[],
  rows: readonly number[],
  length: number,
): number[] {
  const order = spans.map((_, index) => index)
  order.sort((a, b) => startOf(spans[b]) - startOf(spans[a]) || b - a)
  const free = new Array<number>(spans.length).fill(0)
  const next = new Map<number, number>()
  for (const index of order) {
    const span = spans[index]
    const row = rows[index]
    if (!span || row === undefined) continue
    free[index] = Math.max(0, (next.get(row) ?? length) - Math.max(span.start, span.end))
    next.set(row, span.start)
  }
  return free
}

const startOf = (span: Span | undefined) => span?.start ?? 0
