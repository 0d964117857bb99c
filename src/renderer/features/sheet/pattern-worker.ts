import type { Splice } from '../../../shared/features/sheet/splice.ts'
import { type TextReplacement, textSplices } from '../../../shared/features/sheet/text-matches.ts'

export interface PatternSearch {
  replacement: TextReplacement
  texts: readonly string[]
}

export type PatternAnswer = Splice[][]

/** The first message says that the script is loaded, the others answer a search each. */
export const LOADED = 'loaded'

// The worker's own scope, of which the window's types know what is used here.
addEventListener('message', ({ data }: MessageEvent<PatternSearch>) => {
  postMessage(data.texts.map(textSplices(data.replacement)) satisfies PatternAnswer)
})
postMessage(LOADED)
