import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type OwnRule,
  type OwnRuleFields,
  takesValue,
  valueKindOf,
} from '../../../shared/features/problems/own-rule.ts'
import {
  ACCOUNT_RULES,
  type AccountRule,
  ownRuleId,
  ownRuleName,
  type Severity,
} from '../../../shared/features/problems/problem.ts'
import { RULES, type Rule } from '../../../shared/features/videos/check/rules.ts'
import { folded } from '../../../shared/tables/table.ts'
import { videoTime } from '../../../shared/time/time.ts'
import type { Texts } from '../../text.ts'
import { choiceName, groupName, settingName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'

const BUILT_IN = [...Object.keys(ACCOUNT_RULES), ...Object.keys(RULES)] as (AccountRule | Rule)[]

type Explained = keyof Texts['problems']['reason']

export type RuleWords = ReturnType<typeof useRuleWords>

/** The titles of rules and why they matter; the user's own rules are described by their parts. */
export function useRuleWords(rules: readonly OwnRule[]) {
  const { t, i18n } = useTranslation('problems')
  const ownWords = useOwnRuleWords()
  const titleOf = useCallback(
    (rule: string) => {
      const id = ownRuleId(rule)
      if (id !== null) return rules.find((one) => one.id === id)?.name ?? ''
      const known = BUILT_IN.find((one) => one === rule)
      return known ? t(`rule.${known}`) : rule
    },
    [t, rules],
  )
  const ownWordsOf = useCallback(
    (rule: string) => {
      const own = rules.find(({ id }) => ownRuleName(id) === rule)
      return own ? ownWords(own) : null
    },
    [rules, ownWords],
  )
  const reasonOf = useCallback(
    (rule: string, severity: Severity) => {
      const own = ownWordsOf(rule)
      if (own !== null) return t('why.own', { words: own })
      const key = `reason.${rule as Explained}` as const
      return i18n.exists(`problems:${key}`) ? t(key) : t(`why.${severity}`)
    },
    [t, i18n, ownWordsOf],
  )
  /** The rules whose title contains the search text. */
  const found = useCallback(
    (search: string) => {
      const wanted = folded(search.trim())
      if (wanted === '') return []
      const all = [...BUILT_IN, ...rules.map(({ id }) => ownRuleName(id))]
      return all.filter((rule) => folded(titleOf(rule)).includes(wanted))
    },
    [rules, titleOf],
  )
  return { titleOf, reasonOf, ownWordsOf, found }
}

/** Describes a rule in a sentence. */
export function useOwnRuleWords() {
  const { t } = useTranslation('problems')
  const { language } = useFormat()
  return useCallback(
    ({ group, register, comparison, value, tag }: OwnRuleFields) => {
      const { kind } = valueKindOf({ group, register })
      const valueWords = () => {
        if (kind === 'switch') return t(value === 'true' ? 'own.on' : 'own.off')
        if (kind === 'second') return videoTime(Number(value))
        if (kind === 'choice') {
          return choiceName({ group, item_id: null, register }, value, language)
        }
        return value
      }
      const values = {
        group: groupName(group, language),
        setting: settingName(group, register, language),
        comparison: t(`comparison.${comparison}`),
      }
      const words = takesValue(comparison)
        ? t('words.value', { ...values, value: valueWords() })
        : t('words.noValue', values)
      return tag === null ? words : t('words.tagged', { words, tag })
    },
    [t, language],
  )
}
