import { useTranslation } from 'react-i18next'
import type {
  DivertedValue,
  DryRun,
  StoredBreakdowns,
} from '../../../../shared/features/videos/dry-run.ts'
import { valueName } from '../../../../shared/model/country.ts'
import { Column } from '../../../ui/column.ts'
import { useFormat } from '../../../ui/format.ts'
import kit from '../../../ui/kit.module.css'

const MOST_NAMED = 5

/** The limits of the simulated figures, and their reasons. */
export function RunNotes({ run, stored }: { run: DryRun; stored: StoredBreakdowns }) {
  const { t } = useTranslation('dryRun')
  const valuesText = useValuesText()
  const sure = run.values.filter(({ isUnclear }) => !isUnclear)
  const unclear = run.values.filter(({ isUnclear }) => isUnclear)
  const ruleNames = run.unknown.flatMap((rule) =>
    rule === 'empty-list' ? [] : [t(`rules.${rule}`)],
  )
  const lists = run.missing.map((list) => t(`rules.${list}`))
  const isGrowing = Object.values(stored.fields).some(({ isSettled }) => !isSettled)
  const notes = [
    sure.length > 0 && t('values', { values: valuesText(sure) }),
    run.lists.length > 1 && t('note.crossed'),
    lists.length > 0 && t('note.missing', { lists: lists.join(', ') }),
    ruleNames.length > 0 && t('note.unknown', { rules: ruleNames.join(', ') }),
    run.unknown.includes('empty-list') && t('note.emptyList'),
    run.hasToken && t('note.token'),
    unclear.length > 0 && t('note.unclear', { values: valuesText(unclear) }),
    isGrowing && t('note.late'),
    t('note.loosening'),
  ].filter((note) => note !== false)
  return (
    <Column component="ul" gap={4} lh={1.45} className={`${kit.quiet} ${kit.list}`}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </Column>
  )
}

function useValuesText() {
  const { t } = useTranslation('dryRun')
  const { count, language } = useFormat()
  return (values: readonly DivertedValue[]) => {
    const nameOf = ({ field, value }: DivertedValue) =>
      value === '' ? t('empty') : valueName(field, value, language)
    const named = values
      .slice(0, MOST_NAMED)
      .map((one) => t('value', { value: nameOf(one), views: count(one.figures.total_viewed) }))
    const more = values.length - MOST_NAMED
    const text = named.join(', ')
    return more > 0 ? t('more', { values: text, count: more }) : text
  }
}
