import type { VideoPatch } from './api/videos.ts'
import { COLLECTIONS, GROUPS } from './model/settings/index.ts'

type Fields = Record<string, unknown>

/** Video, PATCH, 6: a pair that is validated together and so is only ever sent whole. */
const PAIRS = new Set(['action_after_finish'])

/** Video, PATCH, 1 to 4: the settings as they are after a patch. Neither argument is changed. */
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

/** One patch that does what two do, one after the other. */
export function foldPatches(first: VideoPatch, second: VideoPatch): VideoPatch {
  const result: Fields = {}
  for (const group of GROUPS) {
    const [one, two] = [first[group], second[group]]
    if (!isFields(one) && !isFields(two)) continue
    const merged = foldKeys(withoutItems(fieldsOf(one)), withoutItems(fieldsOf(two)), true)
    const items = [fieldsOf(one)['items'], fieldsOf(two)['items']].filter(Array.isArray)
    if (isCollection(group) && items.length > 0) {
      merged['items'] = foldItems(items.flatMap(listOf))
    }
    result[group] = merged
  }
  return result
}

// Video, PATCH, 3. An item that is not there is neither patched nor made again under its old id.
function applyItems(stored: Fields[], changes: Fields[]): Fields[] {
  const items = stored.slice()
  for (const change of changes) {
    if (change['id'] === undefined) {
      items.push(mergeItem({}, change))
      continue
    }
    const place = items.findIndex((item) => item['id'] === change['id'])
    if (place < 0) continue
    if (change['_destroy'] === true) items.splice(place, 1)
    else items[place] = mergeItem(items[place] ?? {}, change)
  }
  return items
}

function foldItems(changes: Fields[]): Fields[] {
  const known = new Map<unknown, Fields>()
  const made: Fields[] = []
  for (const change of changes) {
    const { id } = change
    const before = known.get(id)
    if (id === undefined) made.push(change)
    else if (change['_destroy'] === true) known.set(id, { id, _destroy: true })
    else if (before?.['_destroy'] !== true) known.set(id, foldKeys(before ?? {}, change, true))
  }
  return [...known.values(), ...made]
}

function mergeItem(stored: Fields, patch: Fields): Fields {
  const { _destroy: _, ...change } = patch
  return mergeKeys(stored, change, true)
}

// Video, PATCH, 2: shallow per sub-group, so what is inside a sub-group's key is replaced.
function mergeKeys(stored: Fields, change: Fields, hasSubGroups: boolean): Fields {
  const result = { ...stored }
  for (const [key, value] of Object.entries(change)) {
    if (value === undefined) continue
    if (hasSubGroups && !PAIRS.has(key) && isFields(value)) {
      put(result, key, mergeKeys(fieldsOf(own(result, key)), value, false))
    } else if (value === null) delete result[key]
    else put(result, key, value)
  }
  return result
}

function foldKeys(first: Fields, second: Fields, hasSubGroups: boolean): Fields {
  const result = { ...first }
  for (const [key, value] of Object.entries(second)) {
    if (value === undefined) continue
    const before = own(result, key)
    const isSubGroup = hasSubGroups && !PAIRS.has(key) && isFields(value) && isFields(before)
    put(result, key, isSubGroup ? foldKeys(before, value, false) : value)
  }
  return result
}

const own = (fields: Fields, key: string) => (Object.hasOwn(fields, key) ? fields[key] : undefined)

/** As an own key, whatever its name: `__proto__` among the service's keys changes no prototype. */
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

const isCollection = (group: string) => (COLLECTIONS as readonly string[]).includes(group)

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
