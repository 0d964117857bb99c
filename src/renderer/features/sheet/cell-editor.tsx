import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Cells } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import type { CellValue } from '../../../shared/features/sheet/gestures.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import { useCommitOnLeave } from '../../commit-on-leave.ts'
import { addsLine, MOST_LINES } from '../../ui/text-lines.ts'
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
  onSave: (cell: CellValue, leave: Leave, typed: EditedCell) => void
  /** Ends the edit without a change. */
  onLeave: (leave: Leave) => void
  onCancel: () => void
}

/** A cell while it is edited. Invalid text stays in the field, with an example of a valid one. */
export function CellEditor(props: CellEditorProps) {
  const { row, column, cells, typed, label, onSave, onLeave, onCancel } = props
  const { t } = useTranslation('sheet')
  const expected = useExpected()
  const [initial] = useState(() => cells.write(row, column))
  const [text, setText] = useState(typed ?? initial)
  const [isWrong, setIsWrong] = useState(false)
  const hasLines = canHaveLines(column, initial)
  const list = column.kind === 'video' ? 'sheet-names' : undefined
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    field.current?.focus()
    if (typed === null) field.current?.select()
    // The cursor of a focused textarea is at its start.
    else field.current?.setSelectionRange(typed.length, typed.length)
  }, [typed])

  const commit = (leave: Leave) => {
    if (typed === null && text === initial) {
      isLeft.current = true
      return onLeave(leave)
    }
    const read = cells.read(row, column, text)
    if (!read) return setIsWrong(true)
    isLeft.current = true
    const edited = { row: row.key, column: column.key, typed: text }
    onSave({ row, register: column.register ?? '', value: read.value }, leave, edited)
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
    const leave = hasLines && addsLine(event) ? null : leaveOf(event)
    if (!leave || event.nativeEvent.isComposing) return
    event.preventDefault()
    commit(leave)
  }
  const onBlur = () => {
    if (!isLeft.current) commit('stay')
    // Invalid text is not lost by a click elsewhere: the field takes the focus back.
    if (!isLeft.current) field.current?.focus()
  }
  const input = {
    ref: field,
    className: classes.field,
    'aria-label': label,
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? 'sheet-wrong' : undefined,
    value: text,
    maxLength: 1_000_000,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setText(currentTarget.value)
      setIsWrong(false)
    },
    onKeyDown,
    onBlur,
    onPaste: (event: ClipboardEvent) => event.stopPropagation(),
    onCopy: (event: ClipboardEvent) => event.stopPropagation(),
    onCut: (event: ClipboardEvent) => event.stopPropagation(),
  }
  return (
    <>
      {hasLines ? (
        <textarea {...input} rows={Math.min(MOST_LINES, text.split('\n').length)} />
      ) : (
        <input {...input} list={list} />
      )}
      {list && <VideoNames id={list} {...{ cells }} />}
      {isWrong && (
        <span role="alert" id="sheet-wrong" className={classes.wrong}>
          {t('notRead', { text, expected: expected(column, row) })}
        </span>
      )}
    </>
  )
}

interface VideoNamesProps {
  id: string
  cells: Cells
}

/** What a field of a column of videos offers. */
export const VideoNames = ({ id, cells }: VideoNamesProps) => (
  <datalist id={id}>
    {cells.videoNames.map((name) => (
      <option key={name} value={name}>
        {name}
      </option>
    ))}
  </datalist>
)

/** Whether a column's text can have several lines, which an `input` would join. */
export const canHaveLines = ({ kind }: SheetColumn, text: string) =>
  kind === 'text' || text.includes('\n')

function leaveOf({ key, shiftKey }: KeyboardEvent): Leave | null {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  return key === 'Tab' ? (shiftKey ? 'left' : 'right') : null
}
