import { appTexts, type Language } from '../../../shared/locales/languages.ts'
import { useFormat } from '../../ui/format.ts'

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

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** A duration in its two largest units, equal in all languages: `23 h 5 min`. */
export function timeLeft(seconds: number): string {
  const largest = UNITS.findIndex(([, length]) => seconds >= length)
  if (largest === -1) return '0 s'
  let rest = seconds
  const parts = UNITS.slice(largest, largest + 2).flatMap(([unit, length]) => {
    const amount = Math.floor(rest / length)
    rest -= amount * length
    return amount > 0 ? `${amount} ${unit}` : []
  })
  return parts.join(' ')
}
