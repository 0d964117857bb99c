/** The width of a text in pixels. */
export type Measure = (text: string, type: Type) => number

export interface Type {
  size: number
  weight: 400 | 600
  color: string
}

/** System fonts, because a picture cannot embed the window's font. */
export const PICTURE_FONT = 'system-ui, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for XML. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

// Characters that make XML invalid, and bidirectional controls that would reorder the rest of a line.
const INVALID_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const BIDI_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g

/** Removes characters that XML forbids, and bidirectional controls. */
export const sanitized = (text: string) =>
  text.replace(INVALID_IN_XML, '').replace(BIDI_CONTROLS, '')

const signs = new Intl.Segmenter()

/** Wraps a text into lines of at most `width`; longer words are broken. */
export function wrapText(text: string, width: number, fits: (text: string) => number): string[] {
  const found: string[] = []
  let line = ''
  for (const word of sanitized(text).split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') found.push(line)
    const parts = broken(word, width, fits)
    line = parts.pop() ?? ''
    found.push(...parts)
  }
  return line === '' ? found : [...found, line]
}

function broken(word: string, width: number, fits: (text: string) => number): string[] {
  const parts: string[] = []
  let part = ''
  for (const { segment } of signs.segment(word)) {
    if (part !== '' && fits(part + segment) > width) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  return [...parts, part]
}

/** The first lines; the last one ends with an ellipsis when there were more. */
export function truncateLines(all: readonly string[], most: number): string[] {
  if (all.length <= most) return [...all]
  return [...all.slice(0, most - 1), `${all[most - 1]}…`]
}

export interface Place {
  x: number
  y: number
  anchor?: 'start' | 'middle' | 'end'
}

/** An SVG text element; `y` is its baseline. */
export function textAt(text: string, { x, y, anchor = 'start' }: Place, type: Type): string {
  const { size, weight, color } = type
  const font = `font-family="${PICTURE_FONT}" font-size="${size}" font-weight="${weight}"`
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" ${font} fill="${color}">${escaped(sanitized(text))}</text>`
}
