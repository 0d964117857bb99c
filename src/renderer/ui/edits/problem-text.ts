import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { RULES, type Rule } from '../../../shared/check/rules.ts'
import type { Problem } from '../../../shared/model/edit.ts'
import { videoTime } from '../../../shared/model/time.ts'

const ABOUT_TIMES: readonly Rule[] = [
  'window-end-not-after-start',
  'window-beyond-duration',
  'windows-overlap',
  'pixel-beyond-duration',
  'loop-beyond-duration',
  'scroll-beyond-duration',
]

export const isRule = (rule: string): rule is Rule => Object.hasOwn(RULES, rule)

/** What a problem's sentence is told: seconds of the video as people write them. */
export function sentenceValues({ rule, details }: Pick<Problem, 'rule' | 'details'>) {
  if (!(ABOUT_TIMES as readonly string[]).includes(rule)) return details
  const written = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'number' ? videoTime(value) : value,
  ])
  return Object.fromEntries(written) as Problem['details']
}

/** The sentence of a problem: what is wrong, and what mends it. */
export function useProblemText() {
  const { t } = useTranslation('problem')
  return useCallback(
    (problem: Problem) =>
      isRule(problem.rule) ? t(problem.rule, sentenceValues(problem)) : problem.rule,
    [t],
  )
}
