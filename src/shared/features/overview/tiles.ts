import type { Player } from '../../api/player.ts'
import {
  type Additive,
  type Basis,
  countOf,
  type Measure,
  truncatedPercent,
  truncatedRate,
} from '../../api/statistics.ts'
import { CURRENCIES, type Currency } from '../../model/money.ts'
import { type Change, changeOf } from '../../tables/change.ts'
import { floorOf } from '../../tables/floors.ts'
import { exactPerUnit, perUnit, sumOf } from '../../tables/measures.ts'
import { type Cell, isMissing, type Kind, type Missing, missing } from '../../tables/table.ts'
import type { Overview, OverviewFigures, OverviewRow } from './overview.ts'
import { figure, unreadReason } from './table.ts'

type TileKey =
  | Measure
  | `revenue_per_play_${Currency}`
  | 'plays_per_view'
  | 'conversions_per_play'
  | 'pitch_retention'

export const isOfPitch = (key: TileKey) => key === 'over_pitch_rate' || key === 'pitch_retention'

/** One key figure of the account, or of the player when the overview has only one. */
export interface Tile {
  key: TileKey
  kind: Kind
  currency?: Currency
  value: Cell
  comparison: Cell
  change: Change
  /** Why there is no change, when the comparison only has to be downloaded or queried. */
  lacking?: Missing | undefined
  /** How the players' figures were combined; `own` when there is only one player. */
  method: 'sum' | 'ratio' | 'median' | 'own'
  /** Players with this figure, out of those that could have it. Displayed when the two differ. */
  of: { players: number; all: number }
  /** Number of players that the change is of, when it is of fewer than the figure. */
  changeOf?: number
  /** Per day of the period; null for a tile without daily values. */
  daily: (number | null)[] | null
}

/** Maximum number of tiles in one row; a third currency adds one more. */
export const MOST_TILES = 7

const WHICH = ['current', 'comparison'] as const
type Which = (typeof WHICH)[number]

/** Gets a player's figure; for a ratio, numerator (`part`) and denominator (`whole`). */
type Read = (row: OverviewRow, which: Which) => { part: Cell; whole?: Cell }
interface Combined {
  cell: Cell
  /** The same, as the change is computed from it. */
  compared: Cell
  /** The players whose figures were combined. */
  ids: string[]
  /** Why the first player without a figure lacks it. */
  lacking: Cell | undefined
  /** Their total of the count that the floor is compared with (`floors.ts`). */
  sample: Cell
}

/**
 * The tiles of an overview. Over several players only additive measures are summed, and ratios are computed
 * from such sums. For a single player the tiles are the service's own figures on the given basis.
 */
export function overviewTiles(overview: Overview, basis: Basis, most?: number): Tile[] {
  const currencies = CURRENCIES.filter((currency) => hasSales(overview, currency))
  const revenues = currencies.map((currency) => sumTile(overview, `total_amount_${currency}`))
  // Revenue per play only with a single currency: with several, these tiles would displace the others.
  const perPlay = currencies.length === 1 ? currencies.map((one) => perPlayTile(overview, one)) : []
  const rest = overview.rows.length === 1 ? ownTiles(overview, basis) : accountTiles(overview)
  const [conversionRate, ...others] = rest
  const conversions = sumTile(overview, 'total_conversions')
  return [...revenues, conversions, conversionRate, ...perPlay, ...others]
    .filter((tile) => tile !== undefined)
    .slice(0, most ?? MOST_TILES + Math.max(0, currencies.length - 2))
}

function accountTiles(overview: Overview): Tile[] {
  return [
    ratioTile(overview, 'conversions_per_play'),
    sumTile(overview, 'total_started'),
    ratioTile(overview, 'plays_per_view'),
    pitchTile(overview),
    medianTile(overview, 'engagement_rate'),
    sumTile(overview, 'total_clicked'),
  ]
}

function ownTiles(overview: Overview, basis: Basis): Tile[] {
  const isEvents = basis === 'events'
  return [
    ownTile(overview, 'overall_conversion_rate'),
    isEvents ? sumTile(overview, 'total_started') : ownTile(overview, countOf('started', basis)),
    ownTile(overview, 'play_rate'),
    ownTile(overview, 'over_pitch_rate'),
    ownTile(overview, 'engagement_rate'),
    isEvents ? sumTile(overview, 'total_clicked') : ownTile(overview, countOf('clicked', basis)),
  ]
}

