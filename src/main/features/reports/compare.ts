import path from 'node:path'
import type { Player } from '../../../shared/api/player.ts'
import { AppError } from '../../../shared/failure.ts'
import type { TableRequest } from '../../../shared/features/exports/request.ts'
import { compareTables } from '../../../shared/features/reports/compare.ts'
import {
  explainedBy,
  requestDifferences,
  sameRequest,
} from '../../../shared/features/reports/compare-request.ts'
import { differencesTable } from '../../../shared/features/reports/compare-table.ts'
import type {
  ComparedTables,
  NamedTable,
  ReportComparison,
} from '../../../shared/features/reports/comparison.ts'
import { comparedIn, type ReportDocument } from '../../../shared/features/reports/report.ts'
import type { FileKind } from '../../../shared/features/settings/preferences.ts'
import { appTexts, type DecimalMark, type Language } from '../../../shared/locales/languages.ts'
import { type FilterValue, filterText } from '../../../shared/tables/titles.ts'
import type { Period } from '../../../shared/time/period.ts'
import type { Clock } from '../../clock.ts'
import { canonicalJson } from '../../database/json.ts'
import type { Begun } from '../../disk/atomic-file.ts'
import type { Exports } from '../exports/exports.ts'
import type { ExportFacts } from '../exports/facts.ts'
import { writeTable } from '../exports/write-table.ts'
import { curvesOfBoth } from './compared-curves.ts'
import { makePresent, type PresentParts } from './present.ts'
import { answersOf } from './report-handlers.ts'
import { builtTables, type ReportTable, requestsOf } from './requests.ts'

export interface CompareParts extends PresentParts {
  begun?: Begun | undefined
  finish: Exports['finish']
  read: (id: string) => Promise<ReportDocument>
  /** Asks the user where to save a file; null when cancelled. */
  chooseFile: (suggestedName: string) => Promise<string | null>
  /** Of the system's regional format. */
  decimal: DecimalMark
  clock: Clock
  /** The app's version, for the facts in the file. */
  version: string
}

/** `right` is null for the current data. */
export interface Compared {
  left: string
  right: string | null
}

export interface Saved extends Compared {
  /** The table, by its id in the comparison. */
  table: string
  isOnlyChanged: boolean
  flavour: FileKind
  language: Language
}

type Sides<T> = { left: T; right: T }

/** Compares two reports, or a report with the current data. */
export function makeCompare(parts: CompareParts) {
  const presentOf = makePresent(parts)

  async function documentsOf({ left, right }: Compared): Promise<Sides<ReportDocument>> {
    const document = await parts.read(left)
    const other = right === null ? await presentOf(document) : await parts.read(right)
    return { left: document, right: other }
  }

  return {
    async compare(compared: Compared): Promise<ReportComparison> {
      const documents = await documentsOf(compared)
      const { tables, unpaired, request } = await tablesOf(documents)
      return {
        left: { id: compared.left, about: documents.left.about },
        right: { id: compared.right, about: documents.right.about },
        ...{ request, unpaired },
        tables: tables.map(({ id, name, detail, compared, asOf }) => ({
          ...{ id, name, detail, compared, asOf },
        })),
        curves: curvesOfBoth(documents, nameIn(documents.left, documents.right)),
      }
    },
    /** Saves the differences of one table; the file's name, or null when cancelled. */
    async saveDifferences(request: Saved): Promise<string | null> {
      const { flavour, language, isOnlyChanged } = request
      const documents = await documentsOf(request)
      const { tables } = await tablesOf(documents)
      const found = tables.find(({ id }) => id === request.table)
      if (!found) throw new AppError({ kind: 'not-in-report' })
      const file = await parts.chooseFile(`cuepoint_differences_${found.name}.${endingOf(flavour)}`)
      if (file === null) return null
      const table = { ...differencesTable(found.compared, isOnlyChanged), asOf: oldest(found.asOf) }
      const { clock, version, begun, decimal } = parts
      const manner = { flavour, language, decimal, file, version, exportedAt: clock.now() }
      const facts = sharedFacts(found.facts, (name, value) =>
        flavour === 'machine' ? value : filterText([name, value], language)[1],
      )
      const compared = reportsCompared(documents, found.asOf, language)
      const filters = { ...facts.filters, ...compared, isOnlyChanged }
      const built = { table, facts: { ...facts, filters } }
      const isSaved = await parts.finish(file, ({ signal }) =>
        writeTable(built, manner, { begun, signal }),
      )
      return isSaved ? path.basename(file) : null
    },
  }
}

