import { useCallback, useMemo } from 'react'
import { type Group, isCollection } from '../../../shared/api/settings/index.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import {
  editsByVideo,
  hasRows,
  type SheetRow,
  type SheetVideo,
  sheetRows,
  videoRows,
} from '../../../shared/features/sheet/rows.ts'
import { useSteps } from './use-steps.ts'

/** More videos would take too long to compute. */
const FEW_VIDEOS = 40

/** The rows of a tab with the edits applied. */
export function useSheetRows(
  group: Group,
  videos: readonly SheetVideo[],
  edits: readonly Edit[],
): readonly SheetRow[] {
  const isLong = useMemo(() => {
    const editsOf = editsByVideo(group, edits)
    const outdated = videos.filter((video) => !hasRows(group, video, editsOf(video)))
    return outdated.length > FEW_VIDEOS
  }, [group, videos, edits])
  const start = useCallback(() => computeRows(group, videos, edits), [group, videos, edits])
  return useSteps(start, isLong) ?? NONE
}

const NONE: readonly SheetRow[] = []

function* computeRows(
  group: Group,
  videos: readonly SheetVideo[],
  edits: readonly Edit[],
): Generator<void, readonly SheetRow[]> {
  const editsOf = editsByVideo(group, edits)
  for (const video of videos) {
    videoRows(group, video, editsOf(video))
    yield
  }
  const all = sheetRows(group, videos, edits)
  return isCollection(group) ? all.filter(({ item_id }) => item_id !== null) : all
}
