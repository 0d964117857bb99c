import { useCallback, useMemo } from 'react'
import { type Group, isCollection } from '../../../shared/api/settings/index.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import {
  editsByVideo,
  hasRows,
  type SheetRow,
  type SheetVideo,
  videoRows,
} from '../../../shared/features/sheet/rows.ts'
import { useSteps } from './use-steps.ts'

/** More videos would take too long to compute. */
const FEW_VIDEOS = 40

interface ComputedRows {
  rows: readonly SheetRow[]
  /** The edits that are applied; others than the given ones while those are being applied. */
  edits: readonly Edit[] | null
}

/** The rows of a tab with the edits applied. */
export function useSheetRows(
  group: Group,
  videos: readonly SheetVideo[],
  edits: readonly Edit[],
): ComputedRows {
  const editsOf = useMemo(() => editsByVideo(group, edits), [group, edits])
  const isLong = useMemo(
    () => videos.filter((video) => !hasRows(group, video, editsOf(video))).length > FEW_VIDEOS,
    [group, videos, editsOf],
  )
  const start = useCallback(
    () => computeRows(group, videos, { edits, editsOf }),
    [group, videos, edits, editsOf],
  )
  return useSteps(start, isLong) ?? NONE
}

const NONE: ComputedRows = { rows: [], edits: null }

function* computeRows(
  group: Group,
  videos: readonly SheetVideo[],
  { edits, editsOf }: { edits: readonly Edit[]; editsOf: ReturnType<typeof editsByVideo> },
): Generator<void, ComputedRows> {
  const rows: SheetRow[] = []
  for (const video of videos) {
    for (const row of videoRows(group, video, editsOf(video))) {
      if (row.item_id !== null || !isCollection(group)) rows.push(row)
    }
    yield
  }
  return { rows, edits }
}
