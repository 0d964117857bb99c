import { z } from 'zod'
import { getOrCreate } from '../../maps.ts'
import { fieldsOf } from '../../plain.ts'
import { folded, wordSearch } from '../../tables/table.ts'
import { hasAnyTag } from '../player-marks/player-mark.ts'
import { type CodedRegister, codeOf, codesOf, isCoded, isWithin } from '../videos/regions.ts'
import { type Cells, isOtherOffset, isPercent, readOffset } from './cell.ts'
import type { SheetColumn, SheetKind } from './columns.ts'
import { detachedRow, registerValue, type SheetRow } from './rows.ts'

export const COMPARISONS = [
  'has',
  'has-not',
  'is',
  'is-not',
  'less',
  'greater',
  'empty',
  'not-empty',
  'changed',
] as const
export type Comparison = (typeof COMPARISONS)[number]

/** A condition on one column of the sheet, or on the tags of its videos. */
export const sheetFilter = z.object({
  column: z.string().min(1).max(64),
  comparison: z.enum(COMPARISONS),
  value: z.string().max(500),
})
export type SheetFilter = z.output<typeof sheetFilter>

/** The key of a filter by the tags of the row's video. */
export const TAGS = 'tags'

const TEXTS = ['has', 'has-not', 'is', 'is-not', 'empty', 'not-empty', 'changed'] as const
const NUMBERS = ['is', 'less', 'greater', 'empty', 'not-empty', 'changed'] as const

const COUNTED = ['is', 'less', 'greater', 'empty', 'not-empty'] as const

const BY_KIND: Partial<Record<SheetKind, readonly Comparison[]>> = {
  title: ['has', 'has-not', 'is', 'is-not'],
  flag: ['is', 'empty', 'changed'],
  choice: ['is', 'is-not', 'empty', 'changed'],
  time: NUMBERS,
  'from-pitch': ['is', 'less', 'greater', 'empty'],
  threshold: NUMBERS,
  count: COUNTED,
  percent: COUNTED,
  problems: ['not-empty', 'empty', 'has'],
}

/** The comparisons that make sense for a column; the first is the default. */
export const comparisonsOf = (kind: SheetKind): readonly Comparison[] => BY_KIND[kind] ?? TEXTS

export interface RowFacts {
  cells: Cells
  columns: readonly SheetColumn[]
  /** The duration of the longest video; null when unknown. */
  longest: number | null
  tagsOf: (video_id: string) => readonly string[]
  /** The number in a computed column; null when unknown. */
  figureOf: (row: SheetRow, key: string) => number | null
  /** The text of a computed column; empty when there is none. */
  textOf: (row: SheetRow, key: string) => string
  /** The sentences of a row's problems. */
  problemsOf: (row: SheetRow) => readonly string[]
  /** The rules that found them. */
  rulesOf: (row: SheetRow) => readonly string[]
}

export interface Conditions {
  filters: readonly SheetFilter[]
  search: string
}

/** Whether a row meets every condition and contains every word of the search. */
export function rowTest(
  { filters, search }: Conditions,
  facts: RowFacts,
): (row: SheetRow) => boolean {
  const tests = filters.flatMap((filter) => testOf(filter, facts) ?? [])
  const hasWords = wordSearch(search)
  return (row) =>
    tests.every((test) => test(row)) && (!hasWords || hasWords(searchText(row, facts)))
}

/** Cached by row, whose identity stays until it is edited. */
const searched = new WeakMap<RowFacts['cells'], WeakMap<SheetRow, string>>()

function searchText(row: SheetRow, facts: RowFacts): string {
  const known = getOrCreate(searched, facts.cells, () => new WeakMap<SheetRow, string>())
  return getOrCreate(known, row, () => writeSearchText(row, facts))
}

function writeSearchText(row: SheetRow, { cells, columns }: RowFacts): string {
  const texts = columns
    .filter(({ kind }) => SEARCHED.includes(kind))
    .flatMap((column) => [cells.write(row, column), cells.names(row, column)])
  return folded([row.video.name, row.video.id, ...texts].join('\n'))
}

const SEARCHED: readonly SheetKind[] = ['text', 'url', 'name', 'video', 'list', 'choice']

type Test = (row: SheetRow) => boolean

