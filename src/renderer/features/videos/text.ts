import { videosTextEn } from './text-en.ts'
import { videosTextPt } from './text-pt.ts'

export const videosText = { en: videosTextEn, 'pt-BR': videosTextPt }
