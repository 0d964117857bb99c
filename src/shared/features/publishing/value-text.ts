import type { Group } from '../../api/settings/index.ts'
import { appTexts, interpolate, type Language } from '../../locales/languages.ts'
import { type Fields, isFields } from '../../plain.ts'
import { videoTime } from '../../time/time.ts'
import { isTextButton } from '../videos/check/call-actions.ts'
import { at, textAt } from '../videos/check/values.ts'
import { THRESHOLD, thresholdText } from '../videos/codec.ts'
import { isSecond, isSecret } from './register.ts'

/** What the text of a value depends on besides the value. */
interface ValueContext {
  /** The mode of the pixel, for the unit of a threshold. */
  mode?: unknown
  /** The name of an overlay's picture. */
  picture?: ((file_id: string) => string) | undefined
  /** The name of a video; undefined when it is unknown. */
  video?: ((video_id: string) => string | undefined) | undefined
}

/** The register whose value is the id of a video. */
export const FALLBACK = 'fallback_video_id'

/** A register's value as text. With null, the value of a whole item or of a part of a register. */
export function valueText(
  value: unknown,
  register: string | null,
  language: Language,
  context: ValueContext = {},
): string {
  const words = appTexts(language).tables.values
  if ((value ?? null) === null) return words.nothing
  if (isEmpty(value)) return words.empty
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (isSecret(register)) return words.hidden
  if (typeof value === 'string') return nameOf(value, { ...context, register, language })
  if (typeof value === 'number') return numberText(value, register, context.mode)
  return objectText(value, { ...context, register, language })
}

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)

/**
 * The text itself, the name for a video's id, or the display name of a value that the document
 * lists.
 */
const nameOf = (value: string, { register, language, video }: ObjectContext) =>
  (register === FALLBACK && video?.(value)) || (choiceIn(`${register}.${value}`, language) ?? value)

/** The display name of a choice whose register occurs in one group only. */
function choiceIn(place: string, language: Language): string | undefined {
  const { videoSettings } = appTexts(language)
  const groups: Readonly<Record<string, string>>[] = Object.values(videoSettings)
  return groups.map((names) => ownName(names, place)).find((name) => name !== undefined)
}

function numberText(value: number, register: string | null, mode: unknown) {
  if (register === THRESHOLD) return thresholdText(value, mode)
  return register !== null && isSecond(register) ? videoTime(value) : String(value)
}

export const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

interface ObjectContext extends ValueContext {
  register: string | null
  language: Language
}

const OF_ITEMS = ['base', 'action', 'window', 'dispatch']

/** The text of objects and lists of objects, from their distinguishing properties. */
function objectText(value: unknown, context: ObjectContext): string {
  if (isListOfTexts(value)) return value.join(', ')
  if (Array.isArray(value)) return value.map((each) => objectText(each, context)).join('; ')
  const { register, language } = context
  if (!isFields(value)) return valueText(value, null, language)
  const words = appTexts(language).tables.values
  if (textAt(value, 'template_name') !== '') return overlayText(value, context)
  if (register === 'variants') return words.handBuilt
  const start = at(value, 'start')
  if (at(value, 'type') === 'loop' && typeof start === 'number') {
    return interpolate(words.restarts, { time: videoTime(start) })
  }
  const isItem = OF_ITEMS.some((part) => part in value)
  return (isItem ? nameOrId(value) : partsText(value, language)) || words.empty
}

const nameOrId = (item: Fields) => itemName(item) || textAt(item, 'id')

const ownName = (names: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(names, name) ? names[name] : undefined

/** An overlay's template or position; unknown ones are returned unchanged. */
export function overlayName(name: string, language: Language): string {
  const { template, slot } = appTexts(language).tables.values
  return ownName(template, name) ?? ownName(slot, name) ?? name
}

function overlayText(value: Fields, { picture, language }: ObjectContext): string {
  const file_id = textAt(value, 'file_id')
  const scale = at(value, 'scale')
  const share = new Intl.NumberFormat(appTexts(language).locale, { maximumFractionDigits: 2 })
  return [
    overlayName(textAt(value, 'template_name'), language),
    overlayName(textAt(value, 'template_position'), language),
    file_id && (picture?.(file_id) ?? shortId(file_id)),
    typeof scale === 'number' ? `${share.format(scale * 100)}%` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

// Long enough to distinguish ids, for example of pictures with equal names.
const ID_SHOWN = 14

export const shortId = (id: string) => shortened(id, ID_SHOWN)

/** Characters that are shown on each side of a changed part. */
const AROUND = 40

/**
 * Two texts, of which long ones are cut to the part in which they differ, so that it can be seen
 * completely.
 */
export function changedParts(before: string, after: string, longest: number): [string, string] {
  if (Math.max(before.length, after.length) <= longest) return [before, after]
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const part = (text: string) => {
    const [from, to] = [
      Math.max(0, start - AROUND),
      Math.min(text.length, text.length - end + AROUND),
    ]
    // No half of a character is left at either end.
    const shown = text.slice(from, to).replace(/^\p{Cs}|\p{Cs}$/gu, '')
    return `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`
  }
  return [part(before), part(after)]
}

/** A text cut after so many characters. */
export const shortened = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most)}…` : text

/** The name of a property of typography or style; undefined for an undocumented one. */
export const designName = (place: string, language: Language): string | undefined =>
  ownName(appTexts(language).tables.values.design, place.replaceAll('.', '_'))

/** The properties of an object such as a style; of two objects only those that differ. */
export function partsText(value: Fields, language: Language, beside?: unknown): string {
  const other = new Map(isFields(beside) ? leaves(beside, language) : [])
  return leaves(value, language)
    .filter(([place, text]) => other.get(place) !== text)
    .map(([place, text]) => `${place} ${text}`)
    .join(', ')
}

function leaves(fields: Fields, language: Language, above = ''): [place: string, text: string][] {
  return Object.entries(fields).flatMap(([key, value]) => {
    const place = `${above}${key}`
    if (isFields(value)) return leaves(value, language, `${place}.`)
    const name = designName(place, language) ?? place.replaceAll(/[._]/gu, ' ')
    return [[name, valueText(value, null, language)]]
  })
}

/** The name of an item: a text button's text, else its label, else empty. */
export function itemName(item: unknown): string {
  const words = [at(item, 'action.content'), at(item, 'base.name')]
  const ordered = isTextButton(item) ? words : words.reverse()
  return (
    ordered.find((word): word is string => typeof word === 'string' && word.trim() !== '') ?? ''
  )
}

/** The display name of a setting; the document's own name when it is unknown. */
export function settingName(group: Group, register: string, language: Language): string {
  const names: Record<string, string> = appTexts(language).videoSettings[group]
  return names[register] ?? register
}
