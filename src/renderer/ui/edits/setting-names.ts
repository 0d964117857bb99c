import type { Group } from '../../../shared/api/settings/index.ts'
import { commonTexts, type Language } from '../../../shared/locales/languages.ts'

/** What a person calls a setting; one that is not known goes by the document's own name. */
export function settingName(group: Group, register: string, language: Language): string {
  const names: Record<string, string> = commonTexts(language).videoSettings[group]
  return names[register] ?? register
}

export const groupName = (group: Group, language: Language) => settingName(group, '', language)
