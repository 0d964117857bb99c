import { z } from 'zod'
import type { Player } from '../../api/player.ts'
import type { Words } from '../../locales/languages.ts'
import { fieldsOf } from '../../plain.ts'
import { type Known, needsPitch } from '../../tables/measures.ts'
import type { Period } from '../../time/period.ts'
import { abChoice } from '../ab-tests/ab-test.ts'
import {
  type AnnotationFields,
  annotationFields,
  annotationsAbout,
} from '../annotations/own-annotation.ts'
import type { TableName, TableRequest } from '../exports/request.ts'
import { curvesView } from '../player/curves/view.ts'
import { type MergeRules, mergeRules, withOccurring } from '../traffic/merge-rules.ts'
import type { ReportAbout, ReportDocument, ReportScreen } from './report.ts'
import { reportDays, trafficValues } from './subject.ts'

type Both<T> = { left: T | null; right: T | null }

/** A difference in what two reports requested, defined or interpreted. */
export type RequestDifference =
  | ({ what: 'account' | 'player' | 'group' } & Both<{ id: string; name: string }>)
  | ({ what: 'period' | 'comparison' } & Both<Period>)
  | ({ what: 'screen' } & Both<ReportScreen>)
  | ({ what: 'timezone' | 'version' } & Both<string>)
  /** The values in effect, in seconds; 0 for none. */
  | ({ what: 'pitch_time' | 'duration' } & Both<number>)
  /** The second of the pitch being tried. */
  | ({ what: 'trial' } & Both<number>)
  | ({ what: 'filter'; name: string } & Both<string | number | boolean>)
  /** A setting that affects figures or their wording, as JSON. */
  | ({ what: 'choice'; name: string } & Both<string>)
  /** The definition text of a figure. */
  | ({ what: 'definition'; key: string } & Both<Words>)
  | AnnotationDifference

type Sides = { left: ReportDocument; right: ReportDocument }

/** All differences between two reports except in their answers. */
export function requestDifferences({ left, right }: Sides): RequestDifference[] {
  const [a, b] = [left.about, right.about]
  return [
    ...aboutDifferences(a, b),
    ...trialDifferences(left, right),
    ...byName(filtersOf(left, right), filtersOf(right, left)).map((one) => ({
      ...{ what: 'filter' as const, name: one.name },
      ...{ left: withPlayerName(left, one.left), right: withPlayerName(right, one.right) },
    })),
    ...byName(texts(choicesOf(left)), texts(choicesOf(right))).map((one) => ({
      what: 'choice' as const,
      ...one,
    })),
    ...byName(left.definitions, right.definitions).map(({ name, ...words }) => ({
      what: 'definition' as const,
      key: name,
      ...words,
    })),
    ...annotationDifferences({ left, right }),
  ]
}

function aboutDifferences(a: ReportAbout, b: ReportAbout): RequestDifference[] {
  const all: RequestDifference[] = [
    { what: 'screen', left: a.screen, right: b.screen },
    { what: 'account', left: named(a.account), right: named(b.account) },
    { what: 'player', left: named(a.player), right: named(b.player) },
    { what: 'group', left: named(a.group), right: named(b.group) },
    { what: 'period', left: a.period, right: b.period },
    { what: 'comparison', left: a.comparison, right: b.comparison },
    { what: 'timezone', left: a.account.timezone, right: b.account.timezone },
    { what: 'version', left: a.version, right: b.version },
  ]
  const { player: one } = a
  const { player: other } = b
  if (one && other) {
    all.push({ what: 'pitch_time', left: one.pitch_time, right: other.pitch_time })
    all.push({ what: 'duration', left: one.duration, right: other.duration })
  }
  return all.filter(({ left, right }) => textOf(left) !== textOf(right))
}

function trialDifferences(left: ReportDocument, right: ReportDocument): RequestDifference[] {
  const both = { left: trialOf(left), right: trialOf(right) }
  return both.left === both.right ? [] : [{ what: 'trial', ...both }]
}

const answerOf = ({ calls }: ReportDocument, noun: string, verb: string): unknown =>
  calls.find((call) => call.noun === noun && call.verb === verb)?.value

// Validated, because report files may come from others.
const trialOf = (document: ReportDocument) =>
  curvesView.safeParse(answerOf(document, 'curves', 'view')).data?.trial ?? null

/** The value of a filter; a player, which filters name by its id, with its name. */
function withPlayerName<T>(document: ReportDocument, value: T): T | string {
  const listed = answerOf(document, 'analytics', 'players') as Known<readonly Player[]> | undefined
  const player = listed?.value.find(({ id }) => id === value)
  return player ? `${player.name} (${player.id})` : value
}

/** A report's filters with its merge rules, of whose aliases those of values that both reports have. */
function filtersOf(document: ReportDocument, other: ReportDocument): ReportAbout['filters'] {
  const { filters } = document.about
  const rules = mergeRules.safeParse(answerOf(document, 'traffic', 'rules')).data
  if (!rules || !answerOf(other, 'traffic', 'rules')) return filters
  const [own, others] = [trafficValues(document.calls), trafficValues(other.calls)]
  const shared = (query_key: string) => {
    const known = new Set(others(query_key))
    return own(query_key).filter((raw) => known.has(raw))
  }
  const { aliases, ...switches } = withOccurring(rules, shared)
  const lines = aliases.map((one) => `${one.query_key}: ${one.value} → ${one.canonical}`)
  return {
    ...filters,
    ...switches,
    ...(lines.length > 0 && { aliases: lines.sort().join(' · ') }),
  }
}

