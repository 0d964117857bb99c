import { type Group, isCollection } from '../../api/settings/index.ts'
import { fieldsOf } from '../../plain.ts'
import { readTime } from '../../time/time.ts'
import { type KnownTime, readTimeOfDay } from '../../time/time-of-day.ts'
import { fieldAt } from '../publishing/register.ts'
import type { Cells } from '../sheet/cell.ts'
import type { SheetColumn } from '../sheet/columns.ts'
import { isHandBuiltCell } from '../sheet/gestures.ts'
import { registerValue, type SheetRow } from '../sheet/rows.ts'
import { PERCENT, withoutDecimals } from '../videos/codec.ts'
import { isCut, isWritten, machineText, type ReadTable, withoutEscapes } from './grid-file.ts'

export type ValueDoubt =
  | 'flag'
  | 'choice'
  | 'time'
  /** A spreadsheet converted it into a time of day: minutes and seconds, or hours and minutes. */
  | 'time-of-day'
  | 'percent'
  /** A pixel's threshold, whose mode on the same line is in doubt. */
  | 'no-unit'
  | 'list'
  | 'codes'
  | 'loop'
  | 'json'
  | 'no-video'
  | 'several-videos'
  /** A formula of the spreadsheet failed. */
  | 'formula-error'
  /** A spreadsheet shortened a long number, so that digits are missing. */
  | 'shortened-number'
  /** A spreadsheet's cell could not hold the whole text. */
  | 'cut-text'
  /** A list with an overlay that was built in the dashboard cannot be replaced. */
  | 'hand-built'

/** The interpretation of a file's cell for a register. */
type TypedValue =
  /** Blank: the value stays unchanged. */
  | { is: 'blank' }
  | { is: 'same' }
  | { is: 'value'; value: unknown }
  /** The text is invalid; `valid` has examples of valid ones. */
  | { is: 'doubt'; doubt: ValueDoubt; valid: readonly string[] }

export interface CellReading {
  group: Group
  cells: Cells
  file: Pick<ReadTable, 'kind' | 'encoding'>
  /** Whether the file's texts are unescaped, without apostrophes before formulas. */
  isMachine: boolean
  /** The ids of videos, and the number of videos with a name. */
  videoIds: ReadonlySet<string>
  nameCounts: ReadonlyMap<string, number>
}

/** The text that empties a setting; a blank cell leaves it unchanged. */
const EMPTIES = '[]'

export function typedValue(row: SheetRow, column: SheetColumn, of: Typed): TypedValue {
  const found = readTyped(row, column, of)
  const register = column.register ?? ''
  return found.is === 'value' && isHandBuiltCell(of.reading.group, { row, register, ...found })
    ? doubt('hand-built')
    : found
}

interface Typed {
  typed: string
  reading: CellReading
}

function readTyped(row: SheetRow, column: SheetColumn, { typed, reading }: Typed): TypedValue {
  if (typed.trim() === '') return { is: 'blank' }
  const { cells, file } = reading
  const written = [cells.write(row, column), machineText(row, column)]
  if (written.some((text) => text !== '' && isWritten(typed, text, file))) return { is: 'same' }
  if (written.some((text) => isCut(typed, text))) return doubt('cut-text')
  const isFree = column.kind === 'text' || column.kind === 'name'
  const error = isFree ? KNOWN_ERROR : FORMULA_ERROR
  if (error.test(typed.trim())) return doubt('formula-error')
  const text = reading.isMachine ? typed : withoutEscapes(typed)
  if (text.trim() === EMPTIES) return { is: 'value', value: emptyOf(reading.group, row, column) }
  return readText(row, column, { typed: text, reading })
}

