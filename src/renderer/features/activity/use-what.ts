import { commonTexts, type Language } from '../../../shared/locales/languages.ts'
import { useFormat } from '../../ui/format.ts'

/** What was asked, in words; a name of no row stays as it is. */
export function inWords(what: string, language: Language): string {
  const { analytics, videos } = commonTexts(language).endpoints
  const [name = '', ofVideos] = what.split('videos.')
  const titles: Record<string, string> = ofVideos ? videos : analytics
  const key = ofVideos ?? name
  return Object.hasOwn(titles, key) ? (titles[key] ?? what) : what
}

export function useWhat(): (what: string) => string {
  const { language } = useFormat()
  return (what) => inWords(what, language)
}
