import type { Engagement } from '../../api/engagement.ts'
import type { Player } from '../../api/player.ts'
import { type DayStatistics, type Statistics, truncatedRate } from '../../api/statistics.ts'
import { CURRENCIES, type Currency } from '../../model/money.ts'
import { type Change, FEWEST_EVENTS, FEWEST_PLAYS, withDeadBand } from '../../tables/change.ts'
import { figureChange } from '../../tables/floors.ts'
import { isMissing } from '../../tables/table.ts'
import type { Overview } from '../overview/overview.ts'
import { figure } from '../overview/table.ts'
import { isOfPitch, overviewTiles, type Tile } from '../overview/tiles.ts'
import { curveOf, sessionsOf } from '../player/curves/curve.ts'
import { steepestDrops } from '../player/curves/moments.ts'
import type { ConversionsTimed } from '../player/timing.ts'

/** How a figure changed, for a sentence. `alone`: there is nothing to compare it with. */
type Direction = 'up' | 'down' | 'steady' | 'new' | 'alone'

interface Moved {
  direction: Direction
  /** In percent of the previous figure, truncated; null unless it changed or was steady. */
  percent: number | null
  now: number
  before: number | null
}

/** A finding of a report, from enough plays or sales to be told to a client. */
export type Finding =
  | ({ kind: 'revenue'; currency: Currency; sales: number; salesBefore: number | null } & Moved)
  /** Replaces revenue when several currencies had sales, because these cannot be added. */
  | ({ kind: 'sales' } & Moved)
  | ({ kind: 'plays' } & Moved)
  /** How many viewers reach the pitch, and the 15 seconds before it with the largest loss. */
  | {
      kind: 'pitch'
      second: number
      reached: number
      sessions: number
      percent: number
      drop: Drop | null
    }
  /** The same for a video without a pitch: the loss in its opening. */
  | { kind: 'opening'; sessions: number; drop: Drop }
  /** The minute of the video with the most sales. */
  | { kind: 'minute'; start: number; end: number; sales: number; all: number; percent: number }
  /** The day with the most sales. */
  | { kind: 'day'; day: string; sales: number; all: number; percent: number; days: number }
  /** The video with most of the account's sales. */
  | { kind: 'leader'; name: string; sales: number; all: number; percent: number; videos: number }
  /** Sessions that reached the pitch, of all videos that have one. */
  | { kind: 'reach'; percent: number; videos: number }
  /** The video whose sales changed most. */
  | {
      kind: 'mover'
      name: string
      direction: 'up' | 'down'
      percent: number
      now: number
      before: number
    }

interface Drop {
  start: number
  end: number
  sessions: number
  percent: number
}

/** The data of a player's report; null for an answer that it does not contain. */
export interface PlayerFigures {
  player: Pick<Player, 'duration' | 'pitch_time'>
  stats: Statistics | null
  before: Statistics | null
  engagement: Engagement | null
  days: readonly DayStatistics[] | null
  seconds: ConversionsTimed | null
  /** In percent: a smaller change is ignored. */
  deadBand: number
}

const MOST_FINDINGS = 3

/** The first three of several findings, in the order in which clients ask. */
export const playerFindings = (figures: PlayerFigures): Finding[] =>
  [
    moneyFinding(figures),
    lossFinding(figures),
    minuteFinding(figures),
    dayFinding(figures),
    playsFinding(figures),
  ]
    .filter((found) => found !== null)
    .slice(0, MOST_FINDINGS)

/** The currency of all sales; null when there are several, or none in either period. */
export function onlyCurrency(...rows: readonly (Statistics | null)[]): Currency | null {
  const sold = CURRENCIES.filter((one) =>
    rows.some((row) => (row?.[`total_amount_${one}`] ?? 0) > 0),
  )
  return sold.length === 1 ? (sold[0] ?? null) : null
}

function moneyFinding({ stats, before, deadBand }: PlayerFigures): Finding | null {
  if (!stats || isTooFew(stats.total_conversions, before?.total_conversions)) return null
  const currency = onlyCurrency(stats, before)
  const key = currency ? (`total_amount_${currency}` as const) : 'total_conversions'
  const moved = movedOf(changeOfRows(key, stats, before, deadBand), stats[key], before?.[key])
  if (!moved) return null
  if (!currency) return { kind: 'sales', ...moved }
  const salesBefore = before?.total_conversions ?? null
  return { kind: 'revenue', currency, sales: stats.total_conversions, salesBefore, ...moved }
}

function playsFinding({ stats, before, deadBand }: PlayerFigures): Finding | null {
  if (!stats || isTooFew(stats.total_started, before?.total_started, FEWEST_PLAYS)) return null
  const key = 'total_started'
  const moved = movedOf(changeOfRows(key, stats, before, deadBand), stats[key], before?.[key])
  return moved && { kind: 'plays', ...moved }
}

