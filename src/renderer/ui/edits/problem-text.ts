import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/failure.ts'
import type { Problem } from '../../../shared/features/publishing/edit.ts'
import { RULES, type Rule } from '../../../shared/features/videos/check/rules.ts'
import { videoTime } from '../../../shared/time/time.ts'

const ABOUT_TIMES: readonly Rule[] = [
  'window-end-not-after-start',
  'window-beyond-duration',
  'windows-overlap',
  'loop-beyond-duration',
  'scroll-beyond-duration',
]

export const isRule = (rule: string): rule is Rule => Object.hasOwn(RULES, rule)

/** The values for a problem's sentence, with seconds formatted as video times. */
export function sentenceValues({ rule, details }: Pick<Problem, 'rule' | 'details'>) {
  if (!(ABOUT_TIMES as readonly string[]).includes(rule)) return details
  const written = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'number' ? videoTime(value) : value,
  ])
  return Object.fromEntries(written) as Problem['details']
}

/** The rules of our own check in a failure; empty when the service refused. */
export function ruleSentences(failure: Failure): Pick<Problem, 'rule' | 'details'>[] {
  if (failure.kind !== 'invalid') return []
  const rules = failure.fields.filter(({ message }) => isRule(message))
  return rules.map(({ message, details = {} }) => ({ rule: message, details }))
}

/** Returns a function for the sentence of a problem: what is wrong, and how to fix it. */
export function useProblemText() {
  const { t } = useTranslation('problem')
  return useCallback(
    (problem: Pick<Problem, 'rule' | 'details'>) =>
      isRule(problem.rule) ? t(problem.rule, sentenceValues(problem)) : problem.rule,
    [t],
  )
}
