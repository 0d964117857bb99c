import type { Group } from '../../api/settings/index.ts'
import { isInFlight } from '../publishing/edit.ts'
import { itemName } from '../publishing/value-text.ts'
import { isHttp } from '../videos/check/fields.ts'
import { isBroken } from '../videos/check/rules.ts'
import { at } from '../videos/check/values.ts'
import type { Cells } from './cell.ts'
import { SHEET_COLUMNS, type SheetColumn, type SheetKind } from './columns.ts'
import {
  type CellValue,
  isEmptyFilter,
  isSameSetting,
  type SheetEdits,
  valueEdits,
} from './gestures.ts'
import { registerValue, type SheetRow } from './rows.ts'
import { type Span, type Splice, spliced, splicedSpans, textIn } from './splice.ts'
import type { TextReplacement } from './text-matches.ts'
import {
  addressSplices,
  type HostChange,
  hostSplices,
  hostsIn,
  type ParameterChange,
  type PathChange,
  parameterSplices,
  pathSplices,
} from './url-parts.ts'

/** How a part of an address changes; the rest of the address stays unchanged. */
export type AddressReplacement =
  | ({ mode: 'host' } & HostChange)
  | ({ mode: 'path' } & PathChange)
  | ({ mode: 'parameter' } & ParameterChange)

export type Replacement = TextReplacement | AddressReplacement
export type Mode = Replacement['mode']

export const isAddressMode = (mode: Mode) =>
  mode === 'host' || mode === 'path' || mode === 'parameter'

const TEXT_KINDS: readonly SheetKind[] = ['url', 'text', 'name', 'time', 'list']

const CONTENT = 'action.content'

/** Whether a column has HTML, in all of its cells or in some. */
export const isHtml = ({ register }: SheetColumn) =>
  register === CONTENT || (register?.endsWith('.html') ?? false)

// Video, call_actions: the content is the label of a button, or HTML where `as_html` is set.
const hasAddresses = ({ row, column }: SearchedCell) =>
  column.register !== CONTENT || registerValue(row, 'action.as_html') === true

/** The columns of a tab in which texts, or parts of addresses, can be replaced. */
export const searchedColumns = (group: Group, mode: Mode): SheetColumn[] =>
  SHEET_COLUMNS[group].filter((column) =>
    isAddressMode(mode)
      ? column.kind === 'url' || isHtml(column)
      : column.register !== null && TEXT_KINDS.includes(column.kind),
  )

/** A cell with its text. */
export interface SearchedCell {
  row: SheetRow
  column: SheetColumn
  text: string
}

/** The cells with a text. A value of another type cannot be searched. */
export function searchedCells(
  rows: readonly SheetRow[],
  columns: readonly SheetColumn[],
  cells: Pick<Cells, 'write'>,
): SearchedCell[] {
  return rows.flatMap((row) =>
    columns.flatMap((column) => {
      const value = column.register === null ? null : registerValue(row, column.register)
      if (!isOfKind(value, column)) return []
      const text = cells.write(row, column)
      return text === '' ? [] : [{ row, column, text }]
    }),
  )
}

function isOfKind(value: unknown, { kind }: SheetColumn) {
  if (kind === 'list') return Array.isArray(value)
  return typeof value === (kind === 'time' ? 'number' : 'string')
}

/** The changed parts of a cell's text in an address replacement. */
export function addressChanges(replacement: AddressReplacement) {
  return (cell: SearchedCell): Splice[] => {
    if (!hasAddresses(cell)) return []
    return addressSplices(cell.text, isHtml(cell.column), (address, separator) => {
      if (replacement.mode === 'host') return hostSplices(address, replacement)
      if (replacement.mode === 'path') return pathSplices(address, replacement)
      return parameterSplices(address, replacement, separator)
    })
  }
}

export type LeftOut =
  /** The item is disabled in the video, or its group is. */
  | 'off'
  /** The place has an unpublished edit already. */
  | 'edited'
  /** The result would not be an address. */
  | 'not-http'
  /** The last entry of a list of an enabled filter. */
  | 'emptied'
  /** The result is not a valid value of its column. */
  | 'unreadable'
  /** The result would have an unpaired surrogate, which cannot be stored. */
  | 'broken'
  /** Its edit is being sent, and can only be changed when the outcome is known. */
  | 'sending'
  /** Its item is to be deleted. */
  | 'removed'
  /** Each match is within the new text already, which would be doubled. */
  | 'done'

export interface Proposed {
  /** Equal for the same cell, whatever the replacement. */
  key: string
  row: SheetRow
  column: SheetColumn
  before: string
  after: string
  /** The changed parts of both texts. */
  marks: { before: readonly Span[]; after: readonly Span[] }
  /** Why it is not ticked at first; null when it is. */
  leftOut: LeftOut | null
  /** Null when it cannot be replaced, and so cannot be ticked. */
  cell: CellValue | null
}

interface ReplaceOptions {
  group: Group
  cells: Pick<Cells, 'read'>
  /** Whether disabled items are ticked too. */
  includesOff: boolean
}

