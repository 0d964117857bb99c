import type { TrafficFilter } from '../../api/settings/index.ts'
import { AMOUNTS, type FieldStatistics } from '../../api/statistics.ts'
import { countryCode } from '../../model/country.ts'
import { type Period, samePeriod, wholeFirst } from '../../time/period.ts'

/** The session fields on which a filter's lists can be simulated. */
export const FILTER_FIELDS = { countries: 'country', devices: 'device_type' } as const
type FilterList = keyof typeof FILTER_FIELDS
export type FilterField = (typeof FILTER_FIELDS)[FilterList]

/** Additive over the values of a session field, because a session has one value of it. */
export const DIVERTED = ['total_viewed', 'total_conversions', ...AMOUNTS] as const
export type Diverted = (typeof DIVERTED)[number]
export type DivertedTotals = Record<Diverted, number>

/** A rule of the filter whose effect cannot be derived from stored figures. */
type UnknownRule = 'languages' | 'query_params' | 'block_proxy' | 'empty-list'

export interface DivertedValue {
  field: FilterField
  value: string
  /** Whether it is unclear if the value matches an entry of the list. */
  isUnclear: boolean
  figures: DivertedTotals
}

export interface DryRun {
  /** The filter has no rules, so everyone passes. */
  isOpen: boolean
  /** All viewers of the period; null while no breakdown is stored. */
  all: DivertedTotals | null
  atLeast: DivertedTotals
  atMost: DivertedTotals
  lists: ListRun[]
  /** Values that the draft excludes, most views first. */
  values: DivertedValue[]
  /** Lists whose breakdown is not stored. */
  missing: FilterList[]
  unknown: UnknownRule[]
  /** A page with the token bypasses the filter; how many viewers do is unknown. */
  hasToken: boolean
}

/** The stored breakdowns of one period; others are left out. */
export interface StoredBreakdowns {
  period: Period
  fields: Partial<
    Record<FilterField, { rows: FieldStatistics[]; asOf: number; isSettled: boolean }>
  >
}

interface PeriodFields {
  period: Period
  fields: readonly unknown[]
}

/**
 * Sorts periods with all fields first, because a newer one often has only the field that a screen showed,
 * and then as `wholeFirst` does.
 */
export const completeFirst = (today: string) => (a: PeriodFields, b: PeriodFields) =>
  Number(isComplete(b)) - Number(isComplete(a)) || wholeFirst(today)(a.period, b.period)

const FIELDS = Object.values(FILTER_FIELDS)

const isComplete = ({ fields }: PeriodFields) => FIELDS.every((field) => fields.includes(field))

/** Whether all breakdowns of other days, once stored, would be read instead of these. */
export function wouldReplace(stored: StoredBreakdowns, period: Period, today: string): boolean {
  const before = { period: stored.period, fields: Object.keys(stored.fields) }
  const next = { period, fields: FIELDS }
  return !samePeriod(before.period, period) && completeFirst(today)(next, before) < 0
}

/** What one list alone would have excluded. */
interface ListRun {
  list: FilterList
  atLeast: DivertedTotals
  atMost: DivertedTotals
}

type Breakdowns = Partial<Record<FilterField, readonly FieldStatistics[]>>

/**
 * The past viewers whom a filter would have sent to the fallback video. A viewer must pass every list (Video,
 * traffic_filter), and the stored figures are not broken down by several fields at once, so with several
 * lists the result is a lower and an upper bound.
 */
