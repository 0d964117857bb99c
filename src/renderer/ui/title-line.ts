/** As the style sheet of tables has it: a canvas knows nothing of the page's styles. */
const TITLE_FONT = "600 12px 'Inter Variable', system-ui, sans-serif"
/** Where nothing can be measured: a letter of that font, rather too wide. */
const LETTER = 8
/** The page draws small letters of this font a little wider than a canvas measures them. */
const WIDER = 1.06

type Measure = (text: string) => number

/** Pixels of the longer line of a title on two lines, none of its words broken. */
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

/** `lineOf` in the titles' own font. */
export function titleLine(title: string): number {
  const before = known.get(title)
  if (before !== undefined) return before
  const line = lineOf(title, measure)
  // Another font's widths would stay if they were kept before this one has come.
  if (isFontHere()) known.set(title, line)
  return line
}

let pen: CanvasRenderingContext2D | null | undefined

const measure: Measure = (text) => {
  pen ??= typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d')
  if (!pen) return text.length * LETTER
  pen.font = TITLE_FONT
  return pen.measureText(text).width * WIDER
}

const isFontHere = () => typeof document !== 'undefined' && document.fonts.check(TITLE_FONT)
