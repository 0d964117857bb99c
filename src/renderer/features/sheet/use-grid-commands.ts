import { useState } from 'react'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { Cells } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import {
  type CellValue,
  editCount,
  isHandBuiltCell,
  revertEdits,
  valueEdits,
} from '../../../shared/features/sheet/gestures.ts'
import { registerValue, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import type { Place } from '../../ui/grid-move.ts'
import { type CopiedCells, copyCells, pastedCells } from './clipboard.ts'
import type { GridCommands } from './grid-props.ts'
import { boundsOf, pastePlaces, type Range, span } from './selection.ts'
import type { Gestures, SetValues } from './use-gestures.ts'

interface CommandParts {
  group: Group
  rows: readonly SheetRow[]
  columns: readonly SheetColumn[]
  cells: Cells
  range: Range
  onRange: (range: Range) => void
  edit: Gestures['edit']
  setValues: SetValues
}

/** Cells that a gesture could not change. */
export interface LeftOut {
  /** Texts that are not valid in their column: the column and the text of the first one. */
  unread: { count: number; column: SheetColumn; text: string } | null
  /** Cells that cannot be edited. */
  fixed: number
  /** Lists that would lose an overlay. */
  handBuilt: number
  /** How many were pasted; null for any other gesture. */
  pasted: number | null
}

/** The actions of keys, menus and the clipboard on the range. */
export function useGridCommands(parts: CommandParts): {
  commands: GridCommands
  setValues: SetValues
  leftOut: LeftOut | null
  dismiss: () => void
} {
  const [leftOut, setLeftOut] = useState<LeftOut | null>(null)
  const setValues: SetValues = async (rows, valuesOf) => {
    setLeftOut(null)
    let handBuilt = 0
    const isSaved = await parts.setValues(rows, (now) => {
      const cells = valuesOf(now)
      handBuilt = handBuiltCount(parts.group, cells)
      return cells
    })
    if (isSaved && handBuilt > 0) setLeftOut({ unread: null, fixed: 0, handBuilt, pasted: null })
    return isSaved
  }
  const put: Put = (...of) => void setValues(...of)
  const commands = {
    ...settingCommands(parts, put),
    ...fillCommands(parts, put),
    ...clipboardCommands(parts, setLeftOut),
  }
  return { commands, setValues, leftOut, dismiss: () => setLeftOut(null) }
}

type Put = (...of: Parameters<SetValues>) => void

const handBuiltCount = (group: Group, cells: readonly CellValue[]) =>
  cells.filter((cell) => isHandBuiltCell(group, cell)).length

/** The rows and columns of the range. */
function inRange({ rows, columns, range }: CommandParts) {
  const { top, bottom, left, right } = boundsOf(range)
  return {
    inRows: rows.slice(Math.max(0, top), bottom + 1),
    inColumns: columns.slice(left, right + 1),
  }
}

type SettingCommand = 'save' | 'toggle' | 'clear' | 'revert' | 'revertCell'

function settingCommands(parts: CommandParts, put: Put): Pick<GridCommands, SettingCommand> {
  const { group, rows, columns, range, edit } = parts
  const { inRows, inColumns } = inRange(parts)
  return {
    save({ row, register, value }) {
      put([row], (now) => now.map((each) => ({ row: each, register, value })))
    },
    toggle() {
      const flags = inColumns.filter(({ kind }) => kind === 'flag')
      const [first] = flags
      put(inRows, (now) => {
        const isOn = first ? now.every((row) => registerValue(row, first.key) === true) : false
        return now.flatMap((row) => flags.map(({ key }) => ({ row, register: key, value: !isOn })))
      })
    },
    clear() {
      put(inRows, (now) =>
        now.flatMap((row) =>
          inColumns.flatMap(({ register, kind }) =>
            register === null ? [] : [{ row, register, value: emptyOf(kind) }],
          ),
        ),
      )
    },
    revert() {
      const registers = inColumns.flatMap(({ register }) => register ?? [])
      const reverted = boundsOf(range).left === 0 ? null : registers
      void edit(inRows, (now) => revertEdits(group, now, reverted))
    },
    revertCell(place) {
      const [row, register] = [rows[place.row], columns[place.column]?.register]
      if (row && register) void edit([row], (now) => revertEdits(group, now, [register]))
    },
  }
}

const emptyOf = (kind: SheetColumn['kind']) =>
  kind === 'list' ? [] : kind === 'flag' ? false : null

function fillCommands(parts: CommandParts, put: Put): Pick<GridCommands, 'fill' | 'fillDown'> {
  const { rows, range, onRange } = parts
  const { inRows, inColumns } = inRange(parts)
  const fillRows = (source: readonly SheetRow[], target: readonly SheetRow[]) =>
    put([...source, ...target], (now) =>
      now.slice(source.length).flatMap((row, index) => {
        const from = now[index % source.length]
        if (!from) return []
        return inColumns.flatMap(({ register, kind }) =>
          register === null
            ? []
            : [{ row, register, value: filled(from, row, { register, kind }) }],
        )
      }),
    )
  return {
    fill(row) {
      const { top, bottom, left, right } = boundsOf(range)
      if (row >= top && row <= bottom) return
      const isDown = row > bottom
      onRange({
        anchor: { row: isDown ? top : row, column: left },
        focus: { row: isDown ? row : bottom, column: right },
      })
      fillRows(inRows, isDown ? rows.slice(bottom + 1, row + 1) : rows.slice(row, top))
    },
    fillDown() {
      const [first, ...others] = inRows
      if (first) fillRows([first], others)
    },
  }
}

function clipboardCommands(
  parts: CommandParts,
  onLeftOut: (left: LeftOut | null) => void,
): Pick<GridCommands, 'copy' | 'paste'> {
  const { group, cells, edit } = parts
  const { inRows, inColumns } = inRange(parts)
  return {
    copy(clipboard) {
      copyCells(clipboard, {
        block: inRows.map((row) => inColumns.map((column) => cells.write(row, column))),
        values: inRows.map((row) =>
          inColumns.map(({ register }) =>
            register === null ? null : { register, value: registerValue(row, register) },
          ),
        ),
      })
    },
    paste(clipboard) {
      const { found, left } = pasted(parts, clipboard)
      const into = found.map(({ row }) => row)
      let [pastedCount, handBuilt] = [0, 0]
      void edit(into, (now) => {
        const cellsNow = found.map((cell, index) => ({ ...cell, row: now[index] ?? cell.row }))
        const edits = valueEdits(group, cellsNow)
        pastedCount = editCount(edits)
        handBuilt = handBuiltCount(group, cellsNow)
        return edits
      }).then((isSaved) => {
        const isWhole = left.unread === null && left.fixed + handBuilt === 0
        onLeftOut(isWhole || !isSaved ? null : { ...left, handBuilt, pasted: pastedCount })
      })
    },
  }
}

/**
 * A time relative to the pitch is filled as that distance, so that each video counts from its own
 * pitch.
 */
function filled(
  from: SheetRow,
  to: SheetRow,
  { register, kind }: { register: string; kind: SheetColumn['kind'] },
): unknown {
  const value = registerValue(from, register)
  if (kind !== 'from-pitch' || typeof value !== 'number') return value
  const [before, after] = [from.video.pitch, to.video.pitch]
  if (before === null || after === null) return registerValue(to, register)
  return Math.max(0, value - before + after)
}

/** The values of a paste, and which of its texts are not valid. */
function pasted(
  parts: CommandParts,
  clipboard: DataTransfer,
): { found: CellValue[]; left: Pick<LeftOut, 'unread' | 'fixed'> } {
  const { rows, columns, range } = parts
  const copied = pastedCells(clipboard)
  const grid = { rows: rows.length, columns: columns.length }
  const found: CellValue[] = []
  const unread: { column: SheetColumn; text: string }[] = []
  let fixed = 0
  for (const { place, text } of pastePlaces(copied.block, boundsOf(range), grid)) {
    const [row, column] = [rows[place.row], columns[place.column]]
    if (!row || !column) continue
    const { register } = column
    if (register === null || row.mark === 'removed') fixed += 1
    else {
      const read = readPasted(parts, { copied, place, text })
      if (read) found.push({ row, register, value: read.value })
      else unread.push({ column, text })
    }
  }
  const [first] = unread
  return {
    found,
    left: { unread: first ? { count: unread.length, ...first } : null, fixed },
  }
}

/**
 * The value of a pasted cell: the copied value when it is of the same setting, otherwise the parsed
 * text.
 */
function readPasted(
  { rows, columns, cells, range }: CommandParts,
  { copied, place, text }: { copied: CopiedCells; place: Place; text: string },
) {
  const [row, column] = [rows[place.row], columns[place.column]]
  if (!row || !column) return null
  const { top, left } = boundsOf(range)
  const line = copied.values[(place.row - top) % copied.values.length]
  const exact = line?.[(place.column - left) % line.length]
  if (exact && exact.register === column.register) return { value: exact.value }
  return cells.read(row, column, text)
}

/** The rows of a range. */
export const rowsIn = (rows: readonly SheetRow[], range: Range): SheetRow[] => {
  const { top, bottom } = boundsOf(range)
  return span(Math.max(0, top), bottom).flatMap((index) => rows[index] ?? [])
}
