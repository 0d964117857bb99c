/** Something that stands at a second of the video, or from one to another. */
export interface LaneItem {
  key: string
  start: number
  /** Null for a single second. */
  end: number | null
  text: string
  isDimmed?: boolean
}

/** Items in as few rows as they need so that none covers another; each is at least `least` seconds wide. */
export function laneRows(items: readonly LaneItem[], least: number): LaneItem[][] {
  const rows: { until: number; items: LaneItem[] }[] = []
  for (const item of [...items].sort((a, b) => a.start - b.start)) {
    const until = Math.max(item.end ?? item.start, item.start + least)
    const row = rows.find((one) => one.until <= item.start)
    if (row) {
      row.items.push(item)
      row.until = until
    } else {
      rows.push({ until, items: [item] })
    }
  }
  return rows.map((row) => row.items)
}
