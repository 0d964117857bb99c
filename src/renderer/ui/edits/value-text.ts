import { useCallback, useMemo } from 'react'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { RegisterAt } from '../../../shared/features/publishing/register.ts'
import { FALLBACK, settingName, valueText } from '../../../shared/features/publishing/value-text.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import { useCall } from '../../query.ts'
import { useFormat } from '../format.ts'
import { usePictureName } from './picture-name.ts'

/**
 * `valueText` in the window's language, with the names of an account's pictures and videos. With a
 * register, only the names that it needs are loaded; with null, none.
 */
export function useValueText(account_id: string | null, only?: string | null) {
  const { language } = useFormat()
  const isFor = (register: string) => only === undefined || only === register
  const picture = usePictureName(isFor('variants') ? account_id : null)
  const video = useVideoName(isFor(FALLBACK) ? account_id : null)
  return useCallback(
    (value: unknown, register: string | null, mode?: unknown) =>
      valueText(value, register, language, { mode, picture, video }),
    [language, picture, video],
  )
}

/** The name of a video of an account; undefined when it has none. */
function useVideoName(account_id: string | null) {
  const { value } = useCall('videos', 'list', account_id === null ? null : { account_id })
  const names = useMemo(() => new Map(value?.rows.map(({ id, name }) => [id, name])), [value])
  return useCallback((video_id: string) => names.get(video_id), [names])
}

export { settingName }

export const groupName = (group: Group, language: Language) => settingName(group, '', language)

/** The display name of a value that the document lists. */
export function choiceName({ group, register }: RegisterAt, value: string, language: Language) {
  const place = `${register}.${value}`
  const found = settingName(group, place, language)
  return found === place ? value : found
}

/** Splits a URL where a line may break; any other text is one part. */
export const urlParts = (text: string): string[] =>
  /^https?:\/\//i.test(text) ? text.split(/(?<=[/?&])(?![/?&])/) : [text]
