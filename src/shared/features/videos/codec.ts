import type { Field } from '../../api/settings/field.ts'
import { decimalMark, type Language } from '../../locales/languages.ts'
import { isPlayerId, type Named, namesApart } from '../../model/ids.ts'
import { isInexact } from '../../plain.ts'
import { readTime, videoTime } from '../../time/time.ts'
import { isTimeOfDay } from '../../time/time-of-day.ts'

/** Converts between a field's text and its value. */
export interface Codec {
  write: (value: unknown) => string
  /** Parses a text; null when it is not a valid value. */
  read: (text: string) => { value: unknown } | null
  /** Whether the text is a time of the video. */
  isTime?: true
}

interface TypedIn {
  /** The current value. */
  value: unknown
  /** Of the video. */
  duration: number | null
}

/** Reads a text typed in a field of a video. */
export function readTyped({ isTime, ...codec }: Codec, text: string, { value, duration }: TypedIn) {
  const known = { duration, known: isTime && readTime(codec.write(value)) }
  return isTime && isTimeOfDay(text, known) ? null : codec.read(text)
}

export const THRESHOLD = 'dispatch.threshold'

/** Video, pixels: `threshold` is a percentage or a second, depending on `mode`. */
export function thresholdText(threshold: unknown, mode: unknown): string {
  if (mode === 'time') return writeTime(threshold)
  return `${String(threshold)}${mode === 'percent' ? '%' : ''}`
}

/** Formats seconds as a video time; any other value as plain text. */
export const writeTime = (seconds: unknown) =>
  typeof seconds === 'number' && seconds >= 0 ? videoTime(seconds) : writePlain(seconds)

const writePlain = (value: unknown) =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean)

/** An empty field has the value null rather than an empty text. */
export const TEXT: Codec = { write: writePlain, read: (text) => ({ value: text || null }) }

/** Text without surrounding spaces, for names, addresses and ids. */
export const OPTIONAL_TEXT: Codec = {
  write: writePlain,
  read: (text) => ({ value: text.trim() === '' ? null : text.trim() }),
}

/** Of a setting that is a text: spaces around a name or an address have no meaning. */
export const textCodec = (format: Field['format']): Codec => (format ? OPTIONAL_TEXT : TEXT)

export const TIME: Codec = {
  isTime: true,
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

/**
 * Without the zeros after the decimal comma or point that spreadsheets may write; three zeros can
 * be thousands.
 */
export const withoutDecimals = (number: string) =>
  number.replace(/^(\s*-?\d{1,9})[.,]0{1,2}(?=\s*[%s]?\s*$)/iu, '$1')

/** An integer with a unit, which is optional in the input. */
const withUnit = (mode: 'percent' | 'time', unit: RegExp, read: Codec['read']): Codec => ({
  write: (value) => (typeof value === 'number' ? thresholdText(value, mode) : writePlain(value)),
  read: (text) => read(text.trim().replace(unit, '')),
})

/** A pixel's threshold as a watched share. */
export const PERCENT = withUnit('percent', /\s*%$/u, WHOLE.read)

/** A pixel's threshold as playing time, in seconds or as a video time. */
export const SECONDS: Codec = { ...withUnit('time', /\s*s$/iu, TIME.read), isTime: true }

/** With the language's decimal separator. */
const writeDecimal = (value: unknown, language: Language) =>
  typeof value === 'number' ? String(value).replace('.', decimalMark(language)) : writePlain(value)

/** Null for a number of more digits than can be held. */
function readNumber(text: string) {
  const value = Number(text)
  return isInexact(value) ? null : { value }
}

/** Accepts a comma or a point in any language, because numbers are often pasted. */
export const decimalCodec = (language: Language): Codec => ({
  write: (value) => writeDecimal(value, language),
  read(text) {
    const typed = text.trim().replace(',', '.')
    if (typed === '') return { value: null }
    return /^\d*\.?\d+$/.test(typed) ? readNumber(typed) : null
  },
})

/**
 * A design token. The document does not say which tokens are numbers, so a value keeps the type of
 * the `known` one.
 */
export function tokenCodec(known: unknown, language: Language): Codec {
  return {
    write: (value) => writeDecimal(value, language),
    read(text) {
      const typed = text.trim()
      if (typed === '') return { value: null }
      // Between or before digits alone a comma is a decimal separator: no CSS value has one there.
      const written = /^-?\d*,\d+$/.test(typed) ? typed.replace(',', '.') : typed
      const isNumber = typeof known === 'number' && /^-?\d*\.?\d+$/.test(written)
      return isNumber ? readNumber(written) : { value: written }
    },
  }
}

/**
 * The names of videos to choose from, and a codec that shows an id as the name of its video. It
 * reads no other text than these names and ids.
 */
export function namedVideos(videos: readonly Named[]) {
  const named = namesApart(videos)
  const ids = new Set(named.map(({ id }) => id))
  const textOf = new Map(named.map(({ id, name }) => [id, name]))
  const idOf = new Map(named.map(({ id, name }) => [name, id]))
  const codec: Codec = {
    write: (value) => textOf.get(String(value)) ?? writePlain(value),
    read(text) {
      const typed = text.trim()
      if (typed === '') return { value: null }
      // The video of an id may have come after the list was read.
      const isId = ids.has(typed) || isPlayerId(typed)
      const id = isId ? typed : idOf.get(typed)
      return id === undefined ? null : { value: id }
    },
  }
  return { names: named.map(({ name }) => name), codec }
}
