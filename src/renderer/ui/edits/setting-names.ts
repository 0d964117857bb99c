import { commonTexts, type Language } from '../../../shared/locales/languages.ts'
import type { Group } from '../../../shared/model/settings/index.ts'

/** What a person calls a setting; one that is not known goes by the document's own name. */
export function settingName(group: Group, register: string, language: Language): string {
  const names: Record<string, string> = commonTexts(language).videoSettings[group]
  return names[register] ?? register
}

export const groupName = (group: Group, language: Language) => settingName(group, '', language)
