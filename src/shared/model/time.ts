import { z } from 'zod'

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
