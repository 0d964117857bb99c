import { useTranslation } from 'react-i18next'
import type { OwnAnnotation } from '../../../shared/features/annotations/own-annotation.ts'
import { call } from '../../bridge.ts'
import { useQuery } from '../../query.ts'
import { useFormat } from '../format.ts'

/** The person's own annotations of an account, and whether there is something to undo. */
export const useAnnotations = (account_id: string) =>
  useQuery(`annotations ${account_id}`, () => call.annotations.list({ account_id }), [
    'annotations',
  ])

/** A day, or the days from the first to the last. */
export function useDaysText() {
  const { date, dateRange } = useFormat()
  return ({ start, end }: OwnAnnotation['period']) =>
    start === end ? date(start) : dateRange({ start, end })
}

/** What the button of some marks says. */
export function useOwnMarkLabel(annotations: readonly OwnAnnotation[]) {
  const { t } = useTranslation('annotations')
  const daysText = useDaysText()
  return (ids: readonly string[]) => {
    const sought = new Set(ids)
    const marked = annotations.filter(({ id }) => sought.has(id))
    const when = [...new Set(marked.map(({ period }) => daysText(period)))].join(', ')
    const text = marked.map((one) => one.text).join('; ')
    return t('open', { count: marked.length, when, text })
  }
}
