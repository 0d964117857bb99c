import { analytics } from '../../../shared/api/analytics.ts'
import { videos } from '../../../shared/api/videos.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import type { TitledEndpoint } from '../../../shared/operation.ts'
import { useFormat } from '../../ui/format.ts'

/** Every row, by the name that main gives what it asks. */
const ROWS: Readonly<Record<string, TitledEndpoint>> = {
  ...analytics,
  ...Object.fromEntries(Object.entries(videos).map(([name, row]) => [`videos.${name}`, row])),
}

/** What was asked, in words; a name of no row stays as it is. */
export const inWords = (what: string, language: Language): string =>
  (Object.hasOwn(ROWS, what) && ROWS[what]?.title[language]) || what

export function useWhat(): (what: string) => string {
  const { language } = useFormat()
  return (what) => inWords(what, language)
}
