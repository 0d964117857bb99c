import type { Video } from '../../api/video.ts'
import { type Fields, fieldsOf, isFields } from '../../plain.ts'
import type { HistoryEntry } from './edit.ts'
import { type Item, withValue } from './lay.ts'

type OfCalls = Pick<Video, 'call_actions'>

/**
 * A video's calls to action as they were at an instant (epoch ms): reverts the later changes of the local
 * history, newest first.
 */
export function callActionsAt(
  { call_actions }: OfCalls,
  history: readonly HistoryEntry[],
  at: number,
): OfCalls {
  const since = changesOfCalls(history).filter((entry) => entry.at >= at)
  const newestFirst = since.toSorted((a, b) => b.at - a.at || b.id - a.id)
  const then = newestFirst.reduce(reverted, fieldsOf(call_actions))
  return { call_actions: then } as OfCalls
}

/** The known changes of calls to action on the service, made by this app or elsewhere. */
export const changesOfCalls = (history: readonly HistoryEntry[]): HistoryEntry[] =>
  history.flatMap((entry) => {
    const { event, group, before, after, base } = entry
    const isRead = [before, after].some((read) => 'call_actions' in fieldsOf(read))
    if (event === 'downloaded') return isRead ? [entry] : []
    if (group !== 'call_actions') return []
    if (event === 'posted') return [entry]
    // Ours was there for a while only: what the service had before it is `base`.
    return event === 'overwritten' && base !== undefined ? [{ ...entry, before: base }] : []
  })

function reverted(calls: Fields, { event, item_id, register, before }: HistoryEntry): Fields {
  if (event === 'downloaded') return fieldsOf(fieldsOf(before)['call_actions'])
  const value = before ?? undefined
  if (item_id === null) return register === null ? calls : withValue(calls, register, value)
  const items = (calls['items'] ?? []) as Item[]
  if (register !== null) {
    const changed = items.map((item) =>
      item.id === item_id ? withValue(item, register, value) : item,
    )
    return { ...calls, items: changed }
  }
  // The whole item was created or deleted since.
  const others = items.filter(({ id }) => id !== item_id)
  return { ...calls, items: isFields(before) ? [...others, { ...before, id: item_id }] : others }
}
