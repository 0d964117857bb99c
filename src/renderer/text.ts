import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type * as en from '../shared/locales/en/texts.ts'
import type { Language } from '../shared/locales/languages.ts'

export type Texts = typeof en

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui'
    resources: Texts
    strictKeyChecks: true
  }
}

const LOCALES = import.meta.glob<Texts>('../shared/locales/*/texts.ts')

// As in main/test-options.ts; a constant of this file, so that a release has none of it.
declare const __TEST__: boolean | undefined
const isTestBuild = typeof __TEST__ === 'undefined' || __TEST__

/** In tests a text without one of its values fails, instead of showing the value's name. */
function refuseMissingValue(text: string, [, name]: RegExpExecArray): never {
  throw new TypeError(`There is no value for ${name} in the text: ${text}`)
}

async function textsOf(language: Language): Promise<Texts> {
  const load = LOCALES[`../shared/locales/${language}/texts.ts`]
  if (!load) throw new Error(`There are no texts in ${language}.`)
  return load()
}

/** Initializes the texts in a language. Only that language is loaded. */
export async function startText(language: Language) {
  await i18next.use(initReactI18next).init({
    lng: language,
    defaultNS: 'ui',
    interpolation: { escapeValue: false },
    ...(isTestBuild && { missingInterpolationHandler: refuseMissingValue }),
    // A copy, since i18next writes into it.
    resources: { [language]: { ...(await textsOf(language)) } },
  })
}

/** Switches the language after `startText`, loading its texts if needed. */
export async function changeText(language: Language) {
  if (!i18next.hasResourceBundle(language, 'ui')) {
    for (const [name, text] of Object.entries(await textsOf(language))) {
      i18next.addResourceBundle(language, name, text)
    }
  }
  await i18next.changeLanguage(language)
}