function hasSales({ rows }: Overview, currency: Currency) {
  const key = `total_amount_${currency}` as const
  const isSold = (figures: OverviewFigures | null, player: Player) => {
    const cell = figure(figures, key, player)
    return !isMissing(cell) && cell !== 0
  }
  return rows.some((row) => isSold(row.current, row.player) || isSold(row.comparison, row.player))
}

function sumTile(overview: Overview, key: Additive): Tile {
  const isMoney = key.startsWith('total_amount')
  const read: Read = (row, which) => ({ part: figure(row[which], key, row.player) })
  const tile = combined(overview, read, { key, isRate: false, combine: (cells) => added(cells) })
  const currency = CURRENCIES.find((one) => key.endsWith(one))
  return {
    ...tile,
    kind: isMoney ? 'money' : 'count',
    ...(isMoney && currency && { currency }),
    method: 'sum',
    daily: overview.daily[key],
  }
}

const RATIO_PARTS = {
  plays_per_view: ['total_started', 'total_viewed'],
  conversions_per_play: ['total_conversions', 'total_started'],
} as const satisfies Record<string, readonly [Additive, Additive]>

function ratioTile(overview: Overview, key: keyof typeof RATIO_PARTS): Tile {
  const [part, whole] = RATIO_PARTS[key]
  const read: Read = (row, which) => ({
    part: figure(row[which], part, row.player),
    whole: figure(row[which], whole, row.player),
  })
  const tile = combined(overview, read, { key, isRate: true, combine: shared })
  return { ...tile, kind: 'percent', method: 'ratio', daily: dailyShare(overview, part, whole) }
}

function perPlayTile(overview: Overview, currency: Currency): Tile {
  const amount = `total_amount_${currency}` as const
  const read: Read = (row, which) => ({
    part: figure(row[which], amount, row.player),
    whole: figure(row[which], 'total_started', row.player),
  })
  const key = `revenue_per_play_${currency}` as const
  const of = (divide: typeof perUnit) => (parts: Cell[], wholes: Cell[]) =>
    divide(added(parts), added(wholes))
  const formula = { key, isRate: false, combine: of(perUnit), exact: of(exactPerUnit) }
  const tile = combined(overview, read, formula)
  return { ...tile, kind: 'money', currency, method: 'ratio', daily: null }
}

/** Sessions that reached the pitch divided by all sessions, for the players with a pitch. */
function pitchTile({ rows, ...overview }: Overview): Tile {
  const read: Read = (row, which) => {
    const over = figure(row[which], 'total_over_pitch', row.player)
    return { part: over, whole: sum(over, figure(row[which], 'total_under_pitch', row.player)) }
  }
  const pitched = { ...overview, rows: rows.filter(({ player }) => player.pitch_time > 0) }
  const tile = combined(pitched, read, { key: 'pitch_retention', isRate: true, combine: shared })
  const none = pitched.rows.length === 0 && rows.length > 0
  const value = none ? missing('not-applicable') : tile.value
  return { ...tile, value, kind: 'percent', method: 'ratio', daily: null }
}

/** The median over the players with plays; its change over those with plays in both periods. */
function medianTile(overview: Overview, key: Measure): Tile {
  const played = overview.rows.filter(
    ({ player, current }) => figure(current, 'total_started', player) !== 0,
  )
  const read: Read = (row, which) => ({ part: figure(row[which], key, row.player) })
  const combine = (cells: Cell[]) => median(cells.map(Number))
  const formula = { key, isRate: true, combine }
  const found = combined({ ...overview, rows: played }, read, formula)
  const isOfNobody = played.length === 0 && overview.rows.length > 0
  const tile = isOfNobody ? { ...found, value: missing('not-applicable') } : found
  const inBoth = played.filter(
    ({ player, comparison }) => figure(comparison, 'total_started', player) !== 0,
  )
  const { change, lacking } = combined({ ...overview, rows: inBoth }, read, formula)
  const isOfFewer = inBoth.length < played.length && change.kind !== 'none'
  return {
    ...{ ...tile, change, lacking },
    // The median of fewer players is not the earlier figure of this tile.
    ...(isOfFewer && { comparison: missing('no-comparison'), changeOf: inBoth.length }),
    ...{ kind: 'percent', method: 'median', daily: null },
  }
}

