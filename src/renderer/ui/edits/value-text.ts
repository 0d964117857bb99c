import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { at, textAt } from '../../../shared/check/values.ts'
import { videoTime } from '../../../shared/model/time.ts'
import { itemName } from './values.ts'

const SECONDS = ['window.start', 'window.end', 'scroll_to_action_in']

export interface ValueWords {
  nothing: string
  empty: string
  yes: string
  no: string
}

/** A register's value as a person reads it. */
export function valueText(value: unknown, register: string | null, words: ValueWords): string {
  if (value === null || value === undefined) return words.nothing
  if (isEmpty(value)) return words.empty
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value, register ?? '')
  return isListOfTexts(value) ? value.join(', ') : objectText(value)
}

/** What is set whole, by what tells one from another; what is not understood as it came. */
function objectText(value: unknown): string {
  if (Array.isArray(value)) return value.map(objectText).join('; ')
  if (textAt(value, 'template_name') !== '') return overlayText(value)
  const start = at(value, 'start')
  if (at(value, 'type') === 'loop' && typeof start === 'number') return `loop ${videoTime(start)}`
  return itemName(value) || JSON.stringify(value)
}

/** Two pictures differ by their ids alone, of which the beginning tells enough. */
function overlayText(value: unknown): string {
  const file_id = textAt(value, 'file_id')
  const scale = at(value, 'scale')
  return [
    textAt(value, 'template_name'),
    textAt(value, 'template_position'),
    file_id.length > 14 ? `${file_id.slice(0, 14)}…` : file_id,
    typeof scale === 'number' ? `× ${scale}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)

const numberText = (value: number, register: string) =>
  SECONDS.includes(register) ? videoTime(value) : String(value)

const isListOfTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** `valueText` in the window's language. */
export function useValueText() {
  const { t } = useTranslation('edits')
  return useCallback(
    (value: unknown, register: string | null) =>
      valueText(value, register, {
        nothing: t('nothing'),
        empty: t('empty'),
        yes: t('yes'),
        no: t('no'),
      }),
    [t],
  )
}
