/** Something that stands at a second of the video, or from one to another. */
export interface LaneItem {
  key: string
  start: number
  /** Null for a single second. */
  end: number | null
  text: string
  isDimmed?: boolean
  isDraft?: boolean
}

/** An item with the seconds that it and its text take in its row. */
export interface PlacedItem extends LaneItem {
  from: number
  to: number
}

/** Part of the length that an item takes at least, so that a second can be seen and named. */
const LEAST = 0.19
/** Where less is left until the end of the video, words stand before what they name. */
const LAST = 0.1

/** Items in as few rows as they need so that none covers another. */
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
