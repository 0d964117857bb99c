import { theirsOf } from '../../shared/edit/three-way.ts'
import type { Video } from '../../shared/model/video.ts'
import type { Item } from './adoption.ts'
import type { EditRow, NewHistory } from './edit-row.ts'
import type { OutboxParts, Target } from './next.ts'
import type { Adopted, Plan } from './plan.ts'
import { makeTwins, type Twin } from './twins.ts'

/** A read of the service. */
export interface Fresh {
  value: Video
  asOf: number
}

/** What a read means for the edits of a video; committed at once. */
export interface Settled {
  put: EditRow[]
  /** Done with and told as posted; of an item made here with what it became. */
  posted: Plan['posted']
  /** Done with: nothing was sent for them. */
  done: EditRow[]
  /** Posted, and then changed by someone else. */
  overwritten: EditRow[]
}

type Parts = Pick<OutboxParts, 'store' | 'clock' | 'onChange' | 'onTold'>

export type Keep = ReturnType<typeof makeKeep>

/** Keeps what a read says, and what it means for edits, in one transaction; then tells of it. */
export function makeKeep({ store, clock, onChange, onTold }: Parts) {
  const twins = makeTwins()

  return async (
    target: Target,
    fresh: Fresh,
    { rows, settled }: { rows: readonly EditRow[]; settled: Settled },
  ) => {
    const now = clock.now()
    const posted = adoptedOf(settled)
    const late = twins.late(target, fresh.value, { now, posted })
    const history = historyOf(settled, { video: fresh.value, late, at: now })
    await store.commitEdits(target.account_id, target.video_id, {
      base: { video: fresh.value, fetchedAt: fresh.asOf },
      put: [...settled.put, ...knowing(rows, settled)],
      remove: [...settled.posted.map(({ row }) => row), ...settled.done, ...settled.overwritten],
      history,
    })
    twins.keep(target, { now, posted, late })
    onChange(target.account_id)
    const duplicates = [...posted.flatMap((one) => one.twins), ...late.map(({ twin }) => twin)]
    for (const { id } of duplicates) onTold?.({ ...target, event: 'duplicate', item_id: id })
    for (const { item_id } of settled.overwritten) {
      onTold?.({ ...target, event: 'overwritten', item_id })
    }
  }
}

const adoptedOf = ({ posted }: Settled): Adopted[] =>
  posted.flatMap((one) => ('item' in one ? [one] : []))

interface Read {
  video: Video
  late: Twin[]
  at: number
}

function historyOf({ posted, overwritten }: Settled, { video, late, at }: Read): NewHistory[] {
  return [
    ...posted.flatMap((one) => entriesOf(one, video, at)),
    ...overwritten.map((row) => ({
      ...entryOf(row, at),
      event: 'overwritten' as const,
      before: row.want,
      after: theirsOf(row, video),
    })),
    ...late.map(({ row, item, twin }) => twinEntry(row, { item, twin, at })),
  ]
}

/** A possible duplicate: both are there, and only the person can tell whether both are wanted. */
const twinEntry = (
  row: EditRow,
  { item, twin, at }: { item: Item; twin: Item; at: number },
): NewHistory => ({
  ...entryOf(row, at),
  event: 'posted',
  item_id: twin.id,
  before: item,
  after: twin,
})

const entryOf = ({ group, item_id, register }: EditRow, at: number) => ({
  at,
  group,
  item_id,
  register,
})

function entriesOf(posted: Settled['posted'][number], video: Video, at: number): NewHistory[] {
  const { row } = posted
  const entry = { ...entryOf(row, at), event: 'posted' as const }
  if (!('item' in posted)) {
    const after = row.kind === 'delete' ? null : theirsOf(row, video)
    return [{ ...entry, before: row.base, after }]
  }
  const { item, twins } = posted
  return [
    { ...entry, item_id: item.id, before: null, after: item },
    ...twins.map((twin) => twinEntry(row, { item, twin, at })),
  ]
}

/** An id that answered one item cannot answer another that was sent before it. */
function knowing(rows: readonly EditRow[], settled: Settled): EditRow[] {
  const adopted = adoptedOf(settled)
  if (adopted.length === 0) return []
  return rows.flatMap((row) => {
    const isTaken = settled.put.some(({ key }) => key === row.key)
    const isOwn = adopted.some((one) => one.row.key === row.key)
    if (row.knownIds === null || isTaken || isOwn) return []
    const ids = adopted.filter((one) => one.row.group === row.group).map(({ item }) => item.id)
    return ids.length > 0 ? [{ ...row, knownIds: [...row.knownIds, ...ids] }] : []
  })
}
