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
import { copyCells, pastedCells } from './clipboard.ts'
import type { GridCommands } from './grid-props.ts'
import { copiedCells, filledValues, type Pasted, pastedValues } from './paste.ts'
import { boundsOf, type EditedCell, type Range, span } from './selection.ts'
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
export interface LeftOut extends Omit<Pasted, 'found'> {
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
  const setReadable = async (rows: readonly SheetRow[], readFrom: ReadFrom, typed?: EditedCell) => {
    setLeftOut(null)
    let left: LeftOut = { unread: null, fixed: 0, handBuilt: 0, pasted: null }
    const read = (now: readonly SheetRow[]) => {
      const { found, unread } = readFrom(now)
      left = { ...left, unread, handBuilt: handBuiltCount(parts.group, found) }
      return found
    }
    const isSaved = await parts.setValues(rows, read, typed)
    if (isSaved && (left.unread || left.handBuilt > 0)) setLeftOut(left)
    return isSaved
  }
  const setValues: SetValues = (rows, valuesOf, typed) =>
    setReadable(rows, (now) => ({ found: valuesOf(now), unread: null }), typed)
  const put: Put = (...of) => void setValues(...of)
  const commands = {
    ...settingCommands(parts, put),
    ...fillCommands(parts, (...of) => void setReadable(...of)),
    ...clipboardCommands(parts, setLeftOut),
  }
  return { commands, setValues, leftOut, dismiss: () => setLeftOut(null) }
}

type Put = (...of: Parameters<SetValues>) => void

/** Reads the values to set from the current rows. */
type ReadFrom = (rows: readonly SheetRow[]) => Pick<Pasted, 'found' | 'unread'>

const handBuiltCount = (group: Group, cells: readonly CellValue[]) =>
  cells.filter((cell) => isHandBuiltCell(group, cell)).length

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
    save({ row, register, value }, typed) {
      put([row], (now) => now.map((each) => ({ row: each, register, value })), typed)
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

function fillCommands(
  parts: CommandParts,
  put: (rows: readonly SheetRow[], readFrom: ReadFrom) => void,
): Pick<GridCommands, 'fill' | 'fillDown'> {
  const { rows, cells, range, onRange } = parts
  const { inRows, inColumns } = inRange(parts)
  const fillRows = (source: readonly SheetRow[], target: readonly SheetRow[]) =>
    put([...source, ...target], (now) => {
      const rowsNow = { source: now.slice(0, source.length), target: now.slice(source.length) }
      return filledValues(rowsNow, inColumns, cells)
    })
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
      copyCells(clipboard, copiedCells(inRows, inColumns, cells))
    },
    paste(clipboard) {
      const { found, ...left } = pastedValues(parts, pastedCells(clipboard))
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

export const rowsIn = (rows: readonly SheetRow[], range: Range): SheetRow[] => {
  const { top, bottom } = boundsOf(range)
  return span(Math.max(0, top), bottom).flatMap((index) => rows[index] ?? [])
}