export function dryRun(filter: TrafficFilter, breakdowns: Breakdowns): DryRun {
  const lists = LISTS.filter((list) => (filter[list] ?? []).length > 0)
  const unknown = unknownRules(filter)
  const missing = lists.filter((list) => !breakdowns[FILTER_FIELDS[list]])
  const sides = lists.flatMap((list) => listResultOf(list, filter, breakdowns) ?? [])
  const wholes = Object.values(breakdowns).map((rows) => totalsOf(rows))
  const all = wholes.length > 0 ? each((key) => most(wholes, key)) : null
  const hasToken = (filter.token ?? '').trim() !== ''
  const hasUnknownRules = missing.length > 0 || unknown.length > 0
  const sum = (key: Diverted) => sides.reduce((total, side) => total + side.atMost[key], 0)
  const leasts = sides.map((side) => side.atLeast)
  const whole = all ?? NONE
  return {
    isOpen: lists.length === 0 && unknown.length === 0,
    all,
    atLeast: hasToken ? NONE : each((key) => most(leasts, key)),
    atMost: hasUnknownRules ? whole : each((key) => Math.min(whole[key], sum(key))),
    lists: sides.map(({ list, atLeast, atMost }) => ({ list, atLeast, atMost })),
    values: sides
      .flatMap(({ values }) => values)
      .sort((a, b) => b.figures.total_viewed - a.figures.total_viewed),
    missing,
    unknown,
    hasToken,
  }
}

const LISTS = Object.keys(FILTER_FIELDS) as FilterList[]

function unknownRules(filter: TrafficFilter): UnknownRule[] {
  // The document does not say whether an empty list lets everybody pass, or nobody.
  const isEmpty = [...LISTS, 'languages' as const, 'query_params' as const].some(
    (list) => filter[list]?.length === 0,
  )
  return [
    ...(['languages', 'query_params'] as const).filter((list) => (filter[list] ?? []).length > 0),
    ...(filter.block_proxy === true ? (['block_proxy'] as const) : []),
    ...(isEmpty ? (['empty-list'] as const) : []),
  ]
}

interface ListResult extends ListRun {
  values: DivertedValue[]
}

function listResultOf(
  list: FilterList,
  filter: TrafficFilter,
  breakdowns: Breakdowns,
): ListResult | null {
  const field = FILTER_FIELDS[list]
  const rows = breakdowns[field]
  if (!rows) return null
  const passes = PASSES[field](filter[list] ?? [])
  const away = rows.flatMap((row) => {
    const answer = passes(row.grouped_field)
    return answer === 'yes' ? [] : [{ row, isUnclear: answer === 'unclear' }]
  })
  return {
    list,
    atLeast: totalsOf(away.filter(({ isUnclear }) => !isUnclear).map(({ row }) => row)),
    atMost: totalsOf(away.map(({ row }) => row)),
    values: away.map(({ row, isUnclear }) => ({
      field,
      value: row.grouped_field,
      isUnclear,
      figures: totalsOf([row]),
    })),
  }
}

type Passes = (value: string) => 'yes' | 'no' | 'unclear'

const normalized = (text: string) => text.trim().toLowerCase()

/** The filter's lists contain codes, the figures names: each is interpreted as either. */
const PASSES: Record<FilterField, (allowed: readonly string[]) => Passes> = {
  country: (allowed) => {
    const texts = new Set(allowed.map(normalized))
    const codes = new Set(allowed.map((one) => countryCode(one)))
    const hasUnread = codes.has(null)
    return (value) => {
      const code = countryCode(value)
      if (texts.has(normalized(value)) || (code !== null && codes.has(code))) return 'yes'
      return code === null || hasUnread ? 'unclear' : 'no'
    }
  },
  device_type: (allowed) => {
    const texts = new Set(allowed.map(normalized))
    const isRead = (text: string) => DEVICES.includes(normalized(text))
    const hasUnread = !allowed.every(isRead)
    return (value) => {
      if (texts.has(normalized(value))) return 'yes'
      return isRead(value) && !hasUnread ? 'no' : 'unclear'
    }
  },
}

const DEVICES = ['desktop', 'mobile', 'tablet']

const each = (figure: (key: Diverted) => number) =>
  Object.fromEntries(DIVERTED.map((key) => [key, figure(key)])) as DivertedTotals

const NONE = each(() => 0)

const totalsOf = (rows: readonly FieldStatistics[]) =>
  each((key) => rows.reduce((sum, row) => sum + row[key], 0))

const most = (totals: readonly DivertedTotals[], key: Diverted) =>
  totals.reduce((found, total) => Math.max(found, total[key]), 0)
