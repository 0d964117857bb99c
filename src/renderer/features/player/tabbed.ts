import type { Language } from '../../../shared/locales/languages.ts'
import type { Currency } from '../../../shared/model/money.ts'
import { isMissing, type Kind, type Table } from '../../../shared/tables/table.ts'
import { missingWord } from '../../../shared/tables/titles.ts'

interface Written {
  titles: (key: string) => string
  text: (cell: number | string, kind: Kind, currency?: Currency) => string
  language: Language
}

/** A table as tab-separated text for the clipboard, with the texts shown on the screen. */
export function tabbed({ columns, rows }: Table, { titles, text, language }: Written): string {
  const head = columns.map(({ key }) => plain(titles(key)))
  const lines = rows.map((row) =>
    row.map((cell, index) => {
      const column = columns[index]
      if (isMissing(cell)) return missingWord(cell.missing, language)
      return column ? plain(text(cell, column.kind, column.currency)) : ''
    }),
  )
  return [head, ...lines].map((cells) => cells.join('\t')).join('\n')
}

// A pasted cell that begins like a formula would be run as one.
const plain = (text: string) => {
  const line = text.replaceAll(/[\t\r\n]+/g, ' ')
  return /^[=+@\uFF1D\uFF0B\uFF20]|^[-\uFF0D](?!\d)/u.test(line) ? `'${line}` : line
}
