import { dragCosts } from '../../test/support/timeline-drag.ts'
import { openTimeline } from '../../test/support/timeline-window.ts'
import { type Figure, median, type Say } from './figures.ts'

/** A drag on a timeline of 200 items: the work of each move, until its frame is painted. */
export async function measureTimeline(say: Say): Promise<Figure[]> {
  const { page, address, close } = await openTimeline()
  try {
    await page.goto(`${address}#en,light`)
    await page.getByRole('slider').first().waitFor()
    const { costs } = await dragCosts(page, 240)
    say(`timeline: ${costs.length} frames`)
    return [
      {
        what: 'A move of a drag with 200 items',
        unit: 'ms',
        ours: median(costs),
        limit: { of: 'ours', atMost: 16 },
        runs: { costs },
      },
      {
        what: 'Its longest',
        unit: 'ms',
        ours: Math.max(...costs),
        limit: { of: 'ours', atMost: 50 },
      },
    ]
  } finally {
    await close()
  }
}
