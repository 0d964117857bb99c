import { createdAt, createdDayOf, missedOf, type Player } from '../../api/player.ts'
import type { Additive, Basis, Measure } from '../../api/statistics.ts'
import { getOrCreate } from '../../maps.ts'
import { changeCell } from '../../tables/change.ts'
import { figureChange } from '../../tables/floors.ts'
import {
  averageOrder,
  currencyOf,
  isAdditive,
  isMeasure,
  measureCell,
  needsPitch,
  perUnit,
  tableAge,
  totalsOf,
} from '../../tables/measures.ts'
import {
  type Cell,
  compareCells,
  folded,
  isMissing,
  type Missing,
  missing,
  type Table,
} from '../../tables/table.ts'
import type { Age } from '../../time/age.ts'
import { addDays, type Period, spanOf } from '../../time/period.ts'
import { hasAnyTag } from '../player-marks/player-mark.ts'
import {
  defaultColumns,
  type Fact,
  type OverviewColumn,
  overviewColumn,
  type Ratio,
} from './columns.ts'
import type { Overview, OverviewFigures, OverviewRow } from './overview.ts'

interface OverviewView {
  /** Part of a player's name, ignoring accents and case, or of its id. */
  search: string
  /** Only players known to have views in the period. */
  activeOnly: boolean
  /** Only players with any of these tags; all players when empty. */
  tags?: readonly string[] | undefined
  /** Keys of `OVERVIEW_COLUMNS`. When none is known, the default columns for `basis` are used. */
  columns: readonly string[]
  sort: { column: string; descending: boolean }
  basis?: Basis
}

export interface OverviewTable extends Table {
  columns: OverviewColumn[]
  /** The player of each row, in the rows' order. */
  player_ids: string[]
}

/** Whether any of the columns is of the comparison period. */
export const compares = (columns: readonly OverviewColumn[]) =>
  columns.some(({ group }) => group !== 'current')

/** The player table as a view shows it: the rows on screen, in their order. */
export function overviewTable(overview: Overview, view: OverviewView): OverviewTable {
  const columns = columnsOf(view)
  const sorted = inOrder(overview.rows, view.sort).filter(rowFilter(view))
  const rows = cellsOf(sorted, columns)
  const isCompared = compares(columns)
  return {
    columns,
    rows,
    totals: totalsOf({ columns, rows }, (key) => overviewColumn(key)?.isAdditive ?? false),
    ...tableAge(
      sorted.map(({ current }) => ageOf(current)),
      isCompared ? sorted.map(({ comparison }) => comparison && ageOf(comparison)) : [],
    ),
    open: {
      own: openDays(sorted.map(({ current }) => current)),
      compared: isCompared ? openDays(sorted.map(({ comparison }) => comparison)) : null,
    },
    player_ids: sorted.map(({ player }) => player.id),
  }
}

/** The day on which each player was created that did not exist on all of the compared days, by its id. */
export function youngIn({ rows }: Overview, comparison: Period | null, zone: string) {
  if (!comparison) return new Map<string, string>()
  // `created_at` is UTC. Computing the zone's day of thousands of players would block the window.
  const least = addDays(comparison.start, -1)
  const near = rows.filter(({ player }) => player.created_at >= least)
  const created = near.map(({ player }) => [player.id, createdDayOf(player, zone)] as const)
  return new Map(created.filter(([, day]) => missedOf(day, comparison) !== null))
}

/** From the first to the last day that was not over in any of these; null when all were. */
const openDays = (figures: readonly (OverviewFigures | null)[]) =>
  spanOf(figures.flatMap((each) => each?.unfinished ?? []))

/** The age of a player's figures; null when there are none. */
export const ageOf = ({ asOf, isSettled = false }: OverviewFigures): Age | null =>
  asOf === null ? null : { asOf, isSettled }

function overviewCell(row: OverviewRow, { measure, group }: OverviewColumn): Cell {
  if (isMeasure(measure)) {
    if (group === 'current') return figure(row.current, measure, row.player)
    if (group === 'comparison') return figure(row.comparison, measure, row.player)
    const change = rowChange(row, measure)
    if (change.kind !== 'none') return changeCell(change)
    const before = figure(row.comparison, measure, row.player)
    return unreadReason(before) ? before : changeCell(change)
  }
  if (isFact(measure)) return fact(row, measure)
  return ratio(row, measure as Ratio)
}

/**
 * A figure of a period. An additive measure may be the sum of daily rows; a unique count or a rate only comes
 * from the response for exactly these days (Analytics, Statistics row, Rules).
 */
export function figure(figures: OverviewFigures | null, key: Measure, player: Player): Cell {
  if (!figures) return missing('no-comparison')
  if (player.pitch_time === 0 && needsPitch(key)) return missing('not-applicable')
  if (figures.period) return measureCell(figures.period, key, player)
  if (isAdditive(key)) return figures.sums ? figures.sums[key] : missing('not-downloaded')
  return missing(figures.sums ? 'needs-period' : 'not-downloaded')
}

