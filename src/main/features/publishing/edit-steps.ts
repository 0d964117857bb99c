import type { EditRow } from './edit-row.ts'
import { type EditsTable, newRevision } from './edits.ts'
import { asDraft, assertFree } from './save.ts'
import type { RowChange, Step, StepsTable } from './steps.ts'

interface Tables {
  edits: EditsTable
  steps: StepsTable
}

/** Applies changes and stores them as a step to undo. Without changes there is no step. */
export function keepStep(
  { edits, steps }: Tables,
  account_id: string,
  changes: RowChange[],
): RowChange[] {
  if (changes.length === 0) return changes
  steps.add(account_id, steps.begin(account_id), changes)
  putRows(edits, account_id, changes)
  return changes
}

/** Undoes or redoes one step; null when there is none. */
export function takeStep(
  tables: Tables,
  account_id: string,
  way: 'undo' | 'redo',
): RowChange[] | null {
  const { steps, edits } = tables
  const step = steps.next(account_id, way)
  if (!step) return null
  steps.mark(step.id, way === 'undo')
  const changes = restoredRows(tables, account_id, { step, way })
  putRows(edits, account_id, changes)
  return changes
}

function putRows(edits: EditsTable, account_id: string, changes: readonly RowChange[]) {
  for (const { video_id, key, after } of changes) {
    if (after) edits.put(after)
    else edits.remove(account_id, video_id, key)
  }
}

interface Taken {
  step: Step
  way: 'undo' | 'redo'
}

function restoredRows({ edits }: Tables, account_id: string, { step, way }: Taken): RowChange[] {
  const revision = newRevision()
  return step.changes.map((change) => {
    const { video_id, key } = change
    const current = edits.find(account_id, video_id, key)
    assertFree(current)
    const image = way === 'undo' ? change.before : change.after
    const after = image && { ...asDraft({ ...image, ...sendingOf(current ?? image) }), revision }
    return { video_id, key, before: current, after }
  })
}

/** Undo does not touch the state of requests: a late one can still be applied. */
function sendingOf(row: EditRow) {
  const { attempt, rounds, sentAt, quarantineUntil, knownIds, missedAt } = row
  return { attempt, rounds, sentAt, quarantineUntil, knownIds, missedAt }
}
