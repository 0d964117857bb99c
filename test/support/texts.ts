import { texts as en } from '../../src/shared/locales/en/texts.ts'
import { texts as es419 } from '../../src/shared/locales/es-419/texts.ts'
import { texts as ptBr } from '../../src/shared/locales/pt-BR/texts.ts'

/** The texts of the window in each language, by feature. */
export const texts = { en, 'pt-BR': ptBr, 'es-419': es419 }
