import type { Edit } from '../../../shared/features/publishing/edit.ts'
import { callQuery, sharedQuery, useCall } from '../../query.ts'
import { type Counts, countsOf } from './counts.ts'

/** The pending edits of an account; asks nothing for null. */
export const useEdits = (account_id: string | null) =>
  useCall('edits', 'list', account_id === null ? null : { account_id })

/** The query of `useEdits`, to wait for its answer. */
export const sharedEdits = (account_id: string) => {
  const [key, fetch, nouns] = callQuery('edits', 'list', { account_id })
  return sharedQuery(key ?? '', fetch, nouns)
}

const NONE: readonly Edit[] = []

/** The numbers of pending edits; 0 while they are unknown. */
export const useEditCounts = (account_id: string | null): Counts =>
  countsOf(useEdits(account_id).value?.edits ?? NONE)
