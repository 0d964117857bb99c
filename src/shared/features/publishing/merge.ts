import { GROUPS, isCollection } from '../../api/settings/index.ts'
import type { VideoPatch } from '../../api/video.ts'
import { type Fields, fieldsOf, isFields } from '../../plain.ts'
import { wholeNamed } from './register.ts'

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
