/** An item at one second of the video, or over a range of seconds. */
export interface LaneItem {
  key: string
  start: number
  /** Null for a single second. */
  end: number | null
  text: string
  isDimmed?: boolean
  isDraft?: boolean
}

/** An item with the seconds that it and its text cover in its row. */
export interface PlacedItem extends LaneItem {
  from: number
  to: number
}

/** The minimum share of the length that an item covers, so that it can be seen and labelled. */
const LEAST = 0.19
/** When less space is left before the end of the video, the text is on the left of its item. */
const LAST = 0.1

/** Distributes items over as few rows as possible without overlaps. */
export function laneRows(items: readonly LaneItem[], length: number): PlacedItem[][] {
  const least = length * LEAST
  const placed = items.map((item) => {
    const isLast = item.start > length * (1 - LAST)
    const from = isLast ? item.start - least : item.start
    const to = isLast ? length : Math.min(Math.max(item.end ?? item.start, from + least), length)
    return { ...item, from, to }
  })
  const rows: PlacedItem[][] = []
  for (const item of placed.sort((a, b) => a.from - b.from)) {
    const row = rows.find((one) => (one.at(-1)?.to ?? 0) <= item.from)
    if (row) row.push(item)
    else rows.push([item])
  }
  return rows
}
