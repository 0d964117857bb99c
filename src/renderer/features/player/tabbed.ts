import type { Language } from '../../../shared/locales/languages.ts'
import type { Currency } from '../../../shared/model/money.ts'
import { isMissing, type Kind, type Table } from '../../../shared/tables/table.ts'
import { isInPoints, missingWord } from '../../../shared/tables/titles.ts'
import { ageText, comparedText, daysText, type PictureFacts } from '../../ui/picture/picture-of.ts'

interface Written {
  titles: (key: string) => string
  text: (cell: number | string, kind: Kind, currency?: Currency) => string
  points: (difference: number) => string
  totalsLabel: string
  language: Language
}

/** What a copied table is of: its name or the names of its curves, then the player, the days and the age. */
export function factsAbove(
  { table, facts, head }: { table: Table; facts: PictureFacts | null; head: readonly string[] },
  wording: Parameters<typeof daysText>[1],
): string[] {
  const { asOf, isSettled = false } = table
  const age = asOf === null ? null : { asOf, isSettled }
  const isCompared = table.columns.some(({ key }) => key.endsWith('__comparison'))
  const of = facts && [
    facts.subject,
    daysText(facts, wording),
    isCompared && comparedText(facts, wording),
    ageText({ age, zone: facts.zone }, wording),
  ]
  return [...head, ...(of ?? [])].filter((line): line is string => Boolean(line))
}

/**
 * A table as tab-separated text for the clipboard, with the texts shown on the screen, below lines about it and
 * an empty one.
 */
export function tabbed(
  { columns, rows, totals }: Table,
  { titles, text, points, totalsLabel, language }: Written,
  above: readonly string[] = [],
): string {
  const head = columns.map(({ key }) => plain(titles(key)))
  const lines = rows.map((row) =>
    row.map((cell, index) => {
      const column = columns[index]
      if (isMissing(cell)) return missingWord(cell.missing, language)
      if (!column) return ''
      // A pasted cell that begins with a plus would be run as a formula.
      if (isInPoints(column.key)) return points(Number(cell)).replace('+', '')
      return plain(text(cell, column.kind, column.currency))
    }),
  )
  const sums = totals?.slice(1).map((cell, index) => {
    const column = columns[index + 1]
    return isMissing(cell) || !column ? '' : text(cell, column.kind, column.currency)
  })
  if (sums) lines.push([totalsLabel, ...sums])
  const facts = above.length > 0 ? [...above.map(plain), ''] : []
  return [...facts, ...[head, ...lines].map((cells) => cells.join('\t'))].join('\n')
}

// A pasted cell that begins like a formula would be run as one.
const plain = (text: string) => {
  const line = text.replaceAll(/[\t\r\n]+/g, ' ')
  return /^[=+@\uFF1D\uFF0B\uFF20]|^[-\uFF0D](?!\d)/u.test(line) ? `'${line}` : line
}
