import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ValueKind } from '../../../shared/api/settings/field.ts'
import type { Failure } from '../../../shared/failure.ts'
import {
  type AccountProblem,
  type AccountRule,
  isAccountRule,
  ownRuleId,
} from '../../../shared/features/problems/problem.ts'
import type { Problem } from '../../../shared/features/publishing/edit.ts'
import { RULES, type Rule } from '../../../shared/features/videos/check/rules.ts'
import { videoTime } from '../../../shared/time/time.ts'

const ABOUT_TIMES: readonly string[] = [
  'window-end-not-after-start',
  'window-beyond-duration',
  'windows-overlap',
  'loop-beyond-duration',
  'scroll-beyond-duration',
  'call-action-after-end',
  'call-action-before-pitch',
  'pixel-beyond-duration',
  'pixel-never-fires',
] satisfies (Rule | AccountRule)[]

const isRule = (rule: string): rule is Rule => Object.hasOwn(RULES, rule)

/** The values for a problem's sentence, with seconds formatted as video times. */
export function sentenceValues({ rule, details }: Pick<Problem, 'rule' | 'details'>) {
  if (!ABOUT_TIMES.includes(rule)) return details
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

type Sentenced = Pick<AccountProblem, 'rule' | 'details'>

/** Returns a function for the sentence of a problem: what is wrong, and how to fix it. */
export function useProblemText() {
  const { t } = useTranslation('problem')
  const ofAccount = useTranslation('problems').t
  return useCallback((problem: Sentenced) => problemText(problem, t, ofAccount), [t, ofAccount])
}

export function problemText(
  problem: Sentenced,
  t: TFunction<'problem'>,
  ofAccount: TFunction<'problems'>,
): string {
  const { rule } = problem
  const values = sentenceValues(problem)
  if (rule === 'wrong-type') {
    const kind = values['expected'] as Exclude<ValueKind, 'any'>
    return t(rule, { ...values, expected: t(`expectedKind.${kind}`) })
  }
  if (isRule(rule)) return t(rule, values)
  if (ownRuleId(rule) !== null) return ofAccount('sentence.own', values)
  if (!isAccountRule(rule)) return rule
  const isWithoutMoment = rule === 'pixel-never-fires' && values['reason'] === 'moment'
  return ofAccount(`sentence.${isWithoutMoment ? 'pixel-never-fires-moment' : rule}`, values)
}