/** The names of the merge rules among the filters. */
const RULES: readonly string[] = [
  'decodes',
  'ignoresCase',
  'dropsIds',
  'aliases',
] satisfies (keyof MergeRules)[]

/** A report's choices; those of its test take the place of the ones for new tests. */
function choicesOf(document: ReportDocument): ReportDocument['view'] {
  const { group } = document.about
  const test = group && fieldsOf(fieldsOf(answerOf(document, 'abTests', 'list'))[group.id])
  const chosen = test && abChoice.safeParse(test['choice']).data
  // Columns and order change no figure.
  const { overviewTable: _, ...view } = document.view
  return { ...view, ...chosen }
}

const named = (one: { id: string; name: string } | null) => one && { id: one.id, name: one.name }

function byName<T>(left: Record<string, T>, right: Record<string, T>) {
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])]
  return names
    .map((name) => ({
      name,
      left: Object.hasOwn(left, name) ? (left[name] ?? null) : null,
      right: Object.hasOwn(right, name) ? (right[name] ?? null) : null,
    }))
    .filter((one) => textOf(one.left) !== textOf(one.right))
}

const texts = (view: ReportDocument['view']) =>
  Object.fromEntries(Object.entries(view).map(([name, value]) => [name, textOf(value)]))

/** JSON with sorted keys, so that equal values have equal texts. */
const textOf = (value: unknown) =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/**
 * The columns of a table whose figures differ because the reports were requested with another pitch or
 * duration, or merge other values.
 */
export function explainedBy(
  differences: readonly RequestDifference[],
  columns: readonly { key: string }[],
  table: TableName,
): ReadonlySet<string> {
  const has = (what: RequestDifference['what']) => differences.some((one) => one.what === what)
  const [hasPitch, hasLength] = [has('pitch_time'), has('duration')]
  const isMerged = table === 'traffic' || table === 'traffic_days'
  const hasRules = differences.some((one) => one.what === 'filter' && RULES.includes(one.name))
  const isExplained = (key: string) =>
    (hasRules && isMerged) ||
    (hasPitch && needsPitch(key)) ||
    (hasLength && key === 'engagement_rate')
  return new Set(columns.map(({ key }) => key).filter(isExplained))
}

/** A key that is equal for tables of the same query, whatever their player and days. */
export function sameRequest(request: TableRequest): string {
  return textOf([request.table, ...ownWords(request)])
}

function ownWords(request: TableRequest): unknown[] {
  if ('query_key' in request) return [request.query_key]
  if ('field' in request) return [request.field]
  if ('minutes' in request) return [request.minutes]
  if ('arms' in request) return [...request.arms]
  if (request.table !== 'curves') return []
  const { by, choices } = request
  return [by, ...choices.map((one) => (one.kind === 'period' ? one.kind : one))]
}

type AnnotationContent = Pick<AnnotationFields, 'period' | 'text'>

interface AnnotationDifference {
  what: 'annotation'
  id: string
  /** Null where it did not exist at that time. */
  left: AnnotationContent | null
  right: AnnotationContent | null
}

/** The user's annotations for the days of either report that differ between the two. */
function annotationDifferences(sides: {
  left: ReportDocument
  right: ReportDocument
}): AnnotationDifference[] {
  const [left, right] = [annotationsIn(sides.left), annotationsIn(sides.right)]
  // A report without an annotation list says nothing about annotations.
  if (!left || !right) return []
  return (
    [...new Map([...left, ...right]).keys()]
      .map((id) => ({ left: left.get(id) ?? null, right: right.get(id) ?? null, id }))
      .filter((one) => isAbout(sides.left, one.left) || isAbout(sides.right, one.right))
      // A report does not say whether there were annotations of other days or players.
      .filter(
        ({ left: a, right: b }) => (a ?? isAbout(sides.left, b)) && (b ?? isAbout(sides.right, a)),
      )
      .map(({ id, ...both }) => ({ id, left: contentOf(both.left), right: contentOf(both.right) }))
      .filter((one) => JSON.stringify(one.left) !== JSON.stringify(one.right))
      .map((one) => ({ what: 'annotation', ...one }))
  )
}

// Validated, because report files may come from others.
const list = z.object({ annotations: z.array(annotationFields.extend({ id: z.string() })) })

function annotationsIn({ calls, about }: ReportDocument): Map<string, AnnotationFields> | null {
  const call = calls.find(
    ({ noun, verb, input }) =>
      noun === 'annotations' &&
      verb === 'list' &&
      fieldsOf(input)['account_id'] === about.account.id,
  )
  const read = call && list.safeParse(call.value).data
  return read ? new Map(read.annotations.map(({ id, ...fields }) => [id, fields])) : null
}

/**
 * Whether a report would contain an annotation: one of its days, and of the whole account or its player. An
 * A/B test's arms are those of its list, so all of its annotations count.
 */
function isAbout({ about, calls }: ReportDocument, one: AnnotationFields | null) {
  const days = reportDays(about, calls)
  if (!one || !days) return false
  const own = about.group ? one.player_id : about.player?.id
  return annotationsAbout([one], own ? [own] : [], days).length > 0
}

const contentOf = (one: AnnotationFields | null): AnnotationContent | null =>
  one && { period: { start: one.period.start, end: one.period.end }, text: one.text }
