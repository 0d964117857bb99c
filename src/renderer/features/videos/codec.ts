import { decimalMark, type Language } from '../../../shared/locales/languages.ts'
import { readTime, videoTime } from '../../../shared/time/time.ts'
import { thresholdText } from '../../ui/edits/threshold.ts'

/** How a field's text and its value become each other. */
export interface Codec {
  write: (value: unknown) => string
  /** The value of a text, or none when the text cannot be one. */
  read: (text: string) => { value: unknown } | null
}

export const writeTime = (seconds: unknown) =>
  typeof seconds === 'number' && seconds >= 0 ? videoTime(seconds) : writePlain(seconds)

const writePlain = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean)

/** An emptied field has no value, rather than an empty one. */
export const TEXT: Codec = { write: writePlain, read: (text) => ({ value: text || null }) }

/** The same of a name or an id, whose surrounding spaces mean nothing. */
export const OPTIONAL_TEXT: Codec = {
  write: writePlain,
  read: (text) => ({ value: text.trim() === '' ? null : text.trim() }),
}

export const TIME: Codec = {
  write: writeTime,
  read(text) {
    const value = readTime(text)
    return value === undefined ? null : { value }
  },
}

export const WHOLE: Codec = {
  write: writePlain,
  read(text) {
    const typed = text.trim()
    if (typed === '') return { value: null }
    return /^-?\d{1,9}$/.test(typed) ? { value: Number(typed) } : null
  },
}

/** A whole number with a unit, which may be left out when it is typed. */
const withUnit = (mode: 'percent' | 'time', unit: RegExp, read: Codec['read']): Codec => ({
  write: (value) => (typeof value === 'number' ? thresholdText(value, mode) : writePlain(value)),
  read: (text) => read(text.trim().replace(unit, '')),
})

/** Where a pixel fires by the share that was watched. */
export const PERCENT = withUnit('percent', /\s*%$/u, WHOLE.read)

/** The same by the time that was played, in seconds or as a time of the video. */
export const SECONDS = withUnit('time', /\s*s$/iu, TIME.read)

/** With the mark of the language. */
const writeDecimal = (value: unknown, language: Language) =>
  typeof value === 'number' ? String(value).replace('.', decimalMark(language)) : writePlain(value)

/** Read with a comma or a point, whatever the language: a number is often pasted. */
export const decimalCodec = (language: Language): Codec => ({
  write: (value) => writeDecimal(value, language),
  read(text) {
    const typed = text.trim().replace(',', '.')
    if (typed === '') return { value: null }
    return /^\d*\.?\d+$/.test(typed) ? { value: Number(typed) } : null
  },
})

/**
 * A design token: the document does not say which are texts and which are numbers, so a number
 * stays a number and a text a text.
 */
export function tokenCodec(known: unknown, language: Language): Codec {
  return {
    write: (value) => writeDecimal(value, language),
    read(text) {
      const typed = text.trim()
      if (typed === '') return { value: null }
      // No style is written with a comma between two figures.
      const written = /^-?\d+,\d+$/.test(typed) ? typed.replace(',', '.') : typed
      const isNumber = typeof known === 'number' && /^-?\d+(\.\d+)?$/.test(written)
      return { value: isNumber ? Number(written) : written }
    },
  }
}
