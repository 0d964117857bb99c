import type { AdoptedIds, Change } from '../../../shared/features/publishing/edit.ts'
import type { OfVideo } from './duplicates.ts'

/** Enough for what a window can still have under the `local:` ids. */
const MOST_KEPT = 1000

interface AdoptedId extends OfVideo {
  local: string
  id: string
}

/**
 * The ids that the service gave to created items, the latest alone. Not on the disk, because a window knows no
 * `local:` ids from before a start.
 */
export function makeAdoptedIds() {
  const all = new Map<string, AdoptedId>()

  function add(adopted: AdoptedId) {
    all.set(adopted.local, adopted)
    const [oldest] = all.keys()
    if (all.size > MOST_KEPT && oldest !== undefined) all.delete(oldest)
  }

  /** Of one video, or of all with null. */
  function list(account_id: string, video_id: string | null): AdoptedIds {
    const own = [...all.values()].filter(
      (each) => each.account_id === account_id && (video_id ?? each.video_id) === each.video_id,
    )
    return Object.fromEntries(own.map(({ local, id }) => [local, id]))
  }

  /** A change of what is now the service's item, made before the window knew that. */
  function resolve<C extends Change>(change: C): C {
    const known = 'item_id' in change && change.item_id !== null ? all.get(change.item_id) : null
    return known ? { ...change, item_id: known.id } : change
  }

  return { add, list, resolve }
}
