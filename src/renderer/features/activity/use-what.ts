import { useTranslation } from 'react-i18next'
import { type AnalyticsName, analytics } from '../../../shared/api/analytics.ts'
import { activityText } from './text.ts'

type Worded = keyof typeof activityText.en.what

const hasWord = (what: string): what is Worded => Object.hasOwn(activityText.en.what, what)
const isRow = (what: string): what is AnalyticsName => Object.hasOwn(analytics, what)

/** What was asked, in words; of a row that has none, its path. */
export function inWords(what: string, word: (known: Worded) => string): string {
  // A row of the video service is named `videos.patch`; in a text's name a dot would be a level.
  const known = what.replace('.', '_')
  if (hasWord(known)) return word(known)
  return isRow(what) ? analytics[what].path : what
}

export function useWhat(): (what: string) => string {
  const { t } = useTranslation('activity')
  return (what) => inWords(what, (known) => t(`what.${known}`))
}
