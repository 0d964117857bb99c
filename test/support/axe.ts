import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright'

type Rules = NonNullable<RunOptions['runOnly']>

const WCAG: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}
const CONTRAST: Rules = { type: 'rule', values: ['color-contrast'] }
/**
 * Without this, passing elements would be reported too, which takes longer than the check itself.
 */
const TOLD: RunOptions = { resultTypes: ['violations'], preload: false }
/** With fewer passing rules, the page was probably empty. */
const FEWEST_RULES = 6

/** Axe's violations in a part of the window; without one in all but the frame, which is that of every screen. */
export function violations(page: Page, part = 'main, #overlays'): Promise<string[]> {
  return found(page, { part, rules: WCAG, fewestRules: FEWEST_RULES })
}

/** The rules whose result depends on the theme. */
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
  // Reading axe's source takes a quarter as long as the check, so each page reads it once.
  if (!isThere) await page.evaluate(axe.source)
  const {
    violations: wrong,
    passes,
    incomplete,
    isScrolled,
  } = await page.evaluate(
    async ([where, options]) => {
      // Elements that fade in or out have other colours meanwhile. Waits a frame, in which new
      // animations start.
      await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
      await Promise.allSettled(ending.map(({ finished }) => finished))
      const seen = await (globalThis as unknown as { axe: typeof axe }).axe.run(where, options)
      return { ...seen, isScrolled: (document.querySelector('main')?.scrollTop ?? 0) > 0 }
    },
    [part, { ...TOLD, runOnly: rules }] as const,
  )
  // A rule that axe could not apply would otherwise count as one without violations. It cannot apply that of
  // contrast to a region most of which is scrolled out of sight.
  const failed = incomplete.filter(
    (rule) => 'error' in rule && !(isScrolled && rule.id === 'color-contrast'),
  )
  if (failed.length > 0) throw new Error('axe could not apply a rule', { cause: failed })
  if (passes.length + wrong.length < fewestRules) throw new Error('axe saw nothing')
  return wrong.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html.slice(0, 120)} ${any[0]?.message ?? ''}`),
  )
}
