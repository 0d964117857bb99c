import type { TFunction } from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Group,
  TEMPLATE_NAMES,
  TEMPLATE_POSITIONS,
} from '../../../shared/api/settings/index.ts'
import {
  isSecond,
  isSecret,
  type RegisterAt,
} from '../../../shared/features/publishing/register.ts'
import { at, textAt } from '../../../shared/features/videos/check/values.ts'
import { THRESHOLD, thresholdText } from '../../../shared/features/videos/codec.ts'
import { appTexts, type Language } from '../../../shared/locales/languages.ts'
import { videoTime } from '../../../shared/time/time.ts'
import { pictureName } from './picture-name.ts'
import { itemName } from './values.ts'

export interface ValueWords {
  none: string
  empty: string
  yes: string
  no: string
  /** Replaces a secret. */
  hidden: string
  /** The name of an overlay's template or position; unknown ones are returned unchanged. */
  overlay: (name: string) => string
  /** The name of an overlay's picture. */
  picture: (file_id: string) => string
  /** Formats a scale: 0.6 is 60 %. */
  scale: (share: number) => string
}

/** A register's value as text. `mode` is needed for a pixel's threshold. */
export function valueText(
  value: unknown,
  register: string | null,
  words: ValueWords,
  mode?: unknown,
): string {
  if (isAbsent(value)) return words.none
  if (isEmpty(value)) return words.empty
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (isSecret(register)) return words.hidden
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value, register ?? '', mode)
  return isListOfTexts(value) ? value.join(', ') : objectText(value, words)
}

/** Text for object values, by what distinguishes them; unknown shapes as JSON. */
function objectText(value: unknown, words: ValueWords): string {
  if (Array.isArray(value)) return value.map((each) => objectText(each, words)).join('; ')
  if (textAt(value, 'template_name') !== '') return overlayText(value, words)
  const start = at(value, 'start')
  if (at(value, 'type') === 'loop' && typeof start === 'number') return `loop ${videoTime(start)}`
  return itemName(value) || JSON.stringify(value)
}

function overlayText(value: unknown, { overlay, picture, scale: share }: ValueWords): string {
  const file_id = textAt(value, 'file_id')
  const scale = at(value, 'scale')
  return [
    overlay(textAt(value, 'template_name')),
    overlay(textAt(value, 'template_position')),
    file_id && picture(file_id),
    typeof scale === 'number' ? share(scale) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

const isAbsent = (value: unknown) => value === null || value === undefined

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)

function numberText(value: number, register: string, mode: unknown) {
  if (register === THRESHOLD) return thresholdText(value, mode)
  return isSecond(register) ? videoTime(value) : String(value)
}

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

const templateOf = (name: string) => TEMPLATE_NAMES.find((one) => one === name)
const placeOf = (name: string) => TEMPLATE_POSITIONS.find((one) => one === name)

function overlayName(name: string, t: TFunction<'edits'>) {
  const [template, place] = [templateOf(name), placeOf(name)]
  if (template) return t(`template.${template}`)
  return place ? t(`slot.${place}`) : name
}

/** `valueText` in the window's language; `picture` names the pictures. */
export function useValueText(picture: (file_id: string) => string = unknownPicture) {
  const { t } = useTranslation('edits')
  return useCallback(
    (value: unknown, register: string | null, mode?: unknown) => {
      const words = {
        none: t('nothing'),
        empty: t('empty'),
        yes: t('yes'),
        no: t('no'),
        hidden: t('secret.hidden'),
        overlay: (name: string) => overlayName(name, t),
        picture,
        scale: (share: number) => t('scale', { percent: share * 100 }),
      }
      return valueText(value, register, words, mode)
    },
    [t, picture],
  )
}

const unknownPicture = (file_id: string) => pictureName(undefined, file_id)

/** The display name of a setting; the document's own name when it is unknown. */
export function settingName(group: Group, register: string, language: Language): string {
  const names: Record<string, string> = appTexts(language).videoSettings[group]
  return names[register] ?? register
}

export const groupName = (group: Group, language: Language) => settingName(group, '', language)

/** The same of one of the values that the document names. */
export function choiceName({ group, register }: RegisterAt, value: string, language: Language) {
  const place = `${register}.${value}`
  const found = settingName(group, place, language)
  return found === place ? value : found
}

/** Splits a URL where a line may break; any other text is one part. */
export const urlParts = (text: string): string[] =>
  /^https?:\/\//i.test(text) ? text.split(/(?<=[/?&])(?![/?&])/) : [text]
