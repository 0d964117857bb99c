import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import { rowsByKey, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { Notice } from '../../ui/notice.tsx'
import { cellRange, type EditedCell, placeOfEdited, type Range } from './selection.ts'
import type { Sheet } from './use-sheet.ts'

interface RefusedNoteProps {
  sheet: Sheet
  content: {
    rows: readonly SheetRow[]
    columns: readonly SheetColumn[]
    titles: (column: SheetColumn) => string
    onEdit: (cell: EditedCell) => void
  }
  onRange: (range: Range) => void
}

/** The last action that could not be saved. A cell can be edited again, with the text that was typed. */
export function RefusedNote({ sheet, content, onRange }: RefusedNoteProps) {
  const { t } = useTranslation('sheet')
  const { rows, columns, titles, onEdit } = content
  const last = sheet.refused.at(-1)
  if (!last) return null
  const { cell, failure } = last
  const video = cell && rowsByKey(sheet.rows).get(cell.row)?.video
  const column = columns.find(({ key }) => key === cell?.column)
  const place = cell && placeOfEdited(cell, rows, columns)
  const edit = () => {
    if (!cell || !place) return
    onRange(cellRange(place))
    onEdit(cell)
  }
  return (
    <Notice
      failure={failure}
      about={
        video && column ? t('notSaved', { column: titles(column), video: video.name }) : undefined
      }
      action={
        <>
          {place && <Button onClick={edit}>{t('editAgain')}</Button>}
          <Button variant="subtle" onClick={() => sheet.dismiss(last)}>
            {t('close')}
          </Button>
        </>
      }
    />
  )
}
