/**
 * The cells of a CSV as read by a spreadsheet that splits at `separator`: a quote only counts at
 * the beginning of a cell, text after the closing quote belongs to the cell, and a line ends
 * wherever no quote is open.
 */
export function spreadsheetCells(text: string, separator: string): string[] {
  const cells: string[] = []
  for (let at = 0; at <= text.length; ) {
    const { cell, end } =
      text[at] === '"' ? quotedCell(text, at + 1, separator) : plainCell(text, at, separator)
    cells.push(cell)
    at = text.startsWith('\r\n', end) ? end + 2 : end + 1
  }
  return cells
}

function quotedCell(text: string, from: number, separator: string) {
  let inside = ''
  let at = from
  for (; at < text.length; at++) {
    if (text[at] !== '"') inside += text[at]
    else if (text[at + 1] === '"') {
      inside += '"'
      at++
    } else break
  }
  const { cell, end } = plainCell(text, at + 1, separator)
  return { cell: inside + cell, end }
}

function plainCell(text: string, from: number, separator: string) {
  let end = from
  while (end < text.length && ![separator, '\r', '\n'].includes(text[end] as string)) end++
  return { cell: text.slice(from, end), end }
}

const NUMBER = /^[+-]?\d+([.,]\d+)?$/

/** Whether a spreadsheet could run the cell, ignoring the characters that it skips. */
export function isFormula(cell: string): boolean {
  const seen = cell.replace(/^[ \u00A0\uFEFF\u200B-\u200F\u2060]+/, '')
  return /^[=+\-@＝＋－＠\t\r\n]/.test(seen) && !NUMBER.test(seen.trim())
}
