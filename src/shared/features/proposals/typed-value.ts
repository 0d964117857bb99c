import type { Field } from '../../api/settings/field.ts'
import { type Group, isCollection } from '../../api/settings/index.ts'
import { type Fields, isFields } from '../../plain.ts'
import { readTime } from '../../time/time.ts'
import { fieldAt } from '../publishing/register.ts'
import type { Cells } from '../sheet/cell.ts'
import type { SheetColumn } from '../sheet/columns.ts'
import { registerValue, type SheetRow } from '../sheet/rows.ts'
import {
  isWritten,
  machineText,
  type ReadTable,
  spreadsheetText,
  withoutEscapes,
} from './grid-file.ts'

export type ValueDoubt =
  | 'flag'
  | 'choice'
  | 'time'
  /** A spreadsheet made a time of the day of it: minutes and seconds, or hours and minutes. */
  | 'time-of-day'
  | 'percent'
  | 'list'
  | 'codes'
  | 'loop'
  | 'json'
  | 'no-video'
  | 'several-videos'

/** What a cell of a file says about a register. */
export type TypedValue =
  /** Blank: it stays as it is. */
  | { is: 'blank' }
  | { is: 'same' }
  | { is: 'value'; value: unknown }
  /** It cannot be read; `valid` are values that could. */
  | { is: 'doubt'; doubt: ValueDoubt; valid: readonly string[] }

export interface CellReading {
  group: Group
  cells: Cells
  file: Pick<ReadTable, 'kind' | 'encoding'>
  /** The file has its texts as they are, without apostrophes before formulas. */
  isMachine: boolean
  /** The ids of videos, and how many videos have a name. */
  videoIds: ReadonlySet<string>
  nameCounts: ReadonlyMap<string, number>
}

/** Empties a setting; a blank cell leaves it. */
const EMPTIES = '[]'

export function typedValue(
  row: SheetRow,
  column: SheetColumn,
  { typed, reading }: { typed: string; reading: CellReading },
): TypedValue {
  if (typed.trim() === '') return { is: 'blank' }
  const { cells, file } = reading
  const written = [spreadsheetText(row, column, cells), machineText(row, column)]
  if (written.some((text) => text !== '' && isWritten(typed, text, file))) return { is: 'same' }
  const text = reading.isMachine ? typed : withoutEscapes(typed)
  if (text.trim() === EMPTIES) return { is: 'value', value: emptyOf(reading.group, row, column) }
  return readText(row, column, { typed: text, reading })
}

function emptyOf(group: Group, row: SheetRow, column: SheetColumn) {
  const kind = fieldOf(group, row, column)?.kind
  return kind === 'list' || kind === 'list-of-texts' ? [] : null
}

/** The field of a column, of an item that has no id yet too. */
const fieldOf = (group: Group, { item_id }: Pick<SheetRow, 'item_id'>, { register }: SheetColumn) =>
  fieldAt({
    ...{ group, register: register ?? '' },
    item_id: isCollection(group) ? (item_id ?? 'new') : null,
  })

const value = (found: unknown): TypedValue => ({ is: 'value', value: found })
const doubt = (why: ValueDoubt, valid: readonly string[] = []): TypedValue => ({
  ...{ is: 'doubt', doubt: why, valid },
})

function readText(
  row: SheetRow,
  column: SheetColumn,
  { typed, reading }: { typed: string; reading: CellReading },
): TypedValue {
  const { cells, group } = reading
  const found = () => cells.read(row, column, typed)
  switch (column.kind) {
    case 'flag':
      return found() ? value(found()?.value) : doubt('flag')
    case 'choice': {
      const chosen = found()?.value
      return column.choices.includes(String(chosen))
        ? value(chosen)
        : doubt('choice', column.choices)
    }
    case 'time':
      return readSeconds(row, column, typed)
    case 'threshold':
      return readThreshold(row, column, typed)
    case 'video':
      return readVideo(typed, found()?.value, reading)
    case 'list':
      return readSet(column, typed, found())
    case 'loop':
    case 'object':
      return readWhole(column, fieldOf(group, row, column), found())
    default:
      return found() ? value(found()?.value) : doubt('json')
  }
}

