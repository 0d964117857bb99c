import { z } from 'zod'

/** Epoch milliseconds up to the year 9999, which every calendar and format supports. */
export const instant = z.int().nonnegative().max(253_402_300_799_999)

/** 100 hours: curves have a value for each second of the video. */
export const LONGEST_VIDEO_SECONDS = 360_000
export const videoSecond = z.int().nonnegative().max(LONGEST_VIDEO_SECONDS)

// Analytics, What the service does, 5: dates are local times in the requested zone.
export const wireDateTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'must be YYYY-MM-DD HH:MM:SS')

// Aborts, because the checks of a period need valid days.
export const isoDate = z.iso.date({ abort: true })

/** An IANA zone name known to this computer. */
export const timezone = z
  .string()
  .refine(isZone, 'must be an IANA time zone, for example America/Sao_Paulo')

/** Every request is checked for its zone, which takes `Intl` longer than the rest of the check. */
const knownZones = new Set<string>()

function isZone(name: string) {
  if (knownZones.has(name)) return true
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    return false
  }
  knownZones.add(name)
  return true
}

/** Formats seconds of a video as `mm:ss`, or as `h:mm:ss` from one hour. */
export function videoTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const h = Math.floor(whole / 3600)
  const m = Math.floor((whole % 3600) / 60)
  const s = String(whole % 60).padStart(2, '0')
  return h > 0 ? `${h}:${String(m).padStart(2, '0')}:${s}` : `${m}:${s}`
}

const PARTS = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})$/

/** Parses `330`, `5:30` or `1:05:00` to seconds. Null when empty, undefined when invalid. */
export function readTime(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  if (/^\d{1,6}$/.test(text)) return Number(text)
  const parts = PARTS.exec(text)
  if (!parts) return undefined
  const [, hours, minutes = '', seconds = ''] = parts
  // 90:00 is an hour and a half, but with hours the minutes must be below 60.
  if (Number(seconds) > 59 || (hours !== undefined && Number(minutes) > 59)) return undefined
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600]

/** Seconds between axis labels: a round clock step for at most `most` of them. */
export const timeStep = (duration: number, most = 10): number =>
  STEPS.find((step) => duration / step <= most) ?? 7200

/** The second at a percentage of a video of `length` seconds. */
export const secondOfPercent = (percent: number, length: number) => (percent * length) / 100
