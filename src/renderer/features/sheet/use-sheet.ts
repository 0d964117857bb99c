import { useCallback, useMemo, useRef, useState } from 'react'
import type { Group } from '../../../shared/api/settings/index.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { type Cells, makeCells } from '../../../shared/features/sheet/cell.ts'
import type { SheetEdits } from '../../../shared/features/sheet/gestures.ts'
import type { SheetRow, SheetVideo } from '../../../shared/features/sheet/rows.ts'
import { call } from '../../bridge.ts'
import { clock } from '../../clock.ts'
import { useMutation } from '../../mutation.ts'
import { usePictureName } from '../../ui/edits/picture-name.ts'
import { useEdits } from '../../ui/edits/undo.tsx'
import { useFormat } from '../../ui/format.ts'
import { useSheetVideos } from '../../ui/sheet-videos.ts'
import { useSheetRows } from './use-sheet-rows.ts'

const NO_VIDEOS: readonly SheetVideo[] = []
const NO_EDITS: readonly Edit[] = []

export interface Sheet {
  group: Group
  account_id: string
  /** Undefined until they are loaded. */
  videos: readonly SheetVideo[] | undefined
  rows: readonly SheetRow[]
  edits: readonly Edit[]
  cells: Cells
  /** Saves the changes of one user action, after those before. Resolves to whether they are on disk. */
  save: (edits: SheetEdits | Promise<SheetEdits>) => Promise<boolean>
  saving: Pick<ReturnType<typeof useMutation>, 'failure' | 'isPending'>
  /** Epoch milliseconds of the last change that is on disk. */
  savedAt: number | null
}

/** A tab of the sheet, which stays the same object until a part of it changes, and the query for its videos. */
export function useSheet(account_id: string, group: Group) {
  const { language } = useFormat()
  const query = useSheetVideos(account_id, group)
  const edits = useEdits(account_id).value?.edits ?? NO_EDITS
  const videos = query.value ?? NO_VIDEOS
  const own = useMemo(() => edits.filter((edit) => edit.group === group), [edits, group])
  const rows = useSheetRows(group, videos, own)
  const picture = usePictureName(group === 'smart_autoplay' ? account_id : null)
  const cells = useMemo(
    () => makeCells({ group, language, videos, picture }),
    [group, language, videos, picture],
  )
  const { mutate, ...saving } = useMutation()
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const save = useCallback(
    (gesture: SheetEdits | Promise<SheetEdits>) => {
      const saved = last.current.then(async () => {
        let isSaved = false
        await mutate(async () => {
          const edits = await gesture
          if (edits.length > 0) {
            await call.edits.save({ account_id, edits })
            setSavedAt(clock.now())
          }
          isSaved = true
        })
        return isSaved
      })
      last.current = saved
      return saved
    },
    [account_id, mutate],
  )
  const { failure, isPending } = saving
  const sheet = useMemo(
    (): Sheet => ({
      ...{ group, account_id, rows, cells, save, savedAt },
      saving: { failure, isPending },
      videos: query.value,
      edits: own,
    }),
    [group, account_id, rows, cells, save, savedAt, failure, isPending, query.value, own],
  )
  return { sheet, query }
}