/** Null for a column that this tab does not have. */
function testOf(filter: SheetFilter, facts: RowFacts): Test | null {
  const { column: key, comparison, value } = filter
  if (key === TAGS) {
    const isIn: Test = ({ video }) => hasAnyTag(facts.tagsOf(video.id), [value])
    return comparison === 'is-not' ? (row) => !isIn(row) : isIn
  }
  const column = facts.columns.find((one) => one.key === key)
  return column ? columnTest(column, filter, facts) : null
}

function columnTest(column: SheetColumn, condition: Condition, facts: RowFacts): Test {
  const { comparison } = condition
  const isEmpty: Test = (row) => sortKey(row, column, facts) === null
  if (comparison === 'changed') return (row) => isChangedIn(row, column)
  if (comparison === 'empty') return isEmpty
  if (comparison === 'not-empty') return (row) => !isEmpty(row)
  // Names of rules can be parts of others, and change.
  if (column.kind === 'problems' && comparison === 'is') {
    return (row) => facts.rulesOf(row).includes(condition.value)
  }
  const { register } = column
  if (register !== null && isByValue(column, comparison)) {
    return valueTest(register, { column, condition }, facts)
  }
  if (isCoded(register)) return codesTest(register, { column, condition }, facts)
  return (isOfNumbers(column, comparison) ? numberTest : textTest)(column, condition, facts)
}

function isChangedIn(row: SheetRow, { kind, register }: SheetColumn) {
  if (kind === 'title') return row.mark !== null
  return row.mark === 'added' || row.mark === 'removed' || row.edits.has(register ?? '')
}

type Condition = Pick<SheetFilter, 'comparison' | 'value'>

const NUMERIC: readonly SheetKind[] = ['time', 'from-pitch', 'threshold', 'count', 'percent']
const FIGURE_KINDS: readonly SheetKind[] = ['count', 'percent']
const isOfNumbers = ({ kind }: Pick<SheetColumn, 'kind'>, comparison: Comparison) =>
  comparison === 'less' || comparison === 'greater' || NUMERIC.includes(kind)

/** Whether a value can be compared with a column's. */
export const isReadable = (
  column: Pick<SheetColumn, 'kind'>,
  { comparison, value }: Condition,
  longest: RowFacts['longest'],
) => !isOfNumbers(column, comparison) || readNumber(value, column.kind, longest) !== null

/** No row meets a condition that cannot be read. */
function numberTest(column: SheetColumn, { comparison, value }: Condition, facts: RowFacts): Test {
  const wanted = readNumber(value, column.kind, facts.longest)
  if (wanted === null) return () => false
  const ofUnit = unitTest(column, value)
  return (row: SheetRow) => {
    const known = sortKey(row, column, facts)
    if (typeof known !== 'number' || !ofUnit(row)) return false
    if (comparison === 'less') return known < wanted
    return comparison === 'greater' ? known > wanted : known === wanted
  }
}

/** A threshold that is typed with its unit is one of the pixels with that unit. */
function unitTest({ kind }: SheetColumn, text: string): Test {
  if (kind === 'threshold' && /%\s*$/u.test(text)) return isPercent
  if (kind === 'threshold' && /:|s\s*$/iu.test(text)) return (row) => !isPercent(row)
  return () => true
}

/** Groups of three digits, as counts are shown; in any other number these could be decimals. */
const GROUPED = /^-?\d{1,3}([.,\s])\d{3}(?:\1\d{3})*$/u

/**
 * A number or a video time: `12.5`, `1,204`, `5:30`, `-0:30`, `25%`. A time is read as in the editor
 * of the `longest` video.
 */
