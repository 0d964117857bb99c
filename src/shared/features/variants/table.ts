import { createdDayOf, type Player } from '../../api/player.ts'
import { truncatedRate } from '../../api/statistics.ts'
import type { AppTexts } from '../../locales/en/app.ts'
import { appTexts, type Language } from '../../locales/languages.ts'
import { currencyOf, type Known, tableOf } from '../../tables/measures.ts'
import { type Cell, type Column, type Kind, missing, type Table } from '../../tables/table.ts'
import { addDays, dayCount, type Period } from '../../time/period.ts'
import type { Guardrails, Share } from '../ab-tests/ab-test.ts'
import { type Verdict, verdictOf } from '../ab-tests/verdict.ts'

export const VARIANT_KINDS = ['headlines', 'turbo', 'smartAutoplays'] as const
export type VariantKind = (typeof VARIANT_KINDS)[number]

type Row = Readonly<Record<string, unknown>>

interface VariantView {
  /** The label (`labelOf`) of the row that the others are compared with; the first row when null. */
  base: string | null
  /** Null when it is not in the list, so that nothing of it is known. */
  player: Pick<Player, 'pitch_time' | 'created_at'> | null
  /** In UTC, because the service reads these dates in UTC. */
  period: Period
  /** The guardrails of the A/B tests, also used for these verdicts. */
  guardrails: Guardrails
}

export interface VariantTable extends Table {
  /** Label of the row that the others are compared with; null when there is none. */
  base: string | null
  /** The label of each row, in the rows' order. */
  labels: string[]
}

const FIRST: Record<VariantKind, 'number' | 'speed'> = {
  headlines: 'number',
  turbo: 'speed',
  smartAutoplays: 'number',
}

// Analytics, Other response shapes, /headlines/stats_by_player; `click` occurs with speeds.
const KINDS: Readonly<Record<string, Kind>> = {
  number: 'count',
  speed: 'text',
  views: 'count',
  plays: 'count',
  clicks: 'count',
  conversions: 'count',
  engagement: 'percent',
  play_rate: 'percent',
  play_over_engagement: 'percent',
  pitch: 'percent',
  click: 'percent',
  conversion_rate: 'percent',
  amount_usd: 'money',
  amount_brl: 'money',
  amount_eur: 'money',
}

const HEADLINE_COLUMNS = Object.keys(KINDS).filter((key) => key !== 'speed' && key !== 'click')

const LIFTED: readonly string[] = ['engagement', 'play_rate', 'pitch', 'click', 'conversion_rate']

/** The count without which a rate is not applicable: the service's 0 % of no plays would mislead. */
const WHOLES: Readonly<Record<string, string>> = {
  play_rate: 'views',
  engagement: 'plays',
  play_over_engagement: 'plays',
  pitch: 'plays',
  click: 'plays',
  conversion_rate: 'plays',
}

/** Numerator and denominator of each rate with a verdict. */
const COUNTED = [
  { rate: 'play_rate', part: 'plays', whole: 'views' },
  { rate: 'conversion_rate', part: 'conversions', whole: 'plays' },
] as const
type Counted = (typeof COUNTED)[number]

/**
 * The variants of a player's test, each with its comparison to the base. Where the documents do not describe
 * the rows, every returned field becomes a column, and no others.
 */
export function variantTable(
  kind: VariantKind,
  answer: Known<readonly Row[]> | null,
  { base, player, period, guardrails }: VariantView,
): VariantTable {
  const answered = withRates(answer?.value ?? [])
  // Without a pitch the service counts every session as past it (Analytics, `pitch_time`).
  const rows =
    player?.pitch_time === 0 ? answered.map((row) => ({ ...row, pitch: null })) : answered
  const labels = rows.map((row, index) => labelOf(kind, row, index))
  const at = Math.max(0, base === null ? 0 : labels.indexOf(base))
  const days = answer ? wholeDays({ period, player }, answer.asOf) : 0
  const shown = { rows, at, days, guardrails }
  const parts = [
    ...columnsOf(kind, rows).flatMap((column) => withLift(column, shown)),
    ...verdictsOf(shown),
  ]
  // The verdicts are what users decide by, so they follow the name directly.
  const ordered = [
    ...parts.slice(0, 1),
    ...parts.filter(isVerdict),
    ...parts.slice(1).filter(isNot),
  ]
  return {
    ...tableOf([answer], {
      columns: ordered.map(({ column }) => column),
      rows: rows.map((_, index) => ordered.map(({ cells }) => cells[index] ?? NONE)),
    }),
    base: labels[at] ?? null,
    labels,
  }
}

const NONE = missing('not-applicable')