function readSeconds(row: SheetRow, column: SheetColumn, typed: string): TypedValue {
  const known = registerValue(row, column.register ?? '')
  const seconds = fileSeconds(typed, { duration: row.video.duration, known })
  if (seconds === 'time-of-day') return doubt('time-of-day', ['0:30', '30:00'])
  return seconds === null ? doubt('time', ['5:30', '330']) : value(seconds)
}

function readThreshold(row: SheetRow, column: SheetColumn, typed: string): TypedValue {
  if (registerValue(row, 'dispatch.mode') !== 'percent') {
    return readSeconds(row, column, typed.trim().replace(/\s*s$/iu, ''))
  }
  const percent = WHOLE_NUMBER.exec(typed.trim().replace(/\s*%$/u, ''))?.[1]
  return percent === undefined ? doubt('percent', ['50 %', '50']) : value(Number(percent))
}

/** A whole number, as spreadsheets with a decimal comma or point may show it. */
const WHOLE_NUMBER = /^(-?\d{1,9})(?:[.,]0+)?$/u

/** A time of the day, as spreadsheets show what was typed as minutes and seconds. */
const TIME_OF_DAY = /^(\d{1,3}):(\d{2}):00(?:\s*([ap])\.?\s*m\.?)?$/iu

interface KnownTime {
  duration: number | null
  /** The value that the register has. */
  known: unknown
}

/** Seconds of a text. Null when it is not a time. */
export function fileSeconds(
  typed: string,
  { duration, known }: KnownTime,
): number | 'time-of-day' | null {
  const text = typed.trim()
  const day = TIME_OF_DAY.exec(text)
  const plain = readTime(WHOLE_NUMBER.exec(text)?.[1] ?? text) ?? null
  if (!day) return plain
  const [, first = '', minutes = '', half] = day
  const hours = half ? (Number(first) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(first)
  if (Number(minutes) > 59) return null
  const asHours = hours * 3600 + Number(minutes) * 60
  const asMinutes = hours * 60 + Number(minutes)
  if (known === asHours || known === asMinutes) return known
  const isOfSpreadsheet = half !== undefined || first.startsWith('0') || first.length > 1
  const isBeyond = duration !== null && asHours > duration
  if (isBeyond && asMinutes <= duration) return asMinutes
  return isOfSpreadsheet ? 'time-of-day' : asHours
}

function readVideo(typed: string, found: unknown, reading: CellReading): TypedValue {
  if ((reading.nameCounts.get(typed.trim()) ?? 0) > 1) return doubt('several-videos')
  return reading.videoIds.has(String(found)) ? value(found) : doubt('no-video')
}

function readSet(
  { register }: SheetColumn,
  typed: string,
  found: { value: unknown } | null,
): TypedValue {
  const list = jsonOf(typed)
  const isOfCodes = register === 'countries' || register === 'languages'
  if (Array.isArray(list)) {
    const isSet = list.every((one) => typeof one === 'string' && one !== '')
    return isSet ? value(list) : doubt('list')
  }
  if (found) return value(found.value)
  return isOfCodes
    ? doubt('codes', register === 'countries' ? ['BR', 'US'] : ['pt-BR', 'en'])
    : doubt('list')
}

function readWhole(
  { kind }: SheetColumn,
  field: Field | undefined,
  found: { value: unknown } | null,
): TypedValue {
  if (found && field && fits(field, found.value)) return value(found.value)
  return kind === 'loop' ? doubt('loop', ['5:30']) : doubt('json')
}

function jsonOf(text: string): unknown {
  if (!/^\s*[[{]/u.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Whether a value is of its field's type, as far down as the field says. */
export function fits(field: Field, found: unknown): boolean {
  if (found === null || found === undefined) return true
  const inside = (one: unknown) =>
    isFields(one) &&
    Object.entries(field.fields ?? {}).every(([key, inner]) => fits(inner, ownOf(one, key)))
  switch (field.kind) {
    case 'boolean':
      return typeof found === 'boolean'
    case 'text':
      return typeof found === 'string'
    case 'integer':
      return Number.isSafeInteger(found)
    case 'number':
      return Number.isFinite(found)
    case 'object':
      return inside(found)
    case 'list-of-texts':
      return Array.isArray(found) && found.every((one) => typeof one === 'string')
    case 'list':
      return Array.isArray(found) && found.every(inside)
    case 'any':
      // A register that is not set whole is one value.
      return typeof found !== 'object'
  }
}

const ownOf = (fields: Fields, key: string) => (Object.hasOwn(fields, key) ? fields[key] : null)
