import { Problem, unprocessable } from './problem.ts'
import { checkCallAction, checkFinish, checkVariant, type IsImage, isHandBuilt } from './rules.ts'
import { checkLeaf, GROUPS, ITEMS, isJson, isShape, type Json, type Shape } from './shape.ts'

/** What a merge needs besides the two values. */
export interface MergeParts {
  /** Duration of the video in seconds. */
  duration: number
  isImage: IsImage
  newId(): string
  /**
   * "Shallow per sub-group" may mean that keys of `design` are replaced, or that they are merged:
   * the document allows both, so the sandbox plays either.
   */
  partialDesign: 'replaces' | 'merges'
}

/** The stored video with a patch merged in; neither is changed. Throws a Problem. */
export function mergePatch(stored: Json, patch: unknown, parts: MergeParts): Json {
  if (!isJson(patch)) throw unprocessable('The body', 'must be a JSON object')
  const merged = { ...stored }
  for (const [group, shape] of Object.entries(GROUPS)) {
    if (!Object.hasOwn(patch, group)) continue
    merged[group] = mergeGroup(
      { group, shape, parts },
      objectIn(stored[group]),
      objectAt(patch[group], group),
    )
  }
  return merged
}

interface InGroup {
  group: string
  shape: Shape
  parts: MergeParts
}

function mergeGroup({ group, shape, parts }: InGroup, stored: Json, patch: Json): Json {
  const merged = mergeShape({ shape, place: group, parts }, stored, patch)
  if (group === 'smart_autoplay' && Object.hasOwn(patch, 'variants')) {
    merged['variants'] = mergeVariants(listIn(stored['variants']), patch['variants'], parts)
  }
  if ((group === 'call_actions' || group === 'pixels') && Object.hasOwn(patch, 'items')) {
    merged['items'] = mergeItems({ group, parts }, listIn(stored['items']), patch['items'])
  }
  if (group === 'playback' && Object.hasOwn(patch, 'action_after_finish')) {
    checkFinish(merged['action_after_finish'], parts.duration)
  }
  return merged
}

interface InShape {
  shape: Shape
  place: string
  parts: MergeParts
}

// Video, PATCH, 1 and 2. Unknown and read-only keys are ignored: the document shows no refusal.
// Null removes a value, as in every merge patch.
function mergeShape({ shape, place, parts }: InShape, stored: Json, patch: Json): Json {
  const merged = { ...stored }
  for (const [key, rule] of Object.entries(shape)) {
    if (!Object.hasOwn(patch, key)) continue
    const sent = patch[key]
    const below = `${place}.${key}`
    if (sent === null && (!isShape(rule) || key === 'action_after_finish')) delete merged[key]
    else if (isShape(rule)) {
      const inner = { shape: rule, place: below, parts }
      merged[key] = mergeShape(inner, objectIn(stored[key]), objectAt(sent, below))
    } else {
      checkLeaf(rule, sent, below)
      merged[key] =
        rule === 'object' && parts.partialDesign === 'merges'
          ? { ...objectIn(stored[key]), ...objectIn(sent) }
          : sent
    }
  }
  return merged
}

// Video, PATCH, 3. `not_found` for an unknown id is assumed.
function mergeItems(
  { group, parts }: { group: keyof typeof ITEMS; parts: MergeParts },
  stored: Json[],
  sent: unknown,
): Json[] {
  const place = `${group}.items`
  if (!Array.isArray(sent)) throw unprocessable(place, 'must be a list')
  const items = new Map(stored.map((item) => [item['id'], item]))
  sent.forEach((entry: unknown, index) => {
    const at = `${place}[${index}]`
    const patch = objectAt(entry, at)
    const isDeleted = checkDestroy(patch, at)
    const id = idOf(patch, at)
    const old = id === null ? { id: parts.newId() } : items.get(id)
    if (!old) throw new Problem('not_found', `${at}.id names no entry`)
    if (isDeleted) {
      if (id === null) throw unprocessable(`${at}.id`, 'must name the entry to delete')
      items.delete(id)
      return
    }
    const item = mergeShape({ shape: ITEMS[group], place: at, parts }, old, patch)
    if (group === 'call_actions') checkCallAction(item, at)
    items.set(item['id'], item)
  })
  return [...items.values()]
}

function checkDestroy(patch: Json, place: string): boolean {
  const { _destroy: destroy = false } = patch
  if (typeof destroy !== 'boolean')
    throw unprocessable(`${place}._destroy`, 'must be true or false')
  return destroy
}

/** The id of an entry; null when it has none. */
function idOf(patch: Json, place: string): string | null {
  if (!Object.hasOwn(patch, 'id')) return null
  const { id } = patch
  if (typeof id === 'string') return id
  throw unprocessable(`${place}.id`, 'must be text')
}

/**
 * Variants have no id, so a list replaces all those chosen by the two selection keys. Those
 * hand-built on the dashboard cannot be sent, and stay in place.
 */
function mergeVariants(stored: Json[], sent: unknown, parts: MergeParts): Json[] {
  const place = 'smart_autoplay.variants'
  if (!Array.isArray(sent)) throw unprocessable(place, 'must be a list')
  const chosen = sent.map((entry: unknown, index) =>
    checkVariant(objectAt(entry, `${place}[${index}]`), `${place}[${index}]`, parts.isImage),
  )
  const merged = stored.flatMap((variant) => {
    if (isHandBuilt(variant)) return [variant]
    const next = chosen.shift()
    return next ? [next] : []
  })
  return [...merged, ...chosen]
}

const objectIn = (value: unknown): Json => (isJson(value) ? value : {})

const listIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : [])

function objectAt(value: unknown, place: string): Json {
  if (isJson(value)) return value
  throw unprocessable(place, 'must be an object')
}
