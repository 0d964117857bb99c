import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cells } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import type { CellValue } from '../../../shared/features/sheet/gestures.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import { useCommitOnLeave } from '../../commit-on-leave.ts'
import type { EditedCell } from './selection.ts'
import classes from './sheet.module.css'
import { useExpected } from './use-expected.ts'

export type Leave = 'stay' | 'down' | 'up' | 'right' | 'left'

interface CellEditorProps {
  row: SheetRow
  column: SheetColumn
  cells: Cells
  /** The key that started the edit; null when the cell's own text is edited. */
  typed: string | null
  label: string
  /** The names of videos, for a column of videos. */
  names: readonly string[]
  onSave: (cell: CellValue, leave: Leave, typed: EditedCell) => void
  onCancel: () => void
}

/** A cell while it is edited. Invalid text stays in the field, with an example of a valid one. */
export function CellEditor(props: CellEditorProps) {
  const { row, column, cells, typed, label, names, onSave, onCancel } = props
  const { t } = useTranslation('sheet')
  const expected = useExpected()
  const [text, setText] = useState(typed ?? cells.write(row, column))
  const [isWrong, setIsWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    field.current?.focus()
    if (typed === null) field.current?.select()
  }, [typed])

  const commit = (leave: Leave) => {
    const read = cells.read(row, column, text)
    if (!read) return setIsWrong(true)
    isLeft.current = true
    const typed = { row: row.key, column: column.key, typed: text }
    onSave({ row, register: column.register ?? '', value: read.value }, leave, typed)
  }
  useCommitOnLeave(() => {
    if (!isLeft.current) commit('stay')
  })
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') {
      isLeft.current = true
      onCancel()
      return
    }
    const leave = leaveOf(event)
    if (!leave || event.nativeEvent.isComposing) return
    event.preventDefault()
    commit(leave)
  }
  const onBlur = () => {
    if (isLeft.current) return
    // Invalid text is not lost by a click elsewhere: the field takes the focus back.
    if (cells.read(row, column, text)) commit('stay')
    else {
      setIsWrong(true)
      field.current?.focus()
    }
  }
  return (
    <>
      <input
        ref={field}
        className={classes.field}
        aria-label={label}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? 'sheet-wrong' : undefined}
        list={names.length > 0 ? 'sheet-names' : undefined}
        value={text}
        maxLength={1_000_000}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setIsWrong(false)
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onPaste={(event) => event.stopPropagation()}
        onCopy={(event) => event.stopPropagation()}
        onCut={(event) => event.stopPropagation()}
      />
      {names.length > 0 && (
        <datalist id="sheet-names">
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
      )}
      {isWrong && (
        <span role="alert" id="sheet-wrong" className={classes.wrong}>
          {t('notRead', { text, expected: expected(column, row) })}
        </span>
      )}
    </>
  )
}

function leaveOf({ key, shiftKey }: KeyboardEvent): Leave | null {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  return key === 'Tab' ? (shiftKey ? 'left' : 'right') : null
}
