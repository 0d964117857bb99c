import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import { hasActivity, type Statistics } from '../../../shared/api/statistics.ts'
import { SALES } from '../../../shared/features/analytics/growth.ts'

/** How long the service takes to compute a period, and some reserve. */
const AGAIN_AFTER_MS = 2000

/** Per list, whether the figures of its period show that it should not be empty. */
const EXPECTED: Partial<Record<AnalyticsName, (figures: Statistics) => boolean>> = {
  clicksTimed: ({ total_clicked }) => total_clicked > 0,
  conversionsTimed: (figures) => SALES.some((sale) => figures[sale] > 0),
  statsByField: hasActivity,
  statsByFieldByDay: hasActivity,
  validUtms: hasActivity,
  trafficStats: hasActivity,
  trafficStatsByDay: hasActivity,
}

/** Whether a first answer may be an empty list although its period is not computed yet. */
export const isFirstMaybeEmpty = (name: AnalyticsName) => EXPECTED[name] !== undefined

interface Answer {
  value: unknown
  asOf: number
  serviceTime?: number
}

export const isEmptyList = (name: AnalyticsName, { value }: Answer) =>
  isFirstMaybeEmpty(name) && Array.isArray(value) && value.length === 0

/** The figures of a list's period, and when they were answered; null when they are unknown. */
type Figures = { value: Statistics; asOf: number } | null

/** Whether the figures of its period confirm an empty list, or were answered well before it. */
export function isConfirmedBy(figures: Figures, name: AnalyticsName, answer: Answer) {
  if (figures === null) return false
  // While this computer's clock is far ahead, figures are stored with the service's time, in whole seconds.
  const isComparable = answer.serviceTime === undefined
  const isLate = isComparable && answer.asOf - figures.asOf >= AGAIN_AFTER_MS
  return isLate || !EXPECTED[name]?.(figures.value)
}

interface EmptyListParts<Answered> {
  ask: () => Promise<Answered>
  /** Whether the request was answered before: then the service has computed its period. */
  isKnown: () => Promise<boolean>
  figures: () => Promise<Figures>
  wait: (ms: number) => Promise<void>
}

/**
 * The answer to a request; a first one that is an empty list is requested once more unless the period's
 * figures confirm it (`makeCompleteness` says why) or were answered well before. The second one counts, because it may truly be
 * empty: views have no URL parameter that the page does not pass.
 */
export async function askUnlessEmpty<Answered extends Answer>(
  { name }: { name: AnalyticsName },
  parts: EmptyListParts<Answered>,
): Promise<Answered> {
  const answer = await parts.ask()
  if (!isEmptyList(name, answer) || (await parts.isKnown())) return answer
  if (isConfirmedBy(await parts.figures(), name, answer)) return answer
  await parts.wait(AGAIN_AFTER_MS)
  return parts.ask()
}
