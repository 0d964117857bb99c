import { GROUPS, type Group, isCollection } from '../../api/settings/index.ts'
import type { Video, VideoPatch } from '../../api/video.ts'
import { type Fields, fieldsOf, isFields } from '../../plain.ts'
import { applyListEdit, valueIn, withValue } from './lay.ts'
import { wholeNamed } from './register.ts'
import type { Intent } from './three-way.ts'
import { registersOf, sendable } from './value.ts'

/** Video, PATCH, 1 to 4: the settings after a patch. The arguments are not modified. */
export function applyPatch<T extends object>(settings: T, patch: VideoPatch): T {
  const result: Fields = { ...(settings as Fields) }
  for (const group of GROUPS) {
    const change = patch[group]
    if (!isFields(change)) continue
    const stored = fieldsOf(result[group])
    const merged = mergeKeys(stored, withoutItems(change), true)
    if (isCollection(group) && Array.isArray(change['items'])) {
      merged['items'] = applyItems(listOf(stored['items']), listOf(change['items']))
    }
    result[group] = merged
  }
  return result as T
}

// Video, PATCH, 3. An item that does not exist is neither patched nor recreated under its old id.
function applyItems(stored: Fields[], changes: Fields[]): Fields[] {
  const items = new Map<unknown, Fields>()
  for (const item of stored) items.set(items.has(item['id']) ? item : item['id'], item)
  for (const change of changes) {
    const { id } = change
    const known = items.get(id)
    if (id === undefined) items.set(change, mergeItem({}, change))
    else if (known && change['_destroy'] === true) items.delete(id)
    else if (known) items.set(id, mergeItem(known, change))
  }
  return [...items.values()]
}

function mergeItem(stored: Fields, patch: Fields): Fields {
  const { _destroy: _, ...change } = patch
  return mergeKeys(stored, change, true)
}

// Video, PATCH, 2: the merge is shallow per sub-group, so nested objects are replaced.
function mergeKeys(stored: Fields, change: Fields, hasSubGroups: boolean): Fields {
  const result = { ...stored }
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) continue
    if (hasSubGroups && !isPair(key) && isFields(value)) {
      put(result, key, mergeKeys(fieldsOf(own(result, key)), value, false))
    } else if (value === null) delete result[key]
    else put(result, key, value)
  }
  return result
}

const own = (fields: Fields, key: string) => (Object.hasOwn(fields, key) ? fields[key] : undefined)

/** Sets an own property whatever its name, so that a `__proto__` key from the service changes no prototype. */
function put(fields: Fields, key: string, value: unknown) {
  Object.defineProperty(fields, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  })
}

function withoutItems(fields: Fields): Fields {
  const { items: _, ...rest } = fields
  return rest
}

/** Video, PATCH, 6: what is validated together and so is only ever sent whole. */
const isPair = (key: string) => wholeNamed(key)?.kind === 'object'

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** The request body for these edits of a video in its current state: only what changes. */
export function patchBody(intents: readonly Intent[], video: Video): VideoPatch | null {
  const body: Record<string, Fields> = {}
  const items = new Map<Group, Map<string, Fields>>()
  for (const intent of intents) {
    const group = (body[intent.group] ??= {})
    if (intent.item_id !== null) {
      const itemsOfGroup = items.get(intent.group) ?? new Map<string, Fields>()
      items.set(intent.group, itemsOfGroup)
      addItem(itemsOfGroup, intent)
    } else if (intent.register !== null) {
      // Video, PATCH, 4: the full list is sent, based on the current one so that others' values
      // stay.
      const there = valueIn(fieldsOf(video[intent.group]), intent.register)
      group[intent.register] =
        intent.kind === 'list'
          ? applyListEdit(there, intent)
          : sendable(intent.register, intent.want)
    }
  }
  for (const [group, changed] of items) fieldsOf(body[group])['items'] = [...changed.values()]
  return intents.length > 0 ? body : null
}

/** The video after these edits; created items have their `local:` id. */
export function mergedVideo(intents: readonly Intent[], video: Video): Video {
  const merged = applyPatch(video, patchBody(intents, video) ?? {})
  const made = intents.filter(({ kind }) => kind === 'create')
  for (const group of new Set(made.map(({ group: name }) => name))) {
    if (!isCollection(group)) continue
    const ids = made.filter((intent) => intent.group === group).map(({ item_id }) => item_id)
    const items = (merged[group]?.items ?? []) as { id?: string }[]
    for (const item of items) item.id ??= ids.shift() ?? ''
  }
  return merged
}

/** The part of an item that may be sent: no id, and no undocumented key. */
export function itemToSend(group: Group, item: unknown): Fields {
  let result: Fields = {}
  for (const register of registersOf(group)) {
    const value = valueIn(fieldsOf(item), register) ?? null
    if (value !== null) result = withValue(result, register, sendable(register, value))
  }
  return result
}

function addItem(items: Map<string, Fields>, intent: Intent) {
  const { group, item_id, kind, register, want } = intent
  const id = item_id ?? ''
  if (kind === 'create') items.set(id, itemToSend(group, want))
  else if (kind === 'delete') items.set(id, { id, _destroy: true })
  else if (register !== null) {
    items.set(id, withValue(items.get(id) ?? { id }, register, sendable(register, want)))
  }
}