type Counted = 'total_conversions' | 'total_started' | `total_amount_${Currency}`

function changeOfRows(
  key: Counted,
  now: Statistics,
  before: Statistics | null,
  deadBand: number,
): Change {
  if (!before) return { kind: 'none' }
  const both = (measure: keyof Statistics) => ({
    current: Number(now[measure]),
    previous: Number(before[measure]),
  })
  return withDeadBand(figureChange(key, both), deadBand)
}

/**
 * With both periods below the minimum nothing can be said; with one above it, the figure certainly
 * changed.
 */
const isTooFew = (now: number, before = 0, fewest = FEWEST_EVENTS) => Math.max(now, before) < fewest

/** A sentence has one decimal: less than that would be told as 0%. */
const isSteady = (change: { isSteady: boolean; amount: number }) =>
  change.isSteady || Math.abs(change.amount) < 0.1

/** Null when there are too few events to tell. */
function movedOf(change: Change, now: number, before: number | null = null): Moved | null {
  switch (change.kind) {
    case 'relative':
    case 'points': {
      const direction = isSteady(change) ? 'steady' : change.difference > 0 ? 'up' : 'down'
      return { direction, percent: change.amount, now, before }
    }
    case 'new':
      return { direction: 'new', percent: null, now, before }
    case 'few-data':
      return null
    case 'none':
      return { direction: 'alone', percent: null, now, before: null }
  }
}

function lossFinding({ player, engagement }: PlayerFigures): Finding | null {
  if (!engagement) return null
  const curve = curveOf(engagement.grouped_timed, player)
  const sessions = sessionsOf(curve)
  if (sessions < FEWEST_PLAYS) return null
  if (curve.pitch === null) {
    const drop = steepest(curve.reached, sessions)
    return drop && { kind: 'opening', sessions, drop }
  }
  const reached = curve.reached[curve.pitch] ?? 0
  const percent = truncatedRate(reached, sessions) ?? 0
  const drop = steepest(curve.reached.slice(0, curve.pitch + 1), sessions)
  return { kind: 'pitch', second: curve.pitch, reached, sessions, percent, drop }
}

function steepest(reached: readonly number[], all: number): Drop | null {
  const [first] = steepestDrops(reached)
  // A loss of a few sessions is chance.
  if (!first || first.sessions < FEWEST_EVENTS) return null
  return { ...first, percent: truncatedRate(first.sessions, all) ?? 0 }
}

const MINUTE = 60

/** The last mark is up to a second after the video, and belongs to its last minute. */
const withinVideo = (second: number, duration: number) =>
  duration > 0 && second <= duration + 1 ? Math.min(second, duration - 1) : second

function minuteFinding({ player, seconds }: PlayerFigures): Finding | null {
  if (!seconds) return null
  const bought = new Map<number, number>()
  for (const { timed, timed_conversions } of seconds) {
    const minute = Math.floor(withinVideo(timed, player.duration) / MINUTE)
    bought.set(minute, (bought.get(minute) ?? 0) + timed_conversions)
  }
  const all = [...bought.values()].reduce((sum, sales) => sum + sales, 0)
  const best = largest([...bought], ([, sales]) => sales)
  if (!best || bought.size < 2 || best[1] < FEWEST_EVENTS) return null
  const [minute, sales] = best
  const start = minute * MINUTE
  const whole = start + MINUTE
  // The last minute ends with the video. A duration that the clicks contradict is not believed.
  const end = player.duration > start ? Math.min(whole, player.duration) : whole
  const percent = truncatedRate(sales, all) ?? 0
  return { kind: 'minute', start, end, sales, all, percent }
}

function dayFinding({ days }: PlayerFigures): Finding | null {
  if (!days || days.length < 3) return null
  const best = largest(days, ({ total_conversions }) => total_conversions)
  const all = days.reduce((sum, { total_conversions }) => sum + total_conversions, 0)
  if (!best || best.total_conversions < FEWEST_EVENTS) return null
  const { date_key: day, total_conversions: sales } = best
  return {
    kind: 'day',
    day,
    sales,
    all,
    percent: truncatedRate(sales, all) ?? 0,
    days: days.length,
  }
}

/** The only largest one; null when two are equal. */
function largest<T>(all: readonly T[], of: (one: T) => number): T | null {
  const [first, second] = [...all].sort((a, b) => of(b) - of(a))
  if (first === undefined || (second !== undefined && of(second) === of(first))) return null
  return first
}

export function accountFindings(overview: Overview, deadBand: number): Finding[] {
  return [
    accountMoney(overview, deadBand),
    leaderFinding(overview),
    moverFinding(overview, deadBand),
    reachFinding(overview),
  ]
    .filter((found) => found !== null)
    .slice(0, MOST_FINDINGS)
}

