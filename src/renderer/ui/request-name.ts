import { appTexts, type Language } from '../../shared/locales/languages.ts'
import { useFormat } from './format.ts'

/** Prefix of the endpoint names of the video management service. */
const OF_VIDEOS = 'videos.'

/** The name of a request in words; an unknown one is returned unchanged. */
export function requestName(what: string, language: Language): string {
  const { analytics, videos } = appTexts(language).endpoints
  const isOfVideos = what.startsWith(OF_VIDEOS)
  const titles: Record<string, string> = isOfVideos ? videos : analytics
  const key = isOfVideos ? what.slice(OF_VIDEOS.length) : what
  return Object.hasOwn(titles, key) ? (titles[key] ?? what) : what
}

export function useRequestName(): (what: string) => string {
  const { language } = useFormat()
  return (what) => requestName(what, language)
}
