import { useTranslation } from 'react-i18next'
import type { OwnAnnotation } from '../../../shared/features/annotations/own-annotation.ts'
import { useCall } from '../../query.ts'
import { useFormat } from '../format.ts'

/** The user's annotations of an account, and whether there are steps to undo. */
export const useAnnotations = (account_id: string) => useCall('annotations', 'list', { account_id })

/** Formats a single day, or a range of days. */
export function useDaysText() {
  const { date, dateRange } = useFormat()
  return ({ start, end }: OwnAnnotation['period']) =>
    start === end ? date(start) : dateRange({ start, end })
}

/** The accessible label of a button for one or more annotations. */
export function useOwnMarkLabel(annotations: readonly OwnAnnotation[]) {
  const { t } = useTranslation('annotations')
  const daysText = useDaysText()
  return (ids: readonly string[]) => {
    const wanted = new Set(ids)
    const marked = annotations.filter(({ id }) => wanted.has(id))
    const when = [...new Set(marked.map(({ period }) => daysText(period)))].join(', ')
    const text = marked.map((one) => one.text).join('; ')
    return t('open', { count: marked.length, when, text })
  }
}
