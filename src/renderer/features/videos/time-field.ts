import { videoTime } from '../../../shared/model/time.ts'

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

export const writeTime = (seconds: unknown) =>
  typeof seconds === 'number' && seconds >= 0 ? videoTime(seconds) : writePlain(seconds)

export const writePlain = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean)
