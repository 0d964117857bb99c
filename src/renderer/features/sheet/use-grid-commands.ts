import { useState } from 'react'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { Cells } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import {
  type CellValue,
  editCount,
  isHandBuiltCell,
  revertEdits,
  toggled,
  valueEdits,
} from '../../../shared/features/sheet/gestures.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import { copyCells, pastedCells } from './clipboard.ts'
import type { GridCommands } from './grid-props.ts'
import {
  copiedCells,
  type Filled,
  type FilledRows,
  filledRows,
  filledValues,
  type Pasted,
  pastedValues,
} from './paste.ts'
import { boundsOf, type EditedCell, type Range, span } from './selection.ts'
import type { Gestures, Outcome, SetValues } from './use-gestures.ts'

interface CommandParts {
  account_id: string
  group: Group
  rows: readonly SheetRow[]
  columns: readonly SheetColumn[]
  cells: Cells
  range: Range
  onRange: (range: Range) => void
  edit: Gestures['edit']
  setValues: SetValues
}

/** Cells that a gesture could not change, or that it read in another way. */
export interface LeftOut extends Omit<Pasted, 'found'> {
  /** Lists that would lose an overlay. */
  handBuilt: number
  /** Changes of places whose own change is being sent. */
  inFlight: number
  /** How many were pasted; null for any other gesture. */
  pasted: number | null
}

const NOTHING: Omit<LeftOut, 'pasted'> = {
  ...{ unread: null, times: null, overruled: 0, fixed: 0, beyond: 0, elsewhere: 0 },
  ...{ handBuilt: 0, inFlight: 0 },
}

const isWhole = ({ unread, times, ...counts }: Omit<LeftOut, 'pasted'>) =>
  unread === null && times === null && Object.values(counts).every((count) => count === 0)

/** The actions of keys, menus and the clipboard on the range. */
export function useGridCommands(parts: CommandParts): {
  commands: GridCommands
  setValues: SetValues<boolean>
  leftOut: LeftOut | null
  /** Shows what an action left out. */
  note: (outcome: Outcome, left?: Partial<LeftOut>) => void
  dismiss: () => void
} {
  const [leftOut, setLeftOut] = useState<LeftOut | null>(null)
  const note: Note = ({ isSaved, inFlight }, { pasted = null, ...left } = {}) => {
    const all = { ...NOTHING, ...left, inFlight }
    setLeftOut(!isSaved || isWhole(all) ? null : { ...all, pasted })
  }
  const setReadable = async (rows: readonly SheetRow[], readFrom: ReadFrom, typed?: EditedCell) => {
    setLeftOut(null)
    let left: Partial<LeftOut> = {}
    const read = (now: readonly SheetRow[]) => {
      const { found, ...others } = readFrom(now)
      left = { ...others, handBuilt: handBuiltCount(parts.group, found) }
      return found
    }
    const outcome = await parts.setValues(rows, read, typed)
    note(outcome, left)
    return outcome.isSaved
  }
  const setValues: SetValues<boolean> = (rows, valuesOf, typed) =>
    setReadable(rows, (now) => ({ found: valuesOf(now) }), typed)
  const put: Put = (...of) => void setValues(...of)
  const commands = {
    ...settingCommands(parts, put, note),
    ...fillCommands(parts, (...of) => void setReadable(...of)),
    ...clipboardCommands(parts, note),
  }
  return { commands, setValues, leftOut, note, dismiss: () => setLeftOut(null) }
}

type Note = (outcome: Outcome, left?: Partial<LeftOut>) => void
type Put = (...of: Parameters<SetValues>) => void

/** Reads the values to set from the current rows. */
type ReadFrom = (rows: readonly SheetRow[]) => Pick<Pasted, 'found'> & Partial<Filled>

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

function settingCommands(
  parts: CommandParts,
  put: Put,
  note: Note,
): Pick<GridCommands, SettingCommand> {
  const { group, rows, columns, range, edit } = parts
  const { inRows, inColumns } = inRange(parts)
  return {
    save({ row, register, value }, typed) {
      put([row], (now) => now.map((each) => ({ row: each, register, value })), typed)
    },
    toggle() {
      const flags = inColumns.filter(({ kind }) => kind === 'flag').map(({ key }) => key)
      put(inRows, (now) => toggled(now, flags))
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
      void edit(inRows, (now) => revertEdits(group, now, reverted)).then(note)
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
  const fillRows = ({ source, target }: FilledRows) =>
    put([...source, ...target], (now) => {
      const rowsNow = { source: now.slice(0, source.length), target: now.slice(source.length) }
      return filledValues(rowsNow, inColumns, cells)
    })
  return {
    fill(row) {
      const { top, bottom, left, right } = boundsOf(range)
      const filled = filledRows(rows, { top, bottom }, row)
      if (!filled) return
      onRange({
        anchor: { row: Math.min(top, row), column: left },
        focus: { row: Math.max(bottom, row), column: right },
      })
      fillRows(filled)
    },
    fillDown() {
      const [first, ...target] = inRows
      if (first) fillRows({ source: [first], target })
    },
  }
}

function clipboardCommands(parts: CommandParts, note: Note): Pick<GridCommands, 'copy' | 'paste'> {
  const { account_id, group, cells, edit } = parts
  const { inRows, inColumns } = inRange(parts)
  return {
    copy(clipboard) {
      copyCells(clipboard, account_id, copiedCells(inRows, inColumns, cells))
    },
    paste(clipboard) {
      const { found, ...left } = pastedValues(parts, pastedCells(clipboard, account_id))
      const into = found.map(({ row }) => row)
      let [pastedCount, handBuilt] = [0, 0]
      void edit(into, (now) => {
        const cellsNow = found.map((cell, index) => ({ ...cell, row: now[index] ?? cell.row }))
        const edits = valueEdits(group, cellsNow)
        pastedCount = editCount(edits)
        handBuilt = handBuiltCount(group, cellsNow)
        return edits
      }).then((outcome) => {
        note(outcome, { ...left, handBuilt, pasted: pastedCount - outcome.inFlight })
      })
    },
  }
}

export const rowsIn = (rows: readonly SheetRow[], range: Range): SheetRow[] => {
  const { top, bottom } = boundsOf(range)
  return span(Math.max(0, top), bottom).flatMap((index) => rows[index] ?? [])
}
