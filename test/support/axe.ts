import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright'

type Rules = NonNullable<RunOptions['runOnly']>

const WCAG: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}
const CONTRAST: Rules = { type: 'rule', values: ['color-contrast'] }
/** Every element that is as it should be would be told too, which takes longer than the looking. */
const TOLD: RunOptions = { resultTypes: ['violations'], preload: false }
/** Fewer rules that hold mean that there was nothing to look at. */
const FEWEST_RULES = 6

/** What axe says is wrong with a part of the window as it is now. */
export function violations(page: Page, part = 'html'): Promise<string[]> {
  return found(page, { part, rules: WCAG, fewestRules: FEWEST_RULES })
}

/** The part of it that another theme can change. */
export function contrastViolations(page: Page, part = 'html'): Promise<string[]> {
  return found(page, { part, rules: CONTRAST, fewestRules: 1 })
}

interface Sought {
  part: string
  rules: Rules
  fewestRules: number
}

async function found(page: Page, { part, rules, fewestRules }: Sought) {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  // Reading it takes as long as a quarter of the looking, so a page reads it once.
  if (!isThere) await page.evaluate(axe.source)
  const { violations: wrong, passes } = await page.evaluate(
    async ([where, options]) => {
      // What comes or goes is of another colour meanwhile. A frame begins what was just caused.
      await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
      return (globalThis as unknown as { axe: typeof axe }).axe.run(where, options)
    },
    [part, { ...TOLD, runOnly: rules }] as const,
  )
  if (passes.length + wrong.length < fewestRules) throw new Error('axe saw nothing')
  return wrong.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 120)} ${any[0]?.message ?? ''}`),
  )
}
