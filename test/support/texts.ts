import type { Texts } from '../../src/renderer/text.ts'
import * as en from '../../src/shared/locales/en/texts.ts'
import * as es419 from '../../src/shared/locales/es-419/texts.ts'
import type { Language } from '../../src/shared/locales/languages.ts'
import * as ptBr from '../../src/shared/locales/pt-BR/texts.ts'

/** The texts of the window in each language, by feature. */
export const texts = { en, 'pt-BR': ptBr, 'es-419': es419 } satisfies Record<Language, Texts>
