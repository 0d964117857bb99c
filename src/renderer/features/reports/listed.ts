import { hasAnyTag } from '../../../shared/features/player-marks/player-mark.ts'
import type { ListedReport, ReportScreen } from '../../../shared/features/reports/report.ts'
import type { Preferences } from '../../../shared/features/settings/preferences.ts'
import { getOrCreate } from '../../../shared/maps.ts'
import { compareCells, folded, wordSearch } from '../../../shared/tables/table.ts'

export const REPORT_ORIGINS = ['made', 'scheduled', 'opened'] as const

export type ReportOrder = Preferences['reportOrder']
type ReportSort = ReportOrder['by']

/** Filters of the report library; null for any. */
export interface ReportFilter {
  search: string
  tag: string | null
  screen: ReportScreen | null
  origin: ListedReport['origin'] | null
  favouritesOnly: boolean
}

export const NO_FILTER: ReportFilter = {
  search: '',
  tag: null,
  screen: null,
  origin: null,
  favouritesOnly: false,
}

/** The name of the test or player of a report; empty without one. */
export const subjectOf = ({ about }: ListedReport) => about.group?.name ?? about.player?.name ?? ''

const VALUES: Record<ReportSort, (report: ListedReport) => number | string> = {
  madeAt: ({ about }) => about.madeAt,
  addedAt: ({ addedAt }) => addedAt,
  asOf: ({ about }) => about.asOf?.oldest ?? 0,
  title: ({ about }) => about.title,
  account: ({ about }) => about.account.name,
  player: subjectOf,
  size: ({ size }) => size,
}

/** The initial order of a column: numbers and dates descending, names ascending. */
export const isFirstDescending = (by: ReportSort) =>
  ['madeAt', 'addedAt', 'asOf', 'size'].includes(by)

export function sortedReports(
  reports: readonly ListedReport[],
  { by, descending }: ReportOrder,
): ListedReport[] {
  const valueOf = VALUES[by]
  return [...reports].sort(
    (a, b) => compareCells(valueOf(a), valueOf(b), descending) || b.about.madeAt - a.about.madeAt,
  )
}

/** The reports that contain every word of the search and pass the filters, in the order of `reports`. */
export function foundReports(
  reports: readonly ListedReport[],
  filter: ReportFilter,
  textOf: (report: ListedReport) => string,
): ListedReport[] {
  const hasWords = wordSearch(filter.search)
  return reports.filter(
    (report) => passes(report, filter) && (!hasWords || hasWords(textOf(report))),
  )
}

function passes(report: ListedReport, { tag, screen, origin, favouritesOnly }: ReportFilter) {
  if (favouritesOnly && !report.isFavourite) return false
  if (screen !== null && report.about.screen !== screen) return false
  if (origin !== null && report.origin !== origin) return false
  return tag === null || hasAnyTag(report.tags, [tag])
}

/** Returns a function for the searched text of a report, which is cached. */
export function makeSearchText(date: (day: string) => string) {
  const known = new WeakMap<ListedReport, string>()
  const dates = new Map<string, string>()
  const dateOf = (day: string) => getOrCreate(dates, day, () => date(day))
  return (report: ListedReport): string =>
    getOrCreate(known, report, () => folded(wordsOf(report, dateOf).join('\n')))
}

function wordsOf({ about, tags }: ListedReport, date: (day: string) => string): string[] {
  const { title, account, player, group, period } = about
  const days = period ? [period.start, period.end] : []
  return [
    title,
    account.name,
    player?.name ?? '',
    player?.id ?? '',
    group?.name ?? '',
    ...tags,
    ...days,
    ...days.map(date),
  ]
}

/** Two selected reports in the order in which they were made: the earlier one is the baseline. */
export function sortedByCreation(reports: readonly ListedReport[]): ListedReport[] {
  return [...reports].sort((a, b) => a.about.madeAt - b.about.madeAt)
}
