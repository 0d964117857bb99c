import { spreadsheetTitle } from '../../../shared/csv.ts'
import type { AppTexts } from '../../../shared/locales/en/app.ts'
import { appTexts, interpolate, type Language } from '../../../shared/locales/languages.ts'
import type { Column, Missing } from '../../../shared/tables/table.ts'
import { definition, isInPoints, missingWord } from '../../../shared/tables/titles.ts'
import { factRows, type Written } from './facts.ts'
import type { LooseLine, LooseSheet, WrittenSheet } from './write-xlsx.ts'
import { type Empty, LONGEST_TEXT } from './xlsx-cells.ts'

/** The last sheet of a workbook: facts, definitions of columns, and why cells are empty. */
export function aboutSheet(written: Written, sheet: WrittenSheet): LooseSheet {
  const { table, language } = written
  const words = appTexts(language).files.workbook
  const count = new Intl.NumberFormat(language)
  const notes = [
    sheet.tabs > 1 && interpolate(words.split, { tabs: count.format(sheet.tabs) }),
    sheet.cutTexts > 0 &&
      interpolate(words.cut, {
        texts: count.format(sheet.cutTexts),
        limit: count.format(LONGEST_TEXT),
      }),
  ].filter((text) => text !== false)
  const lines: LooseLine[] = [
    ...factRows(written).map((cells) => ({ cells })),
    ...notes.map((text) => ({ cells: [words.note, '', text] })),
    { cells: [] },
    { cells: [words.column, words.unit, words.definition, words.empty], isBold: true },
    ...table.columns.map((column, index) => ({
      cells: [
        spreadsheetTitle(column, language),
        unitOf(column, words),
        definition(column.key, language) ?? '',
        emptyText(sheet.empty[index] ?? {}, language),
      ],
    })),
  ]
  return { name: words.about, lines, widths: [36, 26, 90, 40] }
}

function unitOf({ key, kind, currency }: Column, { units }: AppTexts['files']['workbook']) {
  if (isInPoints(key)) return units.points
  return kind === 'money' ? (currency ?? '').toUpperCase() : units[kind]
}

function emptyText(empty: Empty, language: Language) {
  const count = new Intl.NumberFormat(language)
  return Object.entries(empty)
    .map(([why, cells]) => `${missingWord(why as Missing, language)}: ${count.format(cells)}`)
    .join(' · ')
}
