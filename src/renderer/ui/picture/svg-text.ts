/** How wide a text is in pixels, at a size and weight. */
export type Measure = (text: string, type: Type) => number

export interface Type {
  size: number
  weight: 400 | 600
  color: string
}

/** The fonts of a picture: it cannot carry the window's own, so only those a computer has. */
export const PICTURE_FONT = 'system-ui, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

// Without these no reader of XML takes the file; the others turn the rest of a line round.
const ILLEGAL = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g

/** Without the signs that XML forbids, and those that turn what follows a name round. */
export const legal = (text: string) => text.replace(ILLEGAL, '').replace(TURNING, '')

const signs = new Intl.Segmenter()

/** A text in lines no wider than that; a word that is wider is broken. */
export function lines(text: string, width: number, fits: (text: string) => number): string[] {
  const found: string[] = []
  let line = ''
  for (const word of legal(text).split(/\s+/).filter(Boolean)) {
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

/** The first lines; the last of them says with an ellipsis that there are more. */
export function atMost(all: readonly string[], most: number): string[] {
  if (all.length <= most) return [...all]
  return [...all.slice(0, most - 1), `${all[most - 1]}…`]
}

export interface Place {
  x: number
  y: number
  anchor?: 'start' | 'middle' | 'end'
}

/** A line of text; `y` is its baseline. */
export function textAt(text: string, { x, y, anchor = 'start' }: Place, type: Type): string {
  const { size, weight, color } = type
  const look = `font-family="${PICTURE_FONT}" font-size="${size}" font-weight="${weight}"`
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" ${look} fill="${color}">${escaped(legal(text))}</text>`
}
