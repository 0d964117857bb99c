import { useTranslation } from 'react-i18next'
import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import { activityText } from './text.ts'

const isKnown = (what: string): what is AnalyticsName => Object.hasOwn(activityText.en.what, what)

/** What was asked, in words; a name that has none yet stays as it is. */
export function useWhat(): (what: string) => string {
  const { t } = useTranslation('activity')
  return (what) => (isKnown(what) ? t(`what.${what}`) : what)
}