const endingOf = (flavour: FileKind) => (flavour === 'xlsx' ? 'xlsx' : 'csv')

type Ages = Sides<number | null>

const oldest = ({ left, right }: Ages) =>
  left === null || right === null ? (left ?? right) : Math.min(left, right)

/** The facts of both tables: both texts where they differ, and no days where those do. */
function sharedFacts(
  { left, right }: Sides<ExportFacts>,
  worded: (name: string, value: FilterValue) => FilterValue,
): ExportFacts {
  const names = Object.keys({ ...left.filters, ...right.filters })
  const filters = names.map((name) => {
    const text = (value?: FilterValue) => (value === undefined ? value : worded(name, value))
    return [name, both(text(left.filters[name]), text(right.filters[name]))]
  })
  const noted = [...(left.annotations ?? []), ...(right.annotations ?? [])]
  const annotations = new Map(noted.map((one) => [canonicalJson(one), one]))
  return {
    table: left.table,
    account: both(left.account, right.account),
    player: left.player &&
      right.player && {
        id: both(left.player.id, right.player.id),
        name: both(left.player.name, right.player.name),
      },
    timezone: both(left.timezone, right.timezone),
    period: sameDays(left.period, right.period),
    comparison: sameDays(left.comparison, right.comparison),
    filters: Object.fromEntries(filters),
    annotations: [...annotations.values()],
  }
}

const both = <T extends FilterValue>(left: T | undefined, right: T | undefined): T | string =>
  left === right && left !== undefined ? left : `${left ?? '–'} / ${right ?? '–'}`

const sameDays = (left: Period | null, right: Period | null) =>
  left?.start === right?.start && left?.end === right?.end ? left : null

/** What each report is of, for the file's facts. */
const reportsCompared = (
  { left, right }: Sides<ReportDocument>,
  asOf: Ages,
  language: Language,
) => ({
  leftReport: reportCompared(left, asOf.left, language),
  rightReport: reportCompared(right, asOf.right, language),
})

