import { z } from 'zod'

/** Epoch milliseconds up to the end of the year 9999: what every calendar and format can take. */
export const instant = z.int().nonnegative().max(253_402_300_799_999)

/** 100 hours: a curve has a figure for each second of its video. */
export const LONGEST_VIDEO_SECONDS = 360_000
export const videoSecond = z.int().nonnegative().max(LONGEST_VIDEO_SECONDS)

// Analytics, What the service does, 5: dates travel as wall-clock text in the asked zone.
export const wireDateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'must be YYYY-MM-DD HH:MM:SS')

// Aborts, because a period's own rules reckon with its days.
export const isoDate = z.iso.date({ abort: true })

/** An IANA zone name that this computer knows. */
export const timezone = z
  .string()
  .refine(isZone, 'must be an IANA time zone, for example America/Sao_Paulo')

function isZone(name: string) {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/** Seconds of a video as `mm:ss`, or `h:mm:ss` from one hour. */
export function videoTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const h = Math.floor(whole / 3600)
  const m = Math.floor((whole % 3600) / 60)
  const s = String(whole % 60).padStart(2, '0')
  return h > 0 ? `${h}:${String(m).padStart(2, '0')}:${s}` : `${m}:${s}`
}

const PARTS = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})$/

/**
 * Seconds of a typed time: `330`, `5:30` and `1:05:00` are all understood; undefined when it is
 * none of these, and null when nothing is typed.
 */
export function readTime(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  if (/^\d{1,6}$/.test(text)) return Number(text)
  const parts = PARTS.exec(text)
  if (!parts) return undefined
  const [, hours, minutes = '', seconds = ''] = parts
  // 90:00 is an hour and a half; with hours before them there are only sixty minutes.
  if (Number(seconds) > 59 || (hours !== undefined && Number(minutes) > 59)) return undefined
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]

/** Seconds between two of the times that stand for a length: a step a clock has, `most` of them or fewer. */
export const timeStep = (duration: number, most = 10): number =>
  STEPS.find((step) => duration / step <= most) ?? 7200