function accountMoney(overview: Overview, deadBand: number): Finding | null {
  const tiles = accountTiles(overview)
  const revenues = tiles.filter(({ key }) => key.startsWith('total_amount_'))
  const sales = tiles.find(({ key }) => key === 'total_conversions')
  const sold = numbersOf(sales)
  if (!sales || !sold || isTooFew(sold.now, sold.before ?? 0)) return null
  const [revenue] = revenues
  const shown = revenues.length === 1 && revenue ? revenue : sales
  const numbers = numbersOf(shown)
  const change = withDeadBand(shown.change, deadBand)
  const moved = numbers && movedOf(change, numbers.now, numbers.before)
  if (!moved) return null
  const { currency } = shown
  if (!currency) return { kind: 'sales', ...moved }
  return { kind: 'revenue', currency, sales: sold.now, salesBefore: sold.before, ...moved }
}

/** Without changes where the earlier figures lack a video: the listed ones may have grown while the account did not. */
function accountTiles(overview: Overview): Tile[] {
  const tiles = overviewTiles(overview, 'events')
  return (overview.comparedLeftOut ?? 0) === 0
    ? tiles
    : tiles.map((tile) => ({ ...tile, change: { kind: 'none' } }))
}

/**
 * Both figures of a tile, the earlier one only when it is of the same players; null when a player's
 * current figures are missing, because the others' are not the account's.
 */
function numbersOf(tile: Tile | undefined) {
  if (!tile || isMissing(tile.value) || tile.of.players < tile.of.all) return null
  const isComparable = !isMissing(tile.comparison) && tile.change.kind !== 'none'
  const before = isComparable ? Number(tile.comparison) : null
  return { now: Number(tile.value), before }
}

const salesOf = ({ rows }: Overview, which: 'current' | 'comparison') =>
  rows.map((row) => {
    const cell = figure(row[which], 'total_conversions', row.player)
    return { row, sales: isMissing(cell) ? null : Number(cell) }
  })

function leaderFinding(overview: Overview): Finding | null {
  const known = salesOf(overview, 'current')
  // When a video's figures are missing, another one may be the largest.
  const isMissingAny = (overview.leftOut ?? 0) > 0 || known.some(({ sales }) => sales === null)
  if (known.length < 2 || isMissingAny) return null
  const best = largest(known, ({ sales }) => sales ?? 0)
  const sales = best?.sales ?? 0
  if (!best || sales < FEWEST_EVENTS) return null
  const all = known.reduce((sum, one) => sum + (one.sales ?? 0), 0)
  const percent = truncatedRate(sales, all) ?? 0
  const videos = known.filter((one) => (one.sales ?? 0) > 0).length
  return { kind: 'leader', name: best.row.player.name, sales, all, percent, videos }
}

/**
 * The video with the largest change in the number of sales, because a percentage would favour small
 * videos. When that change is steady, new or of too few sales, no other video is named instead.
 */
function moverFinding(overview: Overview, deadBand: number): Finding | null {
  const previous = salesOf(overview, 'comparison')
  const known = salesOf(overview, 'current').flatMap(({ row, sales: now }, index) => {
    const before = previous[index]?.sales ?? null
    return now === null || before === null ? [] : [{ name: row.player.name, now, before }]
  })
  const { rows, leftOut = 0, comparedLeftOut = 0 } = overview
  // When a video's figures are missing, its change may be the largest.
  if (leftOut + comparedLeftOut > 0 || known.length < rows.length) return null
  const most = largest(known, ({ now, before }) => Math.abs(now - before))
  if (!most) return null
  const both = { current: most.now, previous: most.before }
  const change = withDeadBand(
    figureChange('total_conversions', () => both),
    deadBand,
  )
  if (change.kind !== 'relative' || isSteady(change)) return null
  const direction = change.difference > 0 ? 'up' : 'down'
  return { kind: 'mover', direction, percent: change.amount, ...most }
}

function reachFinding(overview: Overview): Finding | null {
  const tile = overviewTiles(overview, 'events').find(({ key }) => isOfPitch(key))
  // Of a part of the videos it is not the account's.
  if (!tile || typeof tile.value !== 'number' || tile.of.players < tile.of.all) return null
  const behind = overview.rows.map((row) => {
    const cell = figure(row.current, 'total_over_pitch', row.player)
    return isMissing(cell) ? 0 : Number(cell)
  })
  // The sum of each video's own unique sessions, which only shows that there are enough.
  if (Math.max(0, ...behind) < FEWEST_EVENTS) return null
  return { kind: 'reach', percent: tile.value, videos: tile.of.players }
}
