import { isWithinLonger, type Span, type Splice } from './splice.ts'

export interface TextReplacement {
  mode: 'text' | 'word' | 'regex'
  find: string
  to: string
  /** Whether case matters. */
  isCase: boolean
}

/**
 * The parts of a text to be replaced, in order. Throws a SyntaxError when the pattern is invalid.
 */
export function textSplices(replacement: TextReplacement): (text: string) => Splice[] {
  const { mode, find, to, isCase } = replacement
  if (find === '') return () => []
  const patternOf = (source: string) => new RegExp(source, isCase ? 'gu' : 'giu')
  if (mode === 'regex') {
    const [pattern, written] = [patternOf(find), template(to)]
    return (text) =>
      [...text.matchAll(pattern)].map((match) => ({ ...spanOf(match), text: written(match) }))
  }
  const literal = mode === 'word' ? wholeWord : escaped
  const [pattern, replaced] = [patternOf(literal(find)), patternOf(literal(to))]
  const mayBeDone = to.length > find.length && patternOf(escaped(find)).test(to)
  return (text) => {
    const done = mayBeDone ? [...text.matchAll(replaced)].map(spanOf) : []
    let at = 0
    return [...text.matchAll(pattern)].map((match) => {
      const span = spanOf(match)
      while ((done[at]?.end ?? Infinity) < span.end) at += 1
      const around = done[at]
      return { ...span, text: to, isDone: around !== undefined && isWithinLonger(span, around) }
    })
  }
}

const spanOf = ({ 0: found, index }: RegExpExecArray): Span => ({
  start: index,
  end: index + found.length,
})

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`)

const LETTER = String.raw`[\p{L}\p{M}\p{N}_]`
const startsWithLetter = new RegExp(`^${LETTER}`, 'u')
const endsWithLetter = new RegExp(`${LETTER}$`, 'u')

/** `\b` only knows ASCII letters. */
function wholeWord(text: string) {
  const before = startsWithLetter.test(text) ? `(?<!${LETTER})` : ''
  const after = endsWithLetter.test(text) ? `(?!${LETTER})` : ''
  return `${before}${escaped(text)}${after}`
}

const REFERENCE = /\$(?:([$&])|(\d{1,2})|<([^>]*)>)/gu

/**
 * Expands `$1`, `$<name>`, `$&` and `$$` as `String.replace` does. A reference to a group that the
 * pattern does not have stays unchanged.
 */
function template(to: string) {
  return (match: RegExpExecArray | RegExpMatchArray): string =>
    to.replace(
      REFERENCE,
      (whole: string, sign?: string, digits?: string, name?: string): string => {
        if (sign !== undefined) return sign === '$' ? '$' : match[0]
        if (name !== undefined) return match.groups ? (match.groups[name] ?? '') : whole
        return numbered(match, digits ?? '') ?? whole
      },
    )
}

/** `$12` is the twelfth group, or the first one and a 2. */
function numbered(match: RegExpMatchArray, digits: string): string | null {
  for (const length of [2, 1]) {
    const group = Number(digits.slice(0, length))
    if (digits.length >= length && group > 0 && group < match.length) {
      return (match[group] ?? '') + digits.slice(length)
    }
  }
  return null
}
