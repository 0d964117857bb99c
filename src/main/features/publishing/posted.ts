import type { Video } from '../../../shared/api/video.ts'
import { applyListEdit } from '../../../shared/features/publishing/lay.ts'
import { currentValueOf } from '../../../shared/features/publishing/three-way.ts'
import { failpoint } from '../../failpoint.ts'
import type { EditRow, NewHistory } from './edit-row.ts'
import type { OutboxParts, Target } from './next-post.ts'
import { adoptedIn, type Plan } from './plan.ts'

/** A read of the service. */
export interface Fresh {
  value: Video
  asOf: number
}

/** How a read settles a video's edits; committed in one transaction. */
export interface Settled {
  put: EditRow[]
  /** Finished and recorded as posted; created items with their new id. */
  posted: Plan['posted']
  /** Finished without being sent. */
  done: EditRow[]
  /** Posted, and then changed by someone else. */
  overwritten: EditRow[]
}

type Parts = Pick<OutboxParts, 'store' | 'clock' | 'onChange' | 'onNotice'>

export type Keep = ReturnType<typeof makeKeep>

/** Commits a read and what it means for the edits in one transaction, then notifies. */
export function makeKeep({ store, clock, onChange, onNotice }: Parts) {
  return async (target: Target, fresh: Fresh, settled: Settled) => {
    const adopted = adoptedIn(settled)
    if (adopted.length > 0) failpoint('adoption-before-commit')
    const duplicates = await store.commitEdits(target.account_id, target.video_id, {
      base: { video: fresh.value, fetchedAt: fresh.asOf },
      put: settled.put,
      remove: [...settled.posted.map(({ row }) => row), ...settled.done, ...settled.overwritten],
      adopted,
      published: settled.posted.map(({ row }) => row.key),
      overwritten: settled.overwritten.map(({ key }) => key),
      history: historyOf(settled, fresh.value, clock.now()),
    })
    onChange(target.account_id)
    for (const item_id of duplicates) onNotice?.({ ...target, event: 'duplicate', item_id })
    for (const { item_id } of settled.overwritten) {
      onNotice?.({ ...target, event: 'overwritten', item_id })
    }
  }
}

function historyOf({ posted, overwritten }: Settled, video: Video, at: number): NewHistory[] {
  return [
    ...posted.map((one) => postedEntry(one, video, at)),
    ...overwritten.map((row) => ({
      ...entryOf(row, at),
      event: 'overwritten' as const,
      before: row.want,
      base: row.base,
      after: currentValueOf(row, video),
    })),
  ]
}

const entryOf = ({ group, item_id, register, publish, note }: EditRow, at: number) => ({
  publish,
  note,
  at,
  group,
  item_id,
  register,
})

function postedEntry(posted: Settled['posted'][number], video: Video, at: number): NewHistory {
  const { row } = posted
  const entry = { ...entryOf(row, at), event: 'posted' as const }
  if ('item' in posted)
    return { ...entry, item_id: posted.item.id, before: null, after: posted.item }
  const after = row.kind === 'delete' ? null : currentValueOf(row, video)
  return { ...entry, before: row.kind === 'list' ? listBefore(row, after) : row.base, after }
}

/** Additions and removals by others since the edit was made count as part of the list before it. */
function listBefore({ base, added, removed }: EditRow, after: unknown): unknown {
  const isAlone = JSON.stringify(applyListEdit(base, { added, removed })) === JSON.stringify(after)
  return isAlone ? base : applyListEdit(after, { added: removed, removed: added })
}