/** Those of the app's languages. A free text may be any other word in capitals after a `#`. */
const KNOWN_ERROR =
  /^(?:#N\/[AD]|#GETTING_DATA|#¡?(?:REF|DIV\/0|VALUE|VALOR|N[UÚ]M|NULL|NULO|SPILL|DESPEJAR|DESBORDAMIENTO|CALC|FIELD|CAMPO)!|#¿?(?:NAME|NOME|NOMBRE)\?|Err:\d{3})$/u

/** As Excel and LibreOffice write it: most names differ by language and version. */
const FORMULA_ERROR = /^(?:#N\/[AD]|#GETTING_DATA|#[¡¿]?\p{Lu}[\p{Lu}\d/_]*[!?]|Err:\d{3})$/u

/** The value of a setting that is emptied. */
export function emptyOf(group: Group, row: SheetRow, column: SheetColumn) {
  const kind = fieldOf(group, row, column)?.kind
  return kind === 'list' || kind === 'list-of-texts' ? [] : null
}

/** The field of a column, also for an item that has no id yet. */
const fieldOf = (group: Group, { item_id }: Pick<SheetRow, 'item_id'>, { register }: SheetColumn) =>
  fieldAt({
    ...{ group, register: register ?? '' },
    item_id: isCollection(group) ? (item_id ?? 'new') : null,
  })

const value = (found: unknown): TypedValue => ({ is: 'value', value: found })
const doubt = (why: ValueDoubt, valid: readonly string[] = []): TypedValue => ({
  ...{ is: 'doubt', doubt: why, valid },
})

interface TypedCell {
  row: SheetRow
  column: SheetColumn
  typed: string
  /** The text as the sheet would read it. */
  found: { value: unknown } | null
  reading: CellReading
}

function readText(row: SheetRow, column: SheetColumn, { typed, reading }: Typed): TypedValue {
  const found = reading.cells.read(row, column, typed)
  const cell = { row, column, typed, found, reading }
  return (READERS[column.kind] ?? plainly)(cell)
}

const plainly = ({ found }: TypedCell) => (found ? value(found.value) : doubt('json'))

const READERS: Partial<Record<SheetColumn['kind'], (cell: TypedCell) => TypedValue>> = {
  text: readFree,
  name: readFree,
  flag: ({ found }) => (found ? value(found.value) : doubt('flag')),
  choice: ({ found, column: { choices } }) =>
    choices.includes(String(found?.value)) ? value(found?.value) : doubt('choice', choices),
  time: ({ row, column, typed }) => readSeconds(row, column, typed),
  threshold: ({ row, column, typed }) => readThreshold(row, column, typed),
  video: ({ typed, found, reading }) => readVideo(typed, found, reading),
  list: ({ column, typed, found }) => readSet(column, typed, found),
  loop: readLoop,
  object: readWhole,
}

/** A number of 12 digits or more, as spreadsheets show it: `1.23457E+14`. */
const SHORTENED = /^\+?(\d)(?:[.,](\d{1,20}))?E\+(\d{2,3})$/iu

const LONG_NUMBER = /^\+?\d{12,}$/u

/** The digits that Excel replaces with zeros, where others round. */
const AFTER_FIFTEEN = /(?<=^\+?0*[1-9]\d{14,})\d/gu

function readFree(cell: TypedCell): TypedValue {
  const [shortened, first = '', decimals = '', exponent] = SHORTENED.exec(cell.typed.trim()) ?? []
  if (shortened === undefined) return plainly(cell)
  const known = registerValue(cell.row, cell.column.register ?? '')
  if (typeof known !== 'string' || !LONG_NUMBER.test(known)) return doubt('shortened-number')
  const mantissa = decimals === '' ? first : `${first}.${decimals}`
  const written = `${mantissa}e+${Number(exponent)}`
  const isKnown = [known, known.replace(AFTER_FIFTEEN, '0')].some(
    (number) => Number(number).toExponential(decimals.length) === written,
  )
  return isKnown ? { is: 'same' } : doubt('shortened-number')
}

const TIMES_LIKE = ['0:30', '30:00']

function readSeconds(row: SheetRow, column: SheetColumn, typed: string): TypedValue {
  const known = registerValue(row, column.register ?? '')
  const seconds = fileSeconds(typed, { duration: row.video.duration, known })
  if (seconds === 'time-of-day') return doubt('time-of-day', TIMES_LIKE)
  return seconds === null ? doubt('time', ['5:30', '330']) : value(seconds)
}

function readThreshold(row: SheetRow, column: SheetColumn, typed: string): TypedValue {
  if (registerValue(row, 'dispatch.mode') !== 'percent') {
    return readSeconds(row, column, typed.trim().replace(/\s*s$/iu, ''))
  }
  const percent = PERCENT.read(withoutDecimals(typed))?.value ?? null
  return percent === null ? doubt('percent', ['50%', '50']) : value(percent)
}

const GROUPED = /^\d{1,3}([.,\s])\d{3}(?:\1\d{3})*$/u

/** The seconds of a text; null when it is not a time, or could be thousands as well as decimals. */
export function fileSeconds(typed: string, known: KnownTime): number | 'time-of-day' | null {
  const text = typed.trim()
  const day = readTimeOfDay(text, known)
  if (day !== undefined) return day
  if (GROUPED.test(text)) {
    const seconds = Number(text.replace(/\D/gu, ''))
    return seconds === known.known ? seconds : null
  }
  return readTime(withoutDecimals(text)) ?? null
}

function readVideo(typed: string, found: TypedCell['found'], reading: CellReading): TypedValue {
  if ((reading.nameCounts.get(typed.trim()) ?? 0) > 1) return doubt('several-videos')
  const isKnown = found && reading.videoIds.has(String(found.value))
  return isKnown ? value(found.value) : doubt('no-video')
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
  if (SHORTENED.test(typed.trim())) return doubt('shortened-number')
  if (found) return value(found.value)
  return isOfCodes
    ? doubt('codes', register === 'countries' ? ['BR', 'US'] : ['pt-BR', 'en'])
    : doubt('list')
}

/** The second that the video restarts from, or the whole value. */
function readLoop(cell: TypedCell): TypedValue {
  const { row, column, typed } = cell
  const known = fieldsOf(registerValue(row, column.key))['start']
  const start = fileSeconds(typed, { duration: row.video.duration, known })
  if (start === 'time-of-day') return doubt('time-of-day', TIMES_LIKE)
  return start === null ? readWhole(cell) : value({ type: 'loop', start })
}

function readWhole({ column, found }: TypedCell): TypedValue {
  if (found) return value(found.value)
  return column.kind === 'loop' ? doubt('loop', ['5:30']) : doubt('json')
}

function jsonOf(text: string): unknown {
  if (!/^\s*[[{]/u.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
