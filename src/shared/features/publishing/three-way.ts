import type { Video } from '../../api/video.ts'
import { fieldsOf } from '../../plain.ts'
import { itemAt, valueAt } from './lay.ts'
import type { EditPlace } from './register.ts'
import { isHandBuiltList, sameItem, sameValue } from './value.ts'

/** The wanted change of one edit, independent of where it is stored. */
export interface Intent extends EditPlace {
  kind: 'set' | 'list' | 'create' | 'delete'
  base: unknown
  want: unknown
  added: string[] | null
  removed: string[] | null
}

/** `gone`: the edited item no longer exists. */
type Outcome = 'send' | 'done' | 'conflict' | 'gone'

/**
 * Decides what to do with an edit, from the service's value when it was made (base), the wanted value, and
 * the current one.
 */
export function threeWay(intent: Intent, video: Video): Outcome {
  switch (intent.kind) {
    case 'create':
      return 'send'
    case 'delete':
      return ofDelete(intent, video)
    case 'list':
      return ofList(intent, video)
    case 'set':
      return ofSet(intent, video)
  }
}

/** Whether the service has the wanted value. False for a new item, which is recognized by adoption instead. */
export function isApplied(intent: Intent, video: Video): boolean {
  const { group, item_id } = intent
  if (intent.kind === 'delete') return item_id === null || !itemAt(video, { group, item_id })
  if (intent.kind === 'list') return hasChanges(intent, video)
  if (intent.kind === 'create') return false
  if (item_id !== null && !itemAt(video, { group, item_id })) return false
  return sameValue(intent, intent.want, valueAt(video, intent))
}

/** The service's current value of what is edited; null when there is none. */
export function currentValueOf(intent: Intent, video: Video): unknown {
  const { group, item_id } = intent
  if (intent.register !== null) return valueAt(video, intent) ?? null
  return (item_id !== null && itemAt(video, { group, item_id })) || null
}

function ofSet(intent: Intent, video: Video): Outcome {
  const { group, item_id, base, want } = intent
  if (sameValue(intent, want, base)) return 'done'
  if (item_id !== null && !itemAt(video, { group, item_id })) return 'gone'
  const theirs = valueAt(video, intent)
  if (sameValue(intent, theirs, want)) return 'done'
  const isAdded = isHandBuiltList(intent, theirs) && !isHandBuiltList(intent, base)
  return sameValue(intent, theirs, base) && !isAdded ? 'send' : 'conflict'
}

// A list is merged as a set, so it is in conflict only when an edit contradicts itself.
function ofList(intent: Intent, video: Video): Outcome {
  const { added, removed } = intent
  if (added?.some((text) => removed?.includes(text))) return 'conflict'
  return hasChanges(intent, video) ? 'done' : 'send'
}

function ofDelete({ group, item_id, base }: Intent, video: Video): Outcome {
  const theirs = item_id === null ? null : itemAt(video, { group, item_id })
  if (!theirs) return 'done'
  const before = fieldsOf(base)
  const isKnown = Object.keys(before).length > 0
  return !isKnown || sameItem(group, theirs, before) ? 'send' : 'conflict'
}

function hasChanges(intent: Intent, video: Video): boolean {
  const value = valueAt(video, intent)
  const has: unknown[] = Array.isArray(value) ? value : []
  const { added, removed } = intent
  return (
    (added ?? []).every((text) => has.includes(text)) &&
    !(removed ?? []).some((text) => has.includes(text))
  )
}