/** The only player's figure, as the service returned it. */
function ownTile(overview: Overview, key: Measure): Tile {
  const isRate = key.endsWith('_rate')
  const read: Read = (row, which) => ({ part: figure(row[which], key, row.player) })
  const combine = (cells: Cell[]) => cells[0] ?? missing('not-downloaded')
  const tile = combined(overview, read, { key, isRate, combine })
  return { ...tile, kind: isRate ? 'percent' : 'count', method: 'own', daily: null }
}

interface TileFormula {
  key: TileKey
  isRate: boolean
  combine: (parts: Cell[], wholes: Cell[]) => Cell
  /** What the change is computed from, when `combine` truncates more than a rate is. */
  exact?: (parts: Cell[], wholes: Cell[]) => Cell
}

/**
 * The rows that have a figure, and why the first row without one lacks it. One pass, because there may be
 * thousands of rows.
 */
function rowsWithFigure(
  rows: readonly OverviewRow[],
  read: (row: OverviewRow) => ReturnType<Read>,
) {
  const found: OverviewRow[] = []
  const parts: Cell[] = []
  const wholes: Cell[] = []
  let firstMissing: Cell | undefined
  for (const row of rows) {
    const { part, whole = 0 } = read(row)
    if (isMissing(part)) firstMissing ??= part
    if (isMissing(part) || isMissing(whole)) continue
    found.push(row)
    parts.push(part)
    wholes.push(whole)
  }
  return { found, parts, wholes, lacking: firstMissing }
}

/** Combines the players' figures. There is a change only when both periods have the same players. */
function combined({ rows }: Overview, read: Read, formula: TileFormula) {
  const { key, isRate, combine, exact = combine } = formula
  const { behind, fewest } = floorOf(key)
  const [now, before] = WHICH.map((which): Combined => {
    const { found, parts, wholes, lacking } = rowsWithFigure(rows, (row) => read(row, which))
    const known = found.length === 0 ? missing('not-downloaded') : combine(parts, wholes)
    // Without any session the rate is not applicable, but a player whose figures are not stored may have had
    // some: its reason takes precedence.
    const cell = isMissing(known) ? (lacking ?? known) : known
    const sample = sumOf(found.map((row) => figure(row[which], behind, row.player)))
    const compared = isMissing(cell) ? cell : exact(parts, wholes)
    return { cell, compared, lacking, ids: found.map(({ player }) => player.id), sample }
  }) as [Combined, Combined]
  const isSame =
    now.ids.length === before.ids.length && now.ids.every((id, i) => id === before.ids[i])
  const change: Change = isSame
    ? changeOf({
        current: now.compared,
        previous: before.compared,
        isRate,
        sample: { current: now.sample, previous: before.sample },
        fewest,
      })
    : { kind: 'none' }
  const of = { players: now.ids.length, all: rows.length }
  const lacking =
    change.kind === 'none' && before.lacking ? unreadReason(before.lacking) : undefined
  return { key, value: now.cell, comparison: before.cell, change, lacking, of }
}

const added = (cells: Cell[]): Cell =>
  cells.reduce<number>((total, cell) => total + Number(cell), 0)
const shared = (parts: Cell[], wholes: Cell[]): Cell =>
  truncatedRate(Number(added(parts)), Number(added(wholes))) ?? missing('not-applicable')
const sum = (a: Cell, b: Cell): Cell =>
  isMissing(a) ? a : isMissing(b) ? b : Number(a) + Number(b)

/** The median, truncated to two decimals. With an even number of values, the mean of the middle two. */
function median(values: number[]): Cell {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle]
  if (upper === undefined) return missing('not-downloaded')
  const lower = sorted.length % 2 === 1 ? upper : (sorted[middle - 1] ?? upper)
  return truncatedPercent((lower + upper) / 2)
}

function dailyShare({ daily }: Overview, part: Additive, whole: Additive) {
  return daily[whole].map((all, day) => {
    const some = daily[part][day]
    return all === null || some === null || some === undefined ? null : truncatedRate(some, all)
  })
}
