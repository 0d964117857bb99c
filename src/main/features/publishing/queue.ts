import type { EditRow } from './edit-row.ts'
import { isAsItWas } from './next-post.ts'

/** A draft as it waits to be posted; null for what is not to be posted. Refused edits only when named. */
export function queued(row: EditRow, isNamed: boolean): EditRow | null {
  const isToPost = row.status === 'draft' || (row.status === 'rejected' && isNamed)
  // At least 1 once it was sent without an answer: it may have been applied.
  return isToPost
    ? { ...row, ...isAsItWas, status: 'queued', rounds: Math.min(row.rounds, 1) }
    : null
}

/** A queued edit as a draft again; null for all others. */
export const stopped = (row: EditRow): EditRow | null =>
  row.status === 'queued' ? { ...row, ...isAsItWas, status: 'draft' } : null
