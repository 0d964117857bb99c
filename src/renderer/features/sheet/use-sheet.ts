import { useCallback, useMemo } from 'react'
import { type Group, isCollection } from '../../../shared/api/settings/index.ts'
import { type AdoptedIds, type Edit, firstIds } from '../../../shared/features/publishing/edit.ts'
import { type Cells, makeCells } from '../../../shared/features/sheet/cell.ts'
import {
  editsByVideo,
  hasRows,
  type SheetRow,
  type SheetVideo,
  underFirstKey,
  videoRows,
} from '../../../shared/features/sheet/rows.ts'
import { usePictureName } from '../../ui/edits/picture-name.ts'
import { useEdits } from '../../ui/edits/use-edits.ts'
import { useFormat } from '../../ui/format.ts'
import { useSheetVideos } from '../../ui/sheet-videos.ts'
import { useFittingEdits } from './fitting-edits.ts'
import { type Gestures, useGestures } from './use-gestures.ts'
import { useSteps } from './use-steps.ts'

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
  const list = useFittingEdits(account_id, group, useEdits(account_id).value)
  const edits = list?.edits ?? NO_EDITS
  const videos = query.value ?? NO_VIDEOS
  const own = useMemo(() => edits.filter((edit) => edit.group === group), [edits, group])
  const { rows, edits: computed } = useSheetRows(group, videos, {
    edits: own,
    adopted: list?.adopted,
  })
  const gestures = useGestures({ account_id, group }, rows, computed === own ? list : null)
  const picture = usePictureName(group === 'smart_autoplay' ? account_id : null)
  const cells = useMemo(
    () => makeCells({ group, language, videos, picture }),
    [group, language, videos, picture],
  )
  const { save, edit, setValues, inTurn, latest, savedAt, isSaving, refused, dismiss } = gestures
  const sheet = useMemo(
    (): Sheet => ({
      ...{ group, account_id, rows, cells, save, edit, setValues, inTurn, latest, savedAt },
      ...{ isSaving, refused, dismiss },
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
      inTurn,
      latest,
      savedAt,
      isSaving,
      refused,
      dismiss,
      query.value,
      own,
    ],
  )
  return { sheet, query }
}

/** More videos would take too long to compute. */
const FEW_VIDEOS = 40

interface ComputedRows {
  rows: readonly SheetRow[]
  /** The edits that are applied; others than the given ones while those are being applied. */
  edits: readonly Edit[] | null
}

/** The rows of a tab with the edits applied. */
function useSheetRows(
  group: Group,
  videos: readonly SheetVideo[],
  { edits, adopted }: { edits: readonly Edit[]; adopted: AdoptedIds | undefined },
): ComputedRows {
  const editsOf = useMemo(() => editsByVideo(group, edits), [group, edits])
  const isLong = useMemo(
    () => videos.filter((video) => !hasRows(group, video, editsOf(video))).length > FEW_VIDEOS,
    [group, videos, editsOf],
  )
  const start = useCallback(
    () => computeRows(group, videos, { edits, editsOf, firstIdOf: firstIds(adopted) }),
    [group, videos, edits, editsOf, adopted],
  )
  return useSteps(start, isLong) ?? NONE
}

const NONE: ComputedRows = { rows: [], edits: null }

interface Computing {
  edits: readonly Edit[]
  editsOf: ReturnType<typeof editsByVideo>
  firstIdOf: ReturnType<typeof firstIds>
}

function* computeRows(
  group: Group,
  videos: readonly SheetVideo[],
  { edits, editsOf, firstIdOf }: Computing,
): Generator<void, ComputedRows> {
  const rows: SheetRow[] = []
  for (const video of videos) {
    for (const row of videoRows(group, video, editsOf(video))) {
      if (row.item_id !== null || !isCollection(group)) rows.push(underFirstKey(row, firstIdOf))
    }
    yield
  }
  return { rows, edits }
}
