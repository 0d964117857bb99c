import type { Language } from './locales/languages.ts'

export type Words = Readonly<Record<Language, string>>

/** A text in both languages, where files need it as much as the window. */
export const words = (en: string, pt: string): Words => ({ en, 'pt-BR': pt })
