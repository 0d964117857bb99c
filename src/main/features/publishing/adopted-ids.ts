import type { AdoptedIds as IdsByLocal } from '../../../shared/features/publishing/edit.ts'
import type { OfVideo } from './duplicates.ts'

/** Enough for what a window can still have under the `local:` ids. */
const MOST_KEPT = 1000

interface AdoptedId extends OfVideo {
  local: string
  id: string
}

export type AdoptedIds = ReturnType<typeof makeAdoptedIds>

/**
 * The ids that the service gave to created items, the latest alone. Not on the disk, because a window knows no
 * `local:` ids from before a start.
 */
export function makeAdoptedIds() {
  const all = new Map<string, AdoptedId>()
  const keyOf = ({ account_id, video_id }: OfVideo, local: string) =>
    JSON.stringify([account_id, video_id, local])

  function add(adopted: AdoptedId) {
    all.set(keyOf(adopted, adopted.local), adopted)
    const [oldest] = all.keys()
    if (all.size > MOST_KEPT && oldest !== undefined) all.delete(oldest)
  }

  /** The `local:` id is that of an item which does not exist yet again. */
  function forget(of: OfVideo, local: string) {
    all.delete(keyOf(of, local))
  }

  /** Of one video, or of all with null. */
  function list(account_id: string, video_id: string | null): IdsByLocal {
    const own = [...all.values()].filter(
      (each) => each.account_id === account_id && (video_id ?? each.video_id) === each.video_id,
    )
    return Object.fromEntries(own.map(({ local, id }) => [local, id]))
  }

  /** A change or a place of what is now the service's item, named before the window knew that. */
  function resolve<P extends object>(of: OfVideo, place: P): P {
    const local = 'item_id' in place ? place.item_id : null
    const known = typeof local === 'string' ? all.get(keyOf(of, local)) : null
    return known ? { ...place, item_id: known.id } : place
  }

  /** The same for places of any videos of an account. */
  const resolveAll = <P extends { video_id: string }>(account_id: string, places: readonly P[]) =>
    places.map((place) => resolve({ account_id, video_id: place.video_id }, place))

  return { add, forget, list, resolve, resolveAll }
}