function readNumber(text: string, kind: SheetKind, longest: RowFacts['longest']): number | null {
  const plain = text.replace(/\s*(?:%|s)\s*$/iu, '').trim()
  if (GROUPED.test(plain)) return kind === 'count' ? Number(plain.replace(/[.,\s]/gu, '')) : null
  if (isOtherOffset(plain, { duration: longest, known: null })) return null
  return (
    readOffset(plain) ?? (/^-?\d+([.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : null)
  )
}

function textTest(column: SheetColumn, { comparison, value }: Condition, facts: RowFacts): Test {
  const wanted = folded(value.trim())
  const text = (row: SheetRow) => folded(textIn(row, column, facts))
  if (comparison === 'is' || comparison === 'is-not') {
    // Spaces around a text cannot be seen, and those around a value were removed.
    return (row) => (text(row).trim() === wanted) === (comparison === 'is')
  }
  return (row) => text(row).includes(wanted) === (comparison === 'has')
}

/** Whether values are compared, because their texts depend on the language. */
const isByValue = ({ kind, register }: SheetColumn, comparison: Comparison) =>
  (comparison === 'is' || comparison === 'is-not') &&
  (kind === 'flag' || kind === 'choice' || isCoded(register))

interface OfColumn {
  column: SheetColumn
  condition: Condition
}

function valueTest(
  register: string,
  { column, condition: { comparison, value } }: OfColumn,
  { cells }: RowFacts,
): Test {
  const comparable = (one: unknown) => {
    if (isCoded(register)) return codesOf(one, register).toSorted().join(' ')
    return typeof one === 'string' ? folded(one) : one
  }
  // Without a row's values, which would be kept as they are.
  const read = cells.read(detachedRow({}), column, value)
  const wanted = read && { value: comparable(read.value) }
  return (row) => {
    const isSame = wanted !== null && comparable(registerValue(row, register)) === wanted.value
    return isSame === (comparison === 'is')
  }
}

/**
 * Codes are also found by their names; the code alone would match many names, such as US in Russia.
 */
function codesTest(
  register: CodedRegister,
  { column, condition: { comparison, value } }: OfColumn,
  { cells }: RowFacts,
): Test {
  const codesIn = (row: SheetRow) => codesOf(registerValue(row, register), register)
  const typed = value.trim()
  const code = codeOf(typed, register)
  const hasText: Test = (row) =>
    folded(`${cells.write(row, column)}\n${cells.names(row, column)}`).includes(folded(typed))
  const has: Test =
    code === null ? hasText : (row) => codesIn(row).some((one) => isWithin(one, code))
  return (row) => has(row) === (comparison === 'has')
}

function textIn(row: SheetRow, column: SheetColumn, { cells, problemsOf, textOf }: RowFacts) {
  if (column.kind === 'problems') return problemsOf(row).join('\n')
  return column.kind === 'remark' ? textOf(row, column.key) : cells.write(row, column)
}

/** The sort key of a row in a column: a number, a text, or null when empty. */
function sortKey(row: SheetRow, column: SheetColumn, facts: RowFacts): number | string | null {
  if (column.kind === 'problems') return facts.problemsOf(row).length || null
  if (FIGURE_KINDS.includes(column.kind)) return facts.figureOf(row, column.key)
  const value = comparedValue(row, column)
  if (column.kind === 'from-pitch') {
    return typeof value === 'number' && row.video.pitch !== null ? value - row.video.pitch : null
  }
  if (typeof value === 'number') return value
  return textIn(row, column, facts) || null
}

/** A register's value; of a loop its second. */
function comparedValue(row: SheetRow, { kind, register }: SheetColumn): unknown {
  const value = register === null ? null : registerValue(row, register)
  return kind === 'loop' ? fieldsOf(value)['start'] : value
}

export interface KeyedRow {
  row: SheetRow
  key: number | string | null
}

/**
 * A row with its sort key. Texts are normalized so that plain comparison, which is far faster than
 * a collator for thousands of rows, ignores case and accents and sorts numbers in them by value.
 */
export function keyedRow(row: SheetRow, column: SheetColumn, facts: RowFacts): KeyedRow {
  const key = sortKey(row, column, facts)
  return { row, key: typeof key === 'string' ? comparable(key) : key }
}

const comparable = (text: string) =>
  folded(text).replace(/\d{1,15}/gu, (digits) => digits.padStart(15, '0'))

/**
 * The visible rows under some conditions. Its identity, including the order, stays while they are
 * equal.
 */
export interface Wanted extends Conditions {
  order: { column: SheetColumn; descending: boolean } | null
  tried: TriedRows
}

/** The rows as they were when the conditions were last applied. */
interface TriedRows {
  byKey: Map<string, Tried>
  /** Whether the conditions were applied to all rows that there were. */
  isWhole: boolean
}

interface Tried {
  /** Null for a row that was added since. */
  row: SheetRow | null
  key: KeyedRow['key']
  isShown: boolean
}

type TriedNow = Tried & Pick<KeyedRow, 'row'>

/** Nothing yet, as when the conditions changed. */
export const noneTried = (): TriedRows => ({ byKey: new Map(), isWhole: false })

export interface ShownRows {
  rows: readonly SheetRow[]
  /** The index of each of them among all rows. */
  indexes: readonly number[]
  /**
   * How many of them were edited or added since, and would be hidden or moved if the conditions were
   * applied again.
   */
  outdated: number
}

/**
 * The rows that meet the conditions, in order. A row edited while it is visible stays in its place,
 * so that rows do not move during editing, and so does the one being edited, whose key is given. A
 * row added since is visible, so that it is edited and not added again. Yields after each row.
 */
export function* shownSteps(
  all: readonly SheetRow[],
  { order, tried, ...conditions }: Wanted,
  facts: RowFacts,
  editing: string | null = null,
): Generator<void, ShownRows> {
  const test = rowTest(conditions, facts)
  const found: FoundRow[] = []
  let outdated = 0
  for (const [index, row] of all.entries()) {
    const { key = null } = order ? keyedRow(row, order.column, facts) : {}
    const now: TriedNow = { row, key, isShown: test(row) }
    const used = placedRow(now, triedBefore(tried, now), row.key === editing)
    tried.byKey.set(row.key, used)
    if (used.isShown) found.push({ row, key: used.key, index })
    outdated += Number(used.isShown && (!now.isShown || key !== used.key))
    yield
  }
  tried.isWhole ||= all.length > 0
  const shown = order ? yield* sortSteps(found, order.descending) : found
  return { rows: shown.map(({ row }) => row), indexes: shown.map(({ index }) => index), outdated }
}

/**
 * The rows to show while one is being edited: those of before when the found ones, which were begun
 * before the edit, lack it.
 */
export function shownWhileEditing(
  before: ShownRows,
  found: ShownRows,
  editing: string | null,
): ShownRows {
  if (editing === null || before === found) return found
  const has = ({ rows }: ShownRows) => rows.some(({ key }) => key === editing)
  return has(before) && !has(found) ? before : found
}

function triedBefore({ byKey, isWhole }: TriedRows, { row, key }: TriedNow): Tried | undefined {
  const isNew = isWhole && row.mark === 'added' && !byKey.has(row.key)
  return isNew ? { row: null, key, isShown: true } : byKey.get(row.key)
}

/** Where a row is shown: where it was before while it is edited, otherwise where it belongs now. */
function placedRow(now: Tried & { row: SheetRow }, before: Tried = now, isEditing: boolean): Tried {
  const stays = isEditing || (before.isShown && isEdited(now.row, before.row))
  return stays ? { ...before, isShown: true } : now
}

interface FoundRow extends KeyedRow {
  index: number
}

// A video that was read again has new row objects with the same values.
const isEdited = (row: SheetRow, before: SheetRow | null) =>
  row !== before &&
  (before === null ||
    row.mark !== before.mark ||
    JSON.stringify(row.value) !== JSON.stringify(before.value))

const RUN_ROWS = 512

/**
 * Rows without a value come last. Equal rows keep their order. Yields after some milliseconds of
 * work: a merge sort, because the built-in sort cannot be interrupted.
 */
export function* sortSteps<T extends KeyedRow>(
  keyed: readonly T[],
  descending: boolean,
): Generator<void, T[]> {
  const compare = (a: KeyedRow, b: KeyedRow) => {
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
    const order = a.key === b.key ? 0 : a.key < b.key ? -1 : 1
    return descending ? -order : order
  }
  let runs: T[][] = []
  for (let at = 0; at < keyed.length; at += RUN_ROWS) {
    runs.push(keyed.slice(at, at + RUN_ROWS).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(mergedRuns(runs[at] ?? [], runs[at + 1] ?? [], compare))
      yield
    }
    runs = merged
  }
  return runs[0] ?? []
}

function mergedRuns<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): T[] {
  const merged: T[] = []
  let at = 0
  for (const one of right) {
    for (let next = left[at]; next && compare(next, one) <= 0; next = left[++at]) merged.push(next)
    merged.push(one)
  }
  return [...merged, ...left.slice(at)]
}

/** The result of work in steps, without pauses. */
export function atEnd<T>(steps: Iterator<unknown, T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
