import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Every element that is as it should be would be told too, which takes longer than the looking. */
const TOLD = { resultTypes: ['violations' as const], preload: false }
/** Fewer rules that hold mean that there was nothing to look at. */
const FEWEST_RULES = 6

/** What axe says is wrong with a part of the window as it is now. */
export function violations(page: Page, part = 'html'): Promise<string[]> {
  return found(axeOn(page, part).withTags(TAGS), FEWEST_RULES)
}

/** The part of it that another theme can change. */
export function contrastViolations(page: Page, part = 'html'): Promise<string[]> {
  return found(axeOn(page, part).withRules('color-contrast'), 1)
}

// Legacy: the other mode opens a page of its own, which the window does not do.
const axeOn = (page: Page, part: string) =>
  new AxeBuilder({ page }).setLegacyMode().include(part).options(TOLD)

async function found(axe: AxeBuilder, fewestRules: number) {
  const { violations: wrong, passes } = await axe.analyze()
  if (passes.length + wrong.length < fewestRules) throw new Error('axe saw nothing')
  return wrong.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 120)} ${any[0]?.message ?? ''}`),
  )
}
