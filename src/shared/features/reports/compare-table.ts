import { type Cell, type Column, missing, type Table } from '../../tables/table.ts'
import { type ComparedRow, type ComparedTable, hasDifference, isChanged } from './compare.ts'

/** A comparison as one table: the key columns, then each figure of both sides and their difference. */
export function differencesTable(compared: ComparedTable, isOnlyChanged: boolean): Table {
  const { columns, keys } = compared
  const rows = isOnlyChanged ? compared.rows.filter(isChanged) : compared.rows
  const hasTwoDates = compared.dayMatch?.by === 'place'
  const hasDays = !hasTwoDates && columns.some(({ key }) => key === 'date_key')
  const figures = columns.slice(keys)
  // Days matched by position have a date on each side.
  const isTwofold = ({ key }: Column) => hasTwoDates && key === 'date_key'
  return {
    columns: [
      ...columns.slice(0, keys).flatMap((one) => (isTwofold(one) ? columnsOf(one) : one)),
      { key: 'row_side', kind: 'text' },
      ...(hasDays ? [{ key: 'day_change', kind: 'text' } as const] : []),
      ...figures.flatMap(columnsOf),
    ],
    rows: rows.map((row) => [
      ...columns
        .slice(0, keys)
        .flatMap((one, at) => (isTwofold(one) ? cellsOf(row, one, at) : known(row, at))),
      sideOf(row),
      ...(hasDays ? [row.day ?? NOT_THERE] : []),
      ...figures.flatMap((column, at) => cellsOf(row, column, keys + at)),
    ]),
    totals: null,
    asOf: null,
  }
}

const NOT_THERE = missing('not-applicable')

const known = ({ left, right }: ComparedRow, at: number) => (left ?? right)?.[at] ?? NOT_THERE

const columnsOf = (column: Column): Column[] => [
  { ...column, key: `${column.key}__left` },
  { ...column, key: `${column.key}__right` },
  ...(hasDifference(column) ? [{ ...column, key: differenceKey(column) }] : []),
]

const differenceKey = ({ key, kind }: Column) =>
  `${key}__${kind === 'percent' ? 'points' : 'difference'}`

function sideOf({ left, right }: ComparedRow) {
  if (!right) return 'left'
  return left ? 'both' : 'right'
}

function cellsOf({ left, right, changes }: ComparedRow, column: Column, at: number): Cell[] {
  const [a, b] = [left?.[at] ?? NOT_THERE, right?.[at] ?? NOT_THERE]
  if (!hasDifference(column)) return [a, b]
  const change = changes.find((one) => one.column === at)
  const isFigure = typeof a === 'number' && typeof b === 'number'
  const by = change ? change.by : isFigure ? 0 : null
  return [a, b, by ?? NOT_THERE]
}
