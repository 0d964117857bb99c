import { useMemo } from 'react'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { type Cells, makeCells } from '../../../shared/features/sheet/cell.ts'
import type { SheetRow, SheetVideo } from '../../../shared/features/sheet/rows.ts'
import { usePictureName } from '../../ui/edits/picture-name.ts'
import { useEdits } from '../../ui/edits/undo.tsx'
import { useFormat } from '../../ui/format.ts'
import { useSheetVideos } from '../../ui/sheet-videos.ts'
import { type Gestures, useGestures } from './use-gestures.ts'
import { useSheetRows } from './use-sheet-rows.ts'

const NO_VIDEOS: readonly SheetVideo[] = []
const NO_EDITS: readonly Edit[] = []

export interface Sheet extends Gestures {
  group: Group
  account_id: string
  /** Undefined until they are loaded. */
  videos: readonly SheetVideo[] | undefined
  rows: readonly SheetRow[]
  edits: readonly Edit[]
  cells: Cells
}

/** A tab of the sheet, which stays the same object until a part of it changes, and the query for its videos. */
export function useSheet(account_id: string, group: Group) {
  const { language } = useFormat()
  const query = useSheetVideos(account_id, group)
  const list = useEdits(account_id).value
  const edits = list?.edits ?? NO_EDITS
  const videos = query.value ?? NO_VIDEOS
  const own = useMemo(() => edits.filter((edit) => edit.group === group), [edits, group])
  const { rows, edits: computed } = useSheetRows(group, videos, own)
  const gestures = useGestures({ account_id, group }, rows, computed === own ? list : null)
  const picture = usePictureName(group === 'smart_autoplay' ? account_id : null)
  const cells = useMemo(
    () => makeCells({ group, language, videos, picture }),
    [group, language, videos, picture],
  )
  const { save, edit, setValues, savedAt } = gestures
  const { failure, isPending } = gestures.saving
  const sheet = useMemo(
    (): Sheet => ({
      ...{ group, account_id, rows, cells, save, edit, setValues, savedAt },
      saving: { failure, isPending },
      videos: query.value,
      edits: own,
    }),
    [
      group,
      account_id,
      rows,
      cells,
      save,
      edit,
      setValues,
      savedAt,
      failure,
      isPending,
      query.value,
      own,
    ],
  )
  return { sheet, query }
}