/** Why a figure is missing, when it only has to be downloaded or queried. */
export const unreadReason = (cell: Cell): Missing | undefined =>
  isMissing(cell) && ['not-downloaded', 'needs-period'].includes(cell.missing)
    ? cell.missing
    : undefined

/** How a player's figure changed from the comparison period. */
export function rowChange({ player, current, comparison }: OverviewRow, key: Measure) {
  return figureChange(key, (measure) => ({
    current: figure(current, measure, player),
    previous: figure(comparison, measure, player),
  }))
}

const isFact = (key: string): key is Fact =>
  ['name', 'id', 'tags', 'created_at', 'duration', 'pitch_time', 'as_of'].includes(key)

function fact(row: OverviewRow, key: Fact): Cell {
  const { player, current } = row
  switch (key) {
    case 'tags':
      return tagged(row)
    case 'as_of':
      return current.asOf ?? missing('not-downloaded')
    case 'created_at':
      return whenCreated(player)
    case 'pitch_time':
      // Analytics, Player: 0 when no pitch is set.
      return player.pitch_time || missing('not-applicable')
    case 'name':
    case 'id':
    case 'duration':
      return player[key]
  }
}

const whenCreated = (player: Player) => createdAt(player) ?? player.created_at

const tagged = ({ tags }: OverviewRow) => tags?.join(', ') ?? ''

function ratio({ player, current }: OverviewRow, key: Ratio): Cell {
  const currency = currencyOf(key) ?? 'usd'
  const known = (measure: Additive) => figure(current, measure, player)
  return key.startsWith('average')
    ? averageOrder(currency, known)
    : perUnit(known(`total_amount_${currency}`), known('total_started'))
}

const chosenColumns = new WeakMap<readonly string[], OverviewColumn[]>()

/** Returns the same array for the same keys, so that layouts memoized on it stay valid. */
function columnsOf(view: OverviewView): OverviewColumn[] {
  const made = chosenColumns.get(view.columns)
  if (made) return made
  const columns = columnsNamed(view)
  if (columns.length === view.columns.length) chosenColumns.set(view.columns, columns)
  return columns
}

function columnsNamed({ columns, basis }: OverviewView): OverviewColumn[] {
  const known = (keys: readonly string[]) =>
    keys.map(overviewColumn).filter((column) => column !== undefined)
  const chosen = known(columns)
  return chosen.length > 0 ? chosen : known(defaultColumns(basis ?? 'devices'))
}

function rowFilter({ search, activeOnly, tags = [] }: OverviewView) {
  const searched = folded(search.trim())
  return ({ player, current, tags: own = [] }: OverviewRow) => {
    if (!hasAnyTag(own, tags)) return false
    if (activeOnly && !(Number(figure(current, 'total_viewed', player)) > 0)) return false
    return searched === '' || foldedName(player).includes(searched) || player.id.includes(searched)
  }
}

// Each keystroke of a search repeats the same work for thousands of players and rows. These caches last as
// long as their player or row, and make an unchanged row keep its cells' identity.
const names = new WeakMap<Player, string>()
const orders = new WeakMap<readonly OverviewRow[], { key: string; sorted: OverviewRow[] }>()
const renderedCells = new WeakMap<OverviewRow, { key: string; cells: Cell[] }>()

const foldedName = (player: Player) => getOrCreate(names, player, () => folded(player.name))

function cellsOf(rows: OverviewRow[], columns: readonly OverviewColumn[]): Cell[][] {
  const key = columns.map((column) => column.key).join(' ')
  return rows.map((row) => {
    const known = renderedCells.get(row)
    if (known?.key === key) return known.cells
    const cells = columns.map((column) => overviewCell(row, column))
    renderedCells.set(row, { key, cells })
    return cells
  })
}

function inOrder(rows: OverviewRow[], { column, descending }: OverviewView['sort']) {
  const key = `${column} ${descending}`
  const known = orders.get(rows)
  if (known?.key === key) return known.sorted
  const sorted = sortedBy(rows, overviewColumn(column), descending)
  orders.set(rows, { key, sorted })
  return sorted
}

function sortedBy(rows: OverviewRow[], column: OverviewColumn | undefined, descending: boolean) {
  const byName = (a: OverviewRow, b: OverviewRow) =>
    compareCells(a.player.name, b.player.name, false) || (a.player.id < b.player.id ? -1 : 1)
  if (!column) return [...rows].sort(byName)
  return rows
    .map((row) => ({ row, cell: overviewCell(row, column) }))
    .sort((a, b) => compareCells(a.cell, b.cell, descending) || byName(a.row, b.row))
    .map(({ row }) => row)
}
