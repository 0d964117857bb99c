import type { Group } from '../../api/settings/index.ts'
import type { Video } from '../../api/video.ts'
import { fieldsOf } from '../../plain.ts'
import { at } from '../videos/check/values.ts'
import { THRESHOLD } from '../videos/codec.ts'
import type { Edit, HistoryEntry, OpenVideo } from './edit.ts'
import { itemsOf } from './lay.ts'
import type { EditPlace, RegisterAt } from './register.ts'

export const MODE = 'dispatch.mode'

/** The place that gives this one its meaning: a pixel's threshold is in the unit of its mode. */
export function partnerOf({ group, item_id, register }: EditPlace): RegisterAt | null {
  if (register === MODE) return { group, item_id, register: THRESHOLD }
  return register === THRESHOLD ? { group, item_id, register: MODE } : null
}

interface ItemOf {
  group: Group | null
  item_id: string | null
}

/** The mode of a pixel; undefined for other items and missing ones. */
export function modeOf(video: Video | undefined, { group, item_id }: ItemOf): unknown {
  if (!video || group !== 'pixels') return undefined
  return at(
    itemsOf(video, group).find(({ id }) => id === item_id),
    MODE,
  )
}

/** A pixel's modes when an edit of it was made, on the service, and with all edits. */
export function modesBeside(edit: Edit, opened: OpenVideo | undefined) {
  const theirs = modeOf(opened?.base, edit)
  const was = edit.register === THRESHOLD ? edit.partner : undefined
  return { base: was ?? theirs, theirs, mine: modeOf(opened?.shown, edit) }
}

interface Modes {
  before: unknown
  after: unknown
}

/**
 * A pixel's mode before and after a history entry, reconstructed from later changes of the service and the
 * current mode.
 */
export function modesAround(
  entry: HistoryEntry,
  history: readonly HistoryEntry[],
  video: Video | undefined,
): Modes {
  const { group, item_id, at: time } = entry
  const givenUp = history.find((one) => isGivenUpWith(entry, one))
  if (givenUp) return { before: givenUp.before, after: givenUp.after }
  const since = history
    .filter(({ at }) => at >= time)
    .flatMap((one) => {
      const modes = modesChanged(one, { group, item_id })
      return modes && modes.before !== modes.after ? [{ at: one.at, ...modes }] : []
    })
    .toSorted((one, other) => one.at - other.at)
  const next = since.find((one) => one.at > time)
  const then = next ? next.before : modeOf(video, { group, item_id })
  const together = since.find((one) => one.at === time)
  return together
    ? { before: together.before, after: together.after }
    : { before: then, after: then }
}

/** Whether an entry is the mode that was given up with a threshold: the service never had these two. */
function isGivenUpWith({ event, item_id, at: time }: HistoryEntry, one: HistoryEntry): boolean {
  if (event !== 'discarded' && event !== 'resolved') return false
  const isOfItem = one.register === MODE && one.item_id === item_id
  return isOfItem && one.event === event && one.at === time
}

/** The modes of the service between which an entry changed; null where it had none of them. */
function modesChanged(entry: HistoryEntry, item: ItemOf): Modes | null {
  const { event, register, before, after, base } = entry
  if (event === 'downloaded') {
    const [was, is] = [before, after].map((read) =>
      modeOf(fieldsOf(read) as unknown as Video, item),
    )
    return was === undefined || is === undefined ? null : { before: was, after: is }
  }
  if (register !== MODE || entry.item_id !== item.item_id) return null
  if (event === 'posted') return { before, after }
  // Ours was there for a while only.
  return event === 'overwritten' && base !== undefined ? { before: base, after } : null
}
