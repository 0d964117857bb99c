import { z } from 'zod'
import { LANGUAGES } from './languages.ts'

// Not in `languages.ts`, with which main would load zod before the window opens.
/** The schema of a text of a file by language: English is required, the others are optional. */
export const inLanguages = <S extends z.ZodType<string>>(text: S) =>
  z.object({ en: text }).and(z.partialRecord(z.enum(LANGUAGES), text))
