import { spreadsheetTitle } from '../../shared/csv.ts'
import type { Language } from '../../shared/locales/languages.ts'
import { definition } from '../../shared/tables/definitions.ts'
import type { Column, Kind, Missing } from '../../shared/tables/table.ts'
import { missingWord } from '../../shared/tables/titles.ts'
import { factRows, type Written } from './facts.ts'
import type { LooseLine, LooseSheet, WrittenSheet } from './write-xlsx.ts'
import { type Empty, LONGEST_TEXT } from './xlsx-cells.ts'

/** The last sheet of a workbook: what its tables are about, how each figure is made, what is empty. */
export function aboutSheet(
  tables: readonly Written[],
  sheets: readonly WrittenSheet[],
  language: Language,
): LooseSheet {
  const lines = tables.flatMap((written, index) => {
    const sheet = sheets[index]
    const gap: LooseLine[] = index === 0 ? [] : [{ cells: [] }]
    return sheet ? [...gap, ...linesOf(written, sheet)] : []
  })
  return { name: WORDS[language].about, lines, widths: [36, 26, 90, 40] }
}

function linesOf(written: Written, sheet: WrittenSheet): LooseLine[] {
  const { table, language } = written
  const words = WORDS[language]
  const count = new Intl.NumberFormat(language)
  const said = [
    sheet.tabs > 1 && words.split(count.format(sheet.tabs)),
    sheet.cutTexts > 0 && words.cut(count.format(sheet.cutTexts), count.format(LONGEST_TEXT)),
  ].filter((text) => text !== false)
  return [
    ...factRows(written).map((cells) => ({ cells })),
    ...said.map((text) => ({ cells: [words.note, '', text] })),
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
}

const unitOf = ({ kind, currency }: Column, { units }: AboutWords) =>
  kind === 'money' ? (currency ?? '').toUpperCase() : units[kind]

function emptyText(empty: Empty, language: Language) {
  const count = new Intl.NumberFormat(language)
  return Object.entries(empty)
    .map(([why, cells]) => `${missingWord(why as Missing, language)}: ${count.format(cells)}`)
    .join(' · ')
}

interface AboutWords {
  about: string
  column: string
  unit: string
  definition: string
  empty: string
  note: string
  split: (tabs: string) => string
  cut: (texts: string, limit: string) => string
  units: Record<Exclude<Kind, 'money'>, string>
}

const WORDS: Record<Language, AboutWords> = {
  en: {
    about: 'About',
    column: 'Column',
    unit: 'Unit',
    definition: 'Definition',
    empty: 'Empty cells, and why',
    note: 'Note',
    split: (tabs) =>
      `A sheet holds at most 1,048,576 lines, so the rows go on over ${tabs} sheets. Each is filtered and sorted on its own; a CSV holds them all in one.`,
    cut: (texts, limit) =>
      `A cell holds at most ${limit} characters: longer texts end in “…” here (${texts}). A CSV holds them whole.`,
    units: {
      text: 'text',
      count: 'count',
      percent: 'percent, truncated to two decimals',
      date: 'day',
      second: 'second of the video',
      duration: 'seconds',
      instant: 'instant, UTC',
    },
  },
  'pt-BR': {
    about: 'Sobre',
    column: 'Coluna',
    unit: 'Unidade',
    definition: 'Definição',
    empty: 'Células vazias, e por quê',
    note: 'Observação',
    split: (tabs) =>
      `Uma aba tem no máximo 1.048.576 linhas, por isso as linhas continuam em ${tabs} abas. Cada uma é filtrada e ordenada sozinha; um CSV contém todas em uma só.`,
    cut: (texts, limit) =>
      `Uma célula tem no máximo ${limit} caracteres: textos mais longos terminam aqui em “…” (${texts}). Um CSV contém todos inteiros.`,
    units: {
      text: 'texto',
      count: 'quantidade',
      percent: 'percentual, truncado em duas casas',
      date: 'dia',
      second: 'segundo do vídeo',
      duration: 'segundos',
      instant: 'instante, UTC',
    },
  },
}
