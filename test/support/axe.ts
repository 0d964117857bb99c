import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Every element that is as it should be would be told too, which takes longer than the looking. */
const TOLD = { resultTypes: ['violations' as const], preload: false }
/** Fewer rules that hold mean that there was nothing to look at. */
const FEWEST_RULES = 5

/** What axe says is wrong with a part of the window as it is now. */
export async function violations(page: Page, part = 'html'): Promise<string[]> {
  // Legacy: the other mode opens a page of its own, which the window does not do.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(part).options(TOLD).withTags(TAGS)
  const { violations: found, passes } = await axe.analyze()
  if (passes.length <= FEWEST_RULES) throw new Error(`axe saw nothing of ${part}`)
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 120)} ${any[0]?.message ?? ''}`),
  )
}
