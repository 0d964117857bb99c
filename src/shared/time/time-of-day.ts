import { readTime } from './time.ts'

/** A time of day, as spreadsheets show minutes and seconds that were typed. */
const TIME_OF_DAY = /^(\d{1,3}):(\d{2}):00(?:\s*([ap])\.?\s*m\.?)?$/iu

export interface KnownTime {
  /** Of the video. */
  duration: number | null
  /** The current value. */
  known: unknown
}

/** The duration of the longest of some videos; null when none is known. */
export const longestOf = (videos: readonly Pick<KnownTime, 'duration'>[]) =>
  videos.reduce<number | null>(
    (longest, { duration }) => (duration === null ? longest : Math.max(longest ?? 0, duration)),
    null,
  )

/**
 * The seconds of a text that a spreadsheet may have made of minutes and seconds, which are meant
 * where hours are beyond the video's duration; `time-of-day` where both are possible. Null when it
 * is no time, undefined when it has another form.
 */
export function readTimeOfDay(
  text: string,
  known: KnownTime,
): number | 'time-of-day' | null | undefined {
  const day = timeOfDay(text.trim())
  if (!day) return undefined
  return day.minutes > 59 ? null : secondsOfDay(day, known)
}

/** Hours with two digits, unlike a video time. */
const OF_SPREADSHEET = /^\s*\d{2,}:\d\d:/u

/**
 * Whether a typed text has hours beyond the video because it was 5:30, which spreadsheets write as
 * 05:30:00.
 */
export function isTimeOfDay(text: string, known: KnownTime): boolean {
  const seconds = OF_SPREADSHEET.test(text) ? readTimeOfDay(text, known) : null
  return typeof seconds === 'number' && seconds !== readTime(text)
}

interface TimeOfDay {
  hours: number
  minutes: number
  /** It is written unlike a video time. */
  isOfSpreadsheet: boolean
}

function timeOfDay(text: string): TimeOfDay | null {
  const [whole, first = '', minutes, half] = TIME_OF_DAY.exec(text) ?? []
  if (whole === undefined) return null
  const isOfSpreadsheet = half !== undefined || first.startsWith('0') || first.length > 1
  const hours = half ? (Number(first) % 12) + (/^p/iu.test(half) ? 12 : 0) : Number(first)
  return { hours, minutes: Number(minutes), isOfSpreadsheet }
}

function secondsOfDay(
  { hours, minutes, isOfSpreadsheet }: TimeOfDay,
  { duration, known }: KnownTime,
): number | 'time-of-day' {
  const asHours = hours * 3600 + minutes * 60
  const asMinutes = hours * 60 + minutes
  if (known === asHours || known === asMinutes) return known
  const isBeyond = duration !== null && asHours > duration
  if (isBeyond && asMinutes <= duration) return asMinutes
  return isOfSpreadsheet ? 'time-of-day' : asHours
}