function reportCompared({ about }: ReportDocument, asOf: number | null, language: Language) {
  const { title, account, player, group, period, madeAt } = about
  return [
    ...[title, isoOf(madeAt), account.name, group?.name ?? player?.name],
    ...[period && `${period.start}..${period.end}`, account.timezone],
    asOf !== null && `${appTexts(language).files.about.asOf} ${isoOf(asOf)}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const isoOf = (ms: number) => new Date(ms).toISOString()

type PairedTables = ComparedTables & { facts: Sides<ExportFacts> }

async function tablesOf(documents: Sides<ReportDocument>) {
  const request = requestDifferences(documents)
  const own = { left: requestsOf(documents.left), right: requestsOf(documents.right) }
  const alike = withComparisonOfBoth(documents, withColumnsOfBoth(own))
  const requests = await withValuesOfBoth(documents, alike)
  const left = byId(documents.left, await builtTables(documents.left, requests.left))
  const right = byId(documents.right, await builtTables(documents.right, requests.right))
  const tables = [...left].flatMap(([id, one]): PairedTables[] => {
    const other = right.get(id)
    if (!other) return []
    const columns = [...one.table.columns, ...other.table.columns]
    const sides = { left: sideOf(one), right: sideOf(other) }
    return [
      {
        ...one.named,
        facts: { left: one.facts, right: other.facts },
        compared: compareTables(
          one.named.name,
          sides,
          explainedBy(request, columns, one.named.name),
        ),
        asOf: { left: one.table.asOf, right: other.table.asOf },
      },
    ]
  })
  const unpaired = { left: namesOnlyIn(left, right), right: namesOnlyIn(right, left) }
  return { request, tables, unpaired }
}

/** In a column that only one of two overviews shows, every row would differ. */
function withColumnsOfBoth({ left, right }: Sides<TableRequest[]>): Sides<TableRequest[]> {
  const shown = [...left, ...right].flatMap((one) => ('columns' in one ? one.columns : []))
  const columns = [...new Set(shown)]
  const widened = (one: TableRequest) => ('columns' in one ? { ...one, columns } : one)
  return { left: left.map(widened), right: right.map(widened) }
}

/** Beside a comparison that only one of two reports has, every row would differ. */
function withComparisonOfBoth(
  documents: Sides<ReportDocument>,
  { left, right }: Sides<TableRequest[]>,
): Sides<TableRequest[]> {
  if (comparedIn(documents.left.about) && comparedIn(documents.right.about)) return { left, right }
  const alone = (one: TableRequest) => ('comparison' in one ? { ...one, comparison: null } : one)
  return { left: left.map(alone), right: right.map(alone) }
}

/** A value that is among the most played of one report alone would seem to be missing in the other. */
async function withValuesOfBoth(
  documents: Sides<ReportDocument>,
  { left, right }: Sides<TableRequest[]>,
): Promise<Sides<TableRequest[]>> {
  const listed = [
    ...(await listedByDay(documents.left, left)),
    ...(await listedByDay(documents.right, right)),
  ]
  const widened = (one: TableRequest) => {
    if (one.table !== 'traffic_days') return one
    const id = sameRequest(one)
    return { ...one, also: listed.flatMap((other) => (other.id === id ? other.values : [])) }
  }
  return { left: left.map(widened), right: right.map(widened) }
}

async function listedByDay(document: ReportDocument, requests: readonly TableRequest[]) {
  const byDay = requests.filter((one) => one.table === 'traffic_days')
  return (await builtTables(document, byDay)).map(({ request, table }) => ({
    id: sameRequest(request),
    values: [
      ...new Set(table.rows.map(([value]) => value).filter((value) => typeof value === 'string')),
    ],
  }))
}

const sideOf = ({ table, facts, request }: ReportTable) => ({
  table,
  timezone: facts.timezone,
  period: facts.period,
  ignoresCase: 'rules' in request && request.rules.ignoresCase,
})

type ById = Map<string, ReportTable & { named: NamedTable }>

function byId(document: ReportDocument, tables: readonly ReportTable[]): ById {
  return new Map(
    tables.map((one) => {
      const { request } = one
      const id = sameRequest(request)
      const named = { id, name: request.table, detail: detailOf(document, one) }
      return [id, { ...one, named }]
    }),
  )
}

const namesOnlyIn = (these: ById, others: ById) =>
  [...these].filter(([id]) => !others.has(id)).map(([, { named }]) => named)

function detailOf(document: ReportDocument, { request }: ReportTable): string | null {
  if ('query_key' in request) return request.query_key
  if ('field' in request) return request.field
  if ('minutes' in request) return `${request.minutes} min`
  if ('arms' in request) return request.arms.map(nameIn(document)).join(' / ')
  return null
}

/** The names of players in the first of these reports that has them. */
function nameIn(...documents: readonly ReportDocument[]) {
  const listed = documents.flatMap((document) => {
    const players = answersOf(document).stored(document.about.account.id, 'players', {})
    return (players?.value as Player[] | undefined) ?? []
  })
  return (player_id: string) => listed.find(({ id }) => id === player_id)?.name ?? player_id
}