/** The change of a cell; null when its value would stay the same. */
export function proposedChange(
  searched: SearchedCell,
  splices: readonly Splice[],
  { group, cells, includesOff }: ReplaceOptions,
): Proposed | null {
  const { row, column, text: before } = searched
  const { register } = column
  const changing = splicesIn(searched, splices)
  if (changing.length === 0 || register === null) return null
  const after = spliced(before, changing)
  const read = isText(column) ? { value: after || null } : cells.read(row, column, after)
  const at = { group, item_id: row.item_id, register }
  if (read && isSameSetting(at, read.value, registerValue(row, register))) return null
  const one = { row, column, before, after }
  const impossible = whyImpossible(one, read)
  const isDone = changing.every((splice) => splice.isDone)
  return {
    key: `${row.key} ${column.key}`,
    ...one,
    marks: { before: changing, after: splicedSpans(changing) },
    cell: read && !impossible ? { row, register, value: read.value } : null,
    leftOut: impossible ?? whyUnticked(one, { read, includesOff, isDone }),
  }
}

/** The splices that change the text: those that are not done, where there are any. */
function splicesIn({ column, text }: SearchedCell, splices: readonly Splice[]) {
  const all = column.kind === 'list' ? ofValues(text, splices) : splices
  const changing = all.filter((one) => textIn(text, one) !== one.text)
  const undone = changing.filter((one) => !one.isDone)
  return undone.length > 0 ? undone : changing
}

const BETWEEN = ', '

/**
 * Removing a value from a list removes a comma too: the one before it, or else the one after it.
 */
function ofValues(list: string, splices: readonly Splice[]): Splice[] {
  let done = 0
  return splices.map((one) => {
    let { start, end } = one
    const isAfter = list.startsWith(BETWEEN, end)
    const isFirst = start === 0
    const isWhole =
      (isFirst || list.slice(0, start).endsWith(BETWEEN)) && (isAfter || end === list.length)
    if (one.text === '' && isWhole) {
      if (!isFirst && start - BETWEEN.length >= done) start -= BETWEEN.length
      else if (isAfter) end += BETWEEN.length
    }
    done = end
    return { ...one, start, end }
  })
}

type Doubted = Pick<Proposed, 'row' | 'column' | 'before' | 'after'>

const editOf = ({ row, column }: Doubted) => row.edits.get(column.register ?? '')

const isText = ({ kind }: SheetColumn) => kind !== 'time' && kind !== 'list'

type Read = ReturnType<Cells['read']>

function whyImpossible(one: Doubted, read: Read): LeftOut | null {
  if (one.row.mark === 'removed') return 'removed'
  const edit = editOf(one)
  if (edit && isInFlight(edit)) return 'sending'
  if (!read) return 'unreadable'
  return isBroken(one.after) ? 'broken' : null
}

const isNoLongerHttp = ({ column, before, after }: Doubted) =>
  column.kind === 'url' && isHttp(before) && !isHttp(after)

function whyUnticked(
  one: Doubted,
  { read, includesOff, isDone }: { read: Read; includesOff: boolean; isDone: boolean },
): LeftOut | null {
  const { row } = one
  if (isEmptyFilter(row, read?.value)) return 'emptied'
  if (isNoLongerHttp(one)) return 'not-http'
  if (isDone) return 'done'
  if (!includesOff && isOff(row)) return 'off'
  return row.mark === 'changed' && editOf(one) ? 'edited' : null
}

/** The registers that disable items; no other group's items have registers of these names. */
const SWITCHES = ['base.active', 'dispatch.active']

export const isOff = (row: SheetRow) =>
  row.isGroupOff || SWITCHES.some((register) => registerValue(row, register) === false)

/** The name of a row's item, or else that it is HTML; empty when it is neither named nor that. */
export const nameOfRow = ({ value }: SheetRow): string =>
  itemName(value) || (at(value, 'action.as_html') === true ? 'HTML' : '')

/** By key: what the user ticked or unticked. */
export type Ticks = ReadonlyMap<string, boolean>

export const isTicked = ({ key, leftOut, cell }: Proposed, ticks: Ticks) =>
  cell !== null && (ticks.get(key) ?? leftOut === null)

/** The number of videos with changes. */
export const videosOf = (changes: readonly Proposed[]) =>
  new Set(changes.map(({ row }) => row.video.id)).size

/** The changes of the ticked replacements, to be saved as one undo step. */
export const replacementEdits = (
  group: Group,
  proposed: readonly Proposed[],
  ticks: Ticks,
): SheetEdits =>
  valueEdits(
    group,
    proposed.flatMap((one) => (one.cell && isTicked(one, ticks) ? [one.cell] : [])),
  )

type HostCounts = Map<string, number>

/** Adds the hosts of cells to the counts, each as often as it occurs in an address. */
export function countHosts(searched: readonly SearchedCell[], counts: HostCounts) {
  for (const { text, column } of searched.filter(hasAddresses)) {
    for (const host of hostsIn(text, isHtml(column))) counts.set(host, (counts.get(host) ?? 0) + 1)
  }
}

export interface HostInUse {
  host: string
  /** Number of addresses with this host. */
  count: number
}

/** The most frequent first. */
export const hostsInUse = (counts: HostCounts): HostInUse[] =>
  [...counts]
    .map(([host, count]) => ({ host, count }))
    .sort((a, b) => b.count - a.count || (a.host < b.host ? -1 : 1))
