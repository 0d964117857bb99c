import type { ClipboardEvent, KeyboardEvent } from 'react'
import { moved, type Place } from '../../ui/grid-move.ts'
import type { Leave } from './cell-editor.tsx'
import type { GridParts, SheetGridProps } from './grid-props.ts'
import { boundsOf, cellRange } from './selection.ts'

interface KeyParts extends Pick<GridParts, 'startEdit'> {
  height: number
  isMac: boolean
  show: (place: Place) => void
}

type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

const isCommand = ({ ctrlKey, metaKey }: Pressed) => ctrlKey || metaKey

/** Whether a key begins a cell's text. A switch has none, and `?` opens the list of shortcuts. */
const isTyped = (key: string, isFlag: boolean) => key.length === 1 && key !== '?' && !isFlag

/** The action of a key on the range; null for keys that the grid does not handle. */
function actionOf(
  pressed: Pressed,
  props: SheetGridProps,
  { isMac, startEdit }: Pick<KeyParts, 'isMac' | 'startEdit'>,
) {
  const { key, altKey, shiftKey } = pressed
  const { rows, columns, range, onRange, commands } = props
  if (isCommand(pressed)) return commandOf(key, props)
  const isFlag = columns[range.focus.column]?.kind === 'flag'
  const typing = isTyped(key, isFlag) ? () => startEdit(key) : null
  if (altKey) return actionWithAlt(key, { isMac, revert: commands.revert, typing })
  const tick = () => {
    const { top, bottom } = boundsOf(range)
    const inRange = rows.slice(top, bottom + 1)
    const isTicked = !inRange.every((row) => props.ticked.has(row.key))
    props.onTick(
      inRange.map((row) => row.key),
      isTicked,
    )
  }
  const actions: Record<string, () => void> = {
    F2: () => startEdit(null),
    Enter: () => startEdit(null),
    Delete: commands.clear,
    Backspace: commands.clear,
    Escape: () => onRange(cellRange(range.focus)),
    ' ': isFlag && !shiftKey ? commands.toggle : tick,
  }
  return actions[key] ?? typing
}

interface AltParts extends Pick<KeyParts, 'isMac'> {
  revert: () => void
  typing: (() => void) | null
}

/**
 * On many keyboards of a Mac, @, # and | are typed with Option. When it types a rarer character, the press is
 * rather the shortcut of a screen.
 */
function actionWithAlt(key: string, { isMac, revert, typing }: AltParts) {
  if (key === 'Backspace') return revert
  return isMac && key <= '~' ? typing : null
}

function commandOf(key: string, { rows, columns, onRange, commands }: SheetGridProps) {
  if (key.toLowerCase() === 'd') return commands.fillDown
  if (key.toLowerCase() !== 'a') return null
  return () =>
    onRange({
      anchor: { row: 0, column: 0 },
      focus: { row: rows.length - 1, column: columns.length - 1 },
    })
}

/** On a title, Enter and Space sort by its column. */
function headAction({ key }: Pressed, { columns, range, sort, onSort }: SheetGridProps) {
  const column = columns[range.focus.column]
  if (!column || (key !== 'Enter' && key !== ' ')) return null
  const isSame = sort?.column === column.key
  return () => onSort({ column: column.key, descending: isSame && !sort?.descending })
}

/** Moves the range, or applies the key's action to it. */
export function onGridKey(
  event: KeyboardEvent<HTMLElement>,
  props: SheetGridProps,
  { height, show, ...parts }: KeyParts,
) {
  if (event.target !== event.currentTarget) return
  const { rows, columns, range, onRange } = props
  const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / height) - 3)
  const grid = { rows: rows.length, columns: columns.length, page }
  const to = event.altKey ? null : moved(range.focus, grid, event)
  if (to) {
    event.preventDefault()
    onRange(event.shiftKey && to.row >= 0 ? { anchor: range.anchor, focus: to } : cellRange(to))
    return show(to)
  }
  const isHead = range.focus.row === -1
  const act = isHead ? headAction(event, props) : actionOf(event, props, parts)
  if (!act) return
  event.preventDefault()
  act()
}

export function clipboardHandlers({ commands, range }: SheetGridProps, isEditing: boolean) {
  const isOff = isEditing || range.focus.row < 0
  const on = (run: (clipboard: DataTransfer) => void) => (event: ClipboardEvent<HTMLElement>) => {
    if (isOff) return
    event.preventDefault()
    run(event.clipboardData)
  }
  return {
    onCopy: on(commands.copy),
    onPaste: on(commands.paste),
    onCut: on((clipboard) => {
      commands.copy(clipboard)
      commands.clear()
    }),
  }
}

/** The cell to select after one was edited. */
export function afterLeave(
  { row, column }: Place,
  leave: Leave,
  { rows, columns }: { rows: number; columns: number },
): Place {
  const [down, right] = { stay: [0, 0], down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1] }[
    leave
  ] as [number, number]
  return {
    row: Math.max(0, Math.min(rows - 1, row + down)),
    column: Math.max(0, Math.min(columns - 1, column + right)),
  }
}
