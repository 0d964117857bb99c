import { inflateSync } from 'node:zlib'

/** A line of text on a page of a PDF. */
export interface PdfLine {
  text: string
  /** Position of its baseline: 0 at the top of the page, 1 at the bottom. */
  top: number
}

/** The texts on every page of a PDF made by Chromium, in the order of drawing. */
export function pdfPages(pdf: Buffer): PdfLine[][] {
  const objects = objectsOf(pdf)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return pages.map(({ head }) => {
    const height = Number(found(/\/MediaBox \[\S+ \S+ \S+ ([\d.]+)\]/, head))
    const fonts = new Map<string, Letters>()
    for (const [each] of head.matchAll(/\/F\d+ \d+ 0 R/g)) {
      fonts.set(found(/(F\d+)/, each), lettersOf(objects, found(/ (\d+) /, each)))
    }
    const content = objects.get(found(/\/Contents (\d+) 0 R/, head))?.body ?? ''
    return linesOf(content, fonts).map(({ text, y }) => ({ text, top: 1 - y / height }))
  })
}

const found = (pattern: RegExp, text: string) => pattern.exec(text)?.[1] ?? ''

interface PdfObject {
  head: string
  /** The unpacked content of its stream. */
  body: string
}

function objectsOf(pdf: Buffer) {
  const plain = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const match of plain.matchAll(/^\d+ 0 obj$/gm)) {
    const end = plain.indexOf('endobj', match.index)
    const start = /stream\r?\n/.exec(plain.slice(match.index, end))
    const head = plain.slice(match.index, start ? match.index + start.index : end)
    const packed = start && pdf.subarray(match.index + start.index + start[0].length, end)
    const isPacked = head.includes('/FlateDecode') && !head.includes('/Subtype /Image')
    const body = packed && isPacked ? inflateSync(packed).toString('latin1') : ''
    objects.set(String(Number.parseInt(match[0], 10)), { head, body })
  }
  return objects
}

type Letters = ReadonlyMap<number, string>

/** The character that a font's code stands for. */
function lettersOf(objects: ReadonlyMap<string, PdfObject>, font: string): Letters {
  const partOf = (id: string) => objects.get(id) ?? { head: '', body: '' }
  const map = partOf(found(/\/ToUnicode (\d+) 0 R/, partOf(font).head)).body
  const letters = new Map<number, string>()
  for (const line of map.split('\n')) {
    const [from = 0, to = 0, first] = (line.match(/<\w+>/g) ?? []).map(numberOf)
    if (first === undefined) letters.set(from, String.fromCharCode(to))
    else for (let at = from; at <= to; at++) letters.set(at, String.fromCharCode(first + at - from))
  }
  return letters
}

const numberOf = (hex: string) => Number.parseInt(hex.slice(1), 16)

/** Only upright text is handled: how the page's vertical coordinate is scaled and moved. */
interface Across {
  scale: number
  moved: number
}

const OPERATION = /<\w+> Tj|\/F\d+ \S+ Tf|(?:-?[\d.]+ ){6}(?:cm|Tm)|\b(?:q|Q|ET)\b/g

/** Interprets a page's drawing operations as far as its texts need it. */
function linesOf(content: string, fonts: ReadonlyMap<string, Letters>) {
  const lines: { text: string; y: number }[] = []
  const kept: Across[] = []
  let now: Across = { scale: 1, moved: 0 }
  let letters: Letters = new Map()
  let line = { text: '', y: 0 }
  const does: Record<string, (given: string) => void> = {
    q: () => kept.push(now),
    Q: () => {
      now = kept.pop() ?? now
    },
    cm: (given) => {
      now = within(acrossOf(given), now)
    },
    Tm: (given) => {
      line.y = within(acrossOf(given), now).moved
    },
    Tf: (given) => {
      letters = fonts.get(found(/(F\d+)/, given)) ?? letters
    },
    Tj: (given) => {
      line.text += textOf(found(/<(\w+)>/, given), letters)
    },
    ET: () => {
      lines.push(line)
      line = { text: '', y: line.y }
    },
  }
  for (const [given] of content.matchAll(OPERATION)) {
    does[given.slice(given.lastIndexOf(' ') + 1)]?.(given)
  }
  return lines
}

function acrossOf(given: string): Across {
  const numbers = given.split(' ').map(Number)
  return { scale: numbers[3] ?? 1, moved: numbers[5] ?? 0 }
}

const within = (inner: Across, outer: Across): Across => ({
  scale: inner.scale * outer.scale,
  moved: inner.moved * outer.scale + outer.moved,
})

function textOf(hex: string, letters: Letters) {
  // A font with glyphs in the file has codes of one byte, any other of two.
  const isWide = Math.max(...letters.keys()) > 0xff || /^00/.test(hex)
  const codes = hex.match(isWide ? /.{4}/g : /.{2}/g) ?? []
  return codes.map((code) => letters.get(Number.parseInt(code, 16)) ?? '').join('')
}
