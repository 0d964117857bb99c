import { useMemo, useState } from 'react'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { Cells } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import {
  type CellValue,
  editCount,
  revertEdits,
  type SheetEdits,
  valueEdits,
} from '../../../shared/features/sheet/gestures.ts'
import { registerValue, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { copyCells, pastedCells } from './clipboard.ts'
import { boundsOf, pastePlaces, type Range, span } from './selection.ts'
import type { GridCommands } from './sheet-grid.tsx'

interface CommandParts {
  group: Group
  rows: readonly SheetRow[]
  columns: readonly SheetColumn[]
  cells: Cells
  range: Range
  onRange: (range: Range) => void
  save: (edits: SheetEdits) => Promise<boolean>
}

/** Cells that a gesture could not change. */
export interface LeftOut {
  /** Texts that are not values of their column: the column and the text of the first of them. */
  unread: { count: number; column: SheetColumn; text: string } | null
  /** Cells that cannot be edited. */
  fixed: number
  changed: number
}

/** What keys, menus and the clipboard do with the range. */
export function useGridCommands(parts: CommandParts): {
  commands: GridCommands
  leftOut: LeftOut | null
  dismiss: () => void
} {
  const { group, rows, columns, cells, range, onRange, save } = parts
  const [leftOut, setLeftOut] = useState<LeftOut | null>(null)
  const commands = useMemo(() => {
    const bounds = boundsOf(range)
    const inRange = rows.slice(Math.max(0, bounds.top), bounds.bottom + 1)
    const inColumns = columns.slice(bounds.left, bounds.right + 1)
    const put = (values: CellValue[]) => {
      setLeftOut(null)
      return save(valueEdits(group, values))
    }
    const eachCell = (value: (row: SheetRow, column: SheetColumn, register: string) => unknown) =>
      inRange.flatMap((row) =>
        inColumns.flatMap((column) => {
          const { register } = column
          if (register === null) return []
          return [{ row, register, value: value(row, column, register) }]
        }),
      )
    const fillRows = (source: readonly SheetRow[], target: readonly SheetRow[]) =>
      target.flatMap((row, index) => {
        const from = source[index % source.length]
        if (!from) return []
        return inColumns.flatMap(({ register, kind }) => {
          if (register === null) return []
          return [{ row, register, value: filled(from, row, { register, kind }) }]
        })
      })
    return {
      save(place, value) {
        const [row, column] = [rows[place.row], columns[place.column]]
        if (row && column?.register) void put([{ row, register: column.register, value }])
      },
      toggle() {
        const flags = inColumns.filter(({ kind }) => kind === 'flag')
        const [first] = flags
        const isOn = first ? inRange.every((row) => registerValue(row, first.key) === true) : false
        const values = inRange.flatMap((row) =>
          flags.map(({ key }) => ({ row, register: key, value: !isOn })),
        )
        void put(values)
      },
      clear() {
        void put(
          eachCell((_row, { kind }) => (kind === 'list' ? [] : kind === 'flag' ? false : null)),
        )
      },
      revert() {
        const registers = inColumns.flatMap(({ register }) => register ?? [])
        const isWhole = bounds.left === 0
        void save(revertEdits(group, inRange, isWhole ? null : registers))
      },
      revertCell(place) {
        const [row, column] = [rows[place.row], columns[place.column]]
        if (row && column?.register) void save(revertEdits(group, [row], [column.register]))
      },
      fill(row) {
        if (row >= bounds.top && row <= bounds.bottom) return
        const isDown = row > bounds.bottom
        const target = isDown ? rows.slice(bounds.bottom + 1, row + 1) : rows.slice(row, bounds.top)
        onRange({
          anchor: { row: isDown ? bounds.top : row, column: bounds.left },
          focus: { row: isDown ? row : bounds.bottom, column: bounds.right },
        })
        void put(fillRows(inRange, target))
      },
      fillDown() {
        const [first, ...others] = inRange
        if (first) void put(fillRows([first], others))
      },
      copy(clipboard) {
        copyCells(clipboard, {
          block: inRange.map((row) => inColumns.map((column) => cells.write(row, column))),
          values: inRange.map((row) =>
            inColumns.map(({ register }) =>
              register === null ? null : { register, value: registerValue(row, register) },
            ),
          ),
        })
      },
      paste(clipboard) {
        const { edits, left } = pasted(parts, clipboard)
        void save(edits).then((isSaved) => {
          const isWhole = left.unread === null && left.fixed === 0
          setLeftOut(isWhole || !isSaved ? null : { ...left, changed: editCount(edits) })
        })
      },
    } satisfies GridCommands
  }, [group, rows, columns, cells, range, onRange, save, parts])
  return { commands, leftOut, dismiss: () => setLeftOut(null) }
}

/** A time from the pitch fills as the distance, so that each video counts from its own pitch. */
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

/** The changes of a paste, and what of it cannot be a value. */
function pasted(
  { group, rows, columns, cells, range }: CommandParts,
  clipboard: DataTransfer,
): { edits: SheetEdits; left: Omit<LeftOut, 'changed'> } {
  const { block, values } = pastedCells(clipboard)
  const grid = { rows: rows.length, columns: columns.length }
  const height = block.length
  const width = Math.max(1, ...block.map((line) => line.length))
  const { top, left } = boundsOf(range)
  const found: CellValue[] = []
  const unread: { column: SheetColumn; text: string }[] = []
  let fixed = 0
  for (const { place, text } of pastePlaces(block, boundsOf(range), grid)) {
    const [row, column] = [rows[place.row], columns[place.column]]
    if (!row || !column) continue
    const { register } = column
    if (register === null || row.mark === 'removed') {
      fixed += 1
      continue
    }
    const exact = values[(place.row - top) % height]?.[(place.column - left) % width]
    const read =
      exact?.register === register ? { value: exact.value } : cells.read(row, column, text)
    if (read) found.push({ row, register, value: read.value })
    else unread.push({ column, text })
  }
  const [first] = unread
  return {
    edits: valueEdits(group, found),
    left: { unread: first ? { count: unread.length, ...first } : null, fixed },
  }
}

/** The rows of a range. */
export const rowsIn = (rows: readonly SheetRow[], range: Range): SheetRow[] => {
  const { top, bottom } = boundsOf(range)
  return span(Math.max(0, top), bottom).flatMap((index) => rows[index] ?? [])
}
