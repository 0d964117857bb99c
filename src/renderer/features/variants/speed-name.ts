import { commonTexts, type Language } from '../../../shared/locales/languages.ts'

/** A speed as the language writes it; what is no number as it came. */
export function speedName(label: string, language: Language): string {
  const speed = label.trim() === '' ? Number.NaN : Number(label)
  if (!Number.isFinite(speed)) return label
  return `${speed.toLocaleString(commonTexts(language).locale, { maximumFractionDigits: 9 })}×`
}
