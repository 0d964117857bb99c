import type { Splice } from '../../../shared/features/sheet/splice.ts'
import { type TextReplacement, textSplices } from '../../../shared/features/sheet/text-matches.ts'

export interface PatternSearch {
  replacement: TextReplacement
  texts: readonly string[]
}

export type PatternAnswer = Splice[][]

/** The first message says that the script is loaded; each later one answers a search. */
const LOADED = 'loaded'

// The worker's global scope. The window's types lack it, so the used part is declared here.
addEventListener('message', ({ data }: MessageEvent<PatternSearch>) => {
  postMessage(data.texts.map(textSplices(data.replacement)) satisfies PatternAnswer)
})
postMessage(LOADED)
