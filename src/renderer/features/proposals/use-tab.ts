import { useMemo } from 'react'
import { type Group, isCollection } from '../../../shared/api/settings/index.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { type SheetRow, type SheetVideo, sheetRows } from '../../../shared/features/sheet/rows.ts'
import { useEdits } from '../../ui/edits/use-edits.ts'
import { useSheetVideos } from '../../ui/sheet-videos.ts'

const NO_VIDEOS: readonly SheetVideo[] = []
const NO_EDITS: readonly Edit[] = []

export interface WholeTab {
  videos: readonly SheetVideo[]
  /** With the edits applied; undefined until they are loaded. */
  rows: readonly SheetRow[] | undefined
  failure: Failure | null | undefined
  refetch: () => void
}

/** Every row of a tab, independent of the sheet's filters. */
export function useTab(account_id: string, group: Group): WholeTab {
  const { value, failure, refetch } = useSheetVideos(account_id, group)
  const list = useEdits(account_id).value
  const edits = list?.edits ?? NO_EDITS
  const rows = useMemo(() => {
    if (!value || !list) return undefined
    const all = sheetRows(group, value, edits)
    return isCollection(group) ? all.filter(({ item_id }) => item_id !== null) : all
  }, [value, list, edits, group])
  return { videos: value ?? NO_VIDEOS, rows, failure, refetch }
}