interface Part {
  column: Column
  cells: Cell[]
}

const isVerdict = ({ column }: Part) => column.key.endsWith('_verdict')
const isNot = (part: Part) => !isVerdict(part)

/**
 * Rates are sent as text too (Analytics, observed), and rows that no document shows are as received. A field is
 * read as a rate where every row's is one.
 */
function withRates(rows: readonly Row[]): readonly Row[] {
  // Written out, because the window has no schemas.
  const isRate = (value: unknown) =>
    isAbsent(value) ||
    typeof value === 'number' ||
    (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
  const rates = Object.keys(KINDS).filter(
    (key) => KINDS[key] === 'percent' && rows.every((row) => isRate(row[key])),
  )
  const read = (row: Row) =>
    rates.flatMap((key) => (typeof row[key] === 'string' ? [[key, Number(row[key])] as const] : []))
  return rows.map((row) => ({ ...row, ...Object.fromEntries(read(row)) }))
}

/** The label of a row: its number or speed, or its position when it has neither. */
function labelOf(kind: VariantKind, row: Row, index: number): string {
  const label = row[FIRST[kind]]
  return typeof label === 'number' || typeof label === 'string' ? String(label) : `#${index + 1}`
}

function columnsOf(kind: VariantKind, rows: readonly Row[]): Column[] {
  const first = FIRST[kind]
  const came = new Set(rows.flatMap((row) => Object.keys(row)))
  const shown = kind === 'headlines' ? HEADLINE_COLUMNS : Object.keys(KINDS)
  const stated = shown.filter((key) => kind === 'headlines' || key === first || came.has(key))
  // An undocumented field is ignored where the rows are documented, and shown where they are not.
  const others = kind === 'headlines' ? [] : [...came].filter((key) => !Object.hasOwn(KINDS, key))
  const keys = [first, ...stated.filter((key) => key !== first), ...others]
  return keys.map((key) => columnOf(kind, key, rows))
}

/**
 * The document calls it a number, another description one of people, which is no percentage above 100, has no
 * fraction and does not exceed the views. Of speeds it is a percentage.
 */
function isPitchCount(kind: VariantKind, rows: readonly Row[]): boolean {
  const stated = rows.filter(({ pitch }) => !isAbsent(pitch))
  const isPeople = ({ pitch, views }: Row) =>
    isWhole(pitch) && !(isWhole(views) && Number(pitch) > Number(views))
  const areAllPeople = kind !== 'turbo' && stated.length > 0 && stated.every(isPeople)
  return areAllPeople || stated.some(({ pitch }) => Number(pitch) > 100)
}

function columnOf(of: VariantKind, key: string, rows: readonly Row[]): Column {
  const stated = Object.hasOwn(KINDS, key) ? KINDS[key] : undefined
  const known = key === 'pitch' && isPitchCount(of, rows) ? 'count' : stated
  const kind = known && rows.every((row) => fits(row[key], known)) ? known : generic(key, rows)
  const currency = kind === 'money' ? currencyOf(key) : undefined
  return currency ? { key, kind, currency } : { key, kind }
}

const generic = (key: string, rows: readonly Row[]): Kind =>
  rows.every((row) => isAbsent(row[key]) || isWhole(row[key])) ? 'count' : 'text'

const isAbsent = (value: unknown) => value === undefined || value === null
const isWhole = (value: unknown) => Number.isSafeInteger(value)

function fits(value: unknown, kind: Kind): boolean {
  if (isAbsent(value) || kind === 'text') return true
  return kind === 'percent' ? Number.isFinite(value) : isWhole(value)
}

function cellOf(value: unknown): Cell {
  if (isAbsent(value)) return NONE
  if (typeof value === 'number' || typeof value === 'string') return value
  return JSON.stringify(value)
}

interface Shown {
  rows: readonly Row[]
  /** Index of the base row. */
  at: number
  days: number
  guardrails: Guardrails
}

function withLift(column: Column, { rows, at }: Shown): Part[] {
  const { key, kind } = column
  const cells = rows.map((row) => {
    const isOfNone = kind === 'percent' && row[WHOLES[key] ?? ''] === 0
    const cell = isOfNone ? NONE : cellOf(row[key])
    return kind === 'text' && typeof cell === 'number' ? String(cell) : cell
  })
  const isCount = key === 'pitch' && kind === 'count'
  const part: Part = { column: isCount ? { ...column, key: 'pitch_count' } : column, cells }
  if (kind !== 'percent' || !LIFTED.includes(key) || rows.length < 2) return [part]
  const shares = rows.map((row, index) => shareOf(row, key, cells[index] ?? NONE))
  const base = shares[at] ?? null
  const lifts = shares.map((share, index) => (index === at ? NONE : liftOf(share, base)))
  return [part, { column: { key: `${key}_lift`, kind: 'percent' }, cells: lifts }]
}

/**
 * The exact share of a rate, which the service truncated to two decimals. The counts are not those of the rate
 * where the service counted others for it, such as unique devices.
 */
function shareOf(row: Row, rate: string, cell: Cell): Share | null {
  if (typeof cell !== 'number') return null
  const of = COUNTED.find((one) => one.rate === rate)
  const counts = of ? triedOf(row, of) : null
  if (counts && truncatedRate(counts.part, counts.whole) === cell) return counts
  return { part: Math.round(cell * 100), whole: 10_000 }
}

function liftOf(share: Share | null, base: Share | null): Cell {
  if (!share || !base) return NONE
  if (base.part === 0) return share.part === 0 ? 0 : missing('new')
  const [now, then] = [
    BigInt(share.part) * BigInt(base.whole),
    BigInt(base.part) * BigInt(share.whole),
  ]
  return Number(((now - then) * 10_000n) / then) / 100
}

function verdictsOf({ rows, at, days, guardrails }: Shown): Part[] {
  if (rows.length < 2) return []
  return COUNTED.flatMap((counted) => {
    const tried = rows.map((row) => triedOf(row, counted))
    const base = tried[at]
    if (!base || tried.some((one) => one === null)) return []
    const context = { days, pairs: rows.length - 1, guardrails }
    const cells = tried.map((one, index): Cell => {
      if (one === null) return NONE
      return index === at ? 'base' : verdictOn(base, one, context)
    })
    return [{ column: { key: `${counted.rate}_verdict`, kind: 'text' }, cells }]
  })
}

function triedOf(row: Row, { rate, part, whole }: Counted): VariantData | null {
  const counts = [row[part], row[whole], row['conversions']]
  if (!counts.every((count) => isWhole(count) && Number(count) >= 0)) return null
  const [of = 0, all = 0, conversions = 0] = counts.map(Number)
  return { part: of, whole: all, conversions, rate: row[rate] }
}

/** Number of the period's UTC days on which the player existed and that were over when the response came. */
export function wholeDays(
  { period: { start, end }, player }: Pick<VariantView, 'period' | 'player'>,
  asOf: number,
): number {
  const yesterday = addDays(new Date(asOf).toISOString().slice(0, 10), -1)
  const created = player ? createdDayOf(player, 'UTC') : ''
  const first = created && addDays(created, 1)
  const days = { start: first > start ? first : start, end: end < yesterday ? end : yesterday }
  return Math.max(0, dayCount(days))
}

/** A speed as a number of the language; any other text unchanged. */
export function speedName(label: string, language: Language): string {
  const speed = label.trim() === '' ? Number.NaN : Number(label)
  if (!Number.isFinite(speed)) return label
  return `${speed.toLocaleString(appTexts(language).locale, { maximumFractionDigits: 9 })}×`
}

/** The data of a variant for its verdict. */
interface VariantData extends Share {
  conversions: number
  /** As the service sent it, and as it is shown. */
  rate: unknown
}

interface VerdictContext {
  /** Number of completed days. */
  days: number
  /** Number of rows compared with the same base. */
  pairs: number
  guardrails: Guardrails
}

type VerdictCode = keyof AppTexts['tables']['codes']['play_rate_verdict']

function verdictOn(base: VariantData, row: VariantData, context: VerdictContext): VerdictCode {
  const { days, pairs, guardrails } = context
  // A part greater than its whole is not a proportion: the two count different units once.
  if ([base, row].some(({ part, whole }) => part > whole)) return 'invalid'
  const conversions = { a: base.conversions, b: row.conversions }
  const pair = { a: base, b: row, conversions, days, pairs, invalid: null }
  const verdict = verdictOf(pair, guardrails)
  return isContradicted(verdict, base.rate, row.rate) ? 'invalid' : codeOf(verdict)
}

/** Whether the shown rates order the rows otherwise, because the service counted others for them. */
function isContradicted(verdict: Verdict, base: unknown, row: unknown): boolean {
  if (!('ahead' in verdict) || typeof base !== 'number' || typeof row !== 'number') return false
  return verdict.ahead === 'b' ? row < base : row > base
}

function codeOf(verdict: Verdict): VerdictCode {
  switch (verdict.state) {
    case 'invalid':
    case 'collecting':
    case 'none':
      return verdict.state
    case 'leaning':
      return verdict.ahead === 'b' ? 'leaning_ahead' : 'leaning_behind'
    case 'decided':
      return verdict.ahead === 'b' ? 'ahead' : 'behind'
  }
}
