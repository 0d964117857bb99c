import fs from 'node:fs'
import path from 'node:path'
import { textTable } from '../text-table.ts'

/** A measured figure, and what it is compared with. */
export interface Figure {
  what: string
  unit: 'ms' | 'MB' | 'rows/s'
  ours: number
  /** What `ours` is compared with, and its figure. */
  beside?: { what: string; value: number }
  /** What is compared with the limit: the ratio of the two, or our own figure. */
  limit?: { of: 'ratio' | 'ours'; atMost?: number; atLeast?: number; aim?: number }
  /** Every value behind the medians, and other facts of the run. */
  runs?: Record<string, unknown>
}

export type Say = (text: string) => void

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? Number.NaN)) / 2 : upper
}

const ratioOf = ({ ours, beside }: Figure) => (beside ? ours / beside.value : null)

/** Whether a figure keeps its limit; null when it has none. */
export function isKept(figure: Figure): boolean | null {
  const { limit, ours } = figure
  if (!limit) return null
  const judged = limit.of === 'ours' ? ours : (ratioOf(figure) ?? Number.NaN)
  return judged <= (limit.atMost ?? Infinity) && judged >= (limit.atLeast ?? -Infinity)
}

/** The figures as lines of a table. */
export function tableOf(figures: readonly Figure[]): string {
  const lines = [
    ['', 'ours', '', 'beside it', 'ratio', 'limit', 'aim', ''],
    ...figures.map((figure) => [
      figure.what,
      `${written(figure.ours)} ${figure.unit}`,
      figure.beside ? `${written(figure.beside.value)} ${figure.unit}` : '',
      figure.beside?.what ?? '',
      figure.beside ? (ratioOf(figure) ?? 0).toFixed(2) : '',
      limitText(figure),
      figure.limit?.aim === undefined ? '' : String(figure.limit.aim),
      { true: 'kept', false: 'MISSED', null: '' }[String(isKept(figure))] ?? '',
    ]),
  ]
  return textTable(lines, (column) => [1, 2, 4].includes(column))
}

function written(value: number) {
  if (value >= 1000) return Math.round(value).toLocaleString('en')
  return value >= 100 ? value.toFixed(0) : value.toFixed(1)
}

function limitText({ limit, unit }: Figure) {
  if (!limit) return ''
  const bound = limit.atMost ?? limit.atLeast
  const text = `${limit.atMost === undefined ? '>=' : '<='} ${bound}`
  return limit.of === 'ours' ? `${text} ${unit}` : text
}

export function writeFigures(file: string, figures: readonly Figure[], facts: object) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const told = figures.map((figure) => ({
    ...figure,
    ratio: ratioOf(figure),
    isKept: isKept(figure),
  }))
  fs.writeFileSync(file, `${JSON.stringify({ ...facts, figures: told }, null, 2)}\n`)
}
