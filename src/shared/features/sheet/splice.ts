/** A part of a text, from its first character to the one after its last. */
export interface Span {
  start: number
  end: number
}

export const textIn = (text: string, { start, end }: Span) => text.slice(start, end)

/** The text that replaces a part. */
export interface Splice extends Span {
  text: string
  /** Whether the new text is around the part already: `offer`, where `new/offer` replaces it. */
  isDone?: boolean
}

/** Whether a part is within a longer one. */
export const isWithinLonger = ({ start, end }: Span, other: Span) =>
  other.start <= start && end <= other.end && other.end - other.start > end - start

/**
 * A text with its splices applied, which must be in order and must not overlap; the rest is
 * unchanged to the byte.
 */
export function spliced(text: string, splices: readonly Splice[]): string {
  let at = 0
  let result = ''
  for (const { start, end, text: own } of splices) {
    result += text.slice(at, start) + own
    at = end
  }
  return result + text.slice(at)
}

/** The ranges of the new texts in the result. */
export function splicedSpans(splices: readonly Splice[]): Span[] {
  let moved = 0
  return splices.map(({ start, end, text }) => {
    const span = { start: start + moved, end: start + moved + text.length }
    moved += text.length - (end - start)
    return span
  })
}

export const moveSplice = (splice: Splice, by: number): Splice => ({
  start: splice.start + by,
  end: splice.end + by,
  text: splice.text,
})

export interface Piece {
  text: string
  isMarked: boolean
}

interface Excerpt {
  /** Number of first characters that are always shown, such as the host of an address. */
  head: number
  /** Number of characters shown on each side of a mark. */
  around: number
  /** A text up to this length is shown completely. */
  whole: number
}

/**
 * A text in pieces, marked or not. A long one is reduced to its beginning and the surroundings of
 * its marks.
 */
export function piecesOf(text: string, marks: readonly Span[], excerpt: Excerpt): Piece[] {
  const pieces: Piece[] = []
  const add = (start: number, end: number, isMarked: boolean) => {
    if (end > start) pieces.push({ text: text.slice(start, end), isMarked })
  }
  let at = 0
  for (const { start, end } of shownSpans(text.length, marks, excerpt)) {
    if (start > at) pieces.push({ text: '…', isMarked: false })
    at = start
    for (const mark of marks) {
      if (mark.start < start || mark.end > end) continue
      add(at, mark.start, false)
      add(mark.start, mark.end, true)
      at = mark.end
    }
    add(at, end, false)
    at = end
  }
  if (at < text.length) pieces.push({ text: '…', isMarked: false })
  return pieces
}

function shownSpans(length: number, marks: readonly Span[], { head, around, whole }: Excerpt) {
  if (length <= whole) return [{ start: 0, end: length }]
  const shown: Span[] = [{ start: 0, end: Math.min(length, head) }]
  for (const { start, end } of marks.slice(0, MOST_MARKS)) {
    const last = shown.at(-1)
    const next = { start: Math.max(0, start - around), end: Math.min(length, end + around) }
    // An ellipsis for a single character would save nothing.
    if (last && next.start <= last.end + 1) last.end = next.end
    else shown.push(next)
  }
  return shown
}

/** More would not fit on a line. */
const MOST_MARKS = 8
