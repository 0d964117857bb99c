/** Must match the style sheet of tables: a canvas does not inherit the page's styles. */
const TITLE_FONT = "600 12px 'Inter Variable', system-ui, sans-serif"
/** Estimated width of a character where nothing can be measured; rather too wide. */
const LETTER = 8
/** Small text is rendered slightly wider than a canvas measures it. */
const RENDERING_FACTOR = 1.06

type Measure = (text: string) => number

/** Width in pixels of the longer line when a title wraps onto two lines, without breaking words. */
export function lineOf(title: string, measure: Measure): number {
  const words = title.trim().split(/\s+/u)
  const lines = words.map((_, first) =>
    Math.max(
      measure(words.slice(0, first + 1).join(' ')),
      measure(words.slice(first + 1).join(' ')),
    ),
  )
  return Math.ceil(Math.min(...lines))
}

const known = new Map<string, number>()

/** `lineOf` in the font of titles. */
export function titleLine(title: string): number {
  const before = known.get(title)
  if (before !== undefined) return before
  const line = lineOf(title, measure)
  // Cached only once the font is loaded, because a fallback font has other widths.
  if (isFontHere()) known.set(title, line)
  return line
}

let context: CanvasRenderingContext2D | null | undefined

const measure: Measure = (text) => {
  context ??=
    typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d')
  if (!context) return text.length * LETTER
  context.font = TITLE_FONT
  return context.measureText(text).width * RENDERING_FACTOR
}

const isFontHere = () => typeof document !== 'undefined' && document.fonts.check(TITLE_FONT)
