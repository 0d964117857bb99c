import { type Group, isCollection } from '../../api/settings/index.ts'
import type { Video, VideoPatch } from '../../api/video.ts'
import { type Fields, fieldsOf } from '../../plain.ts'
import { applyListEdit, valueIn, withValue } from './lay.ts'
import { applyPatch } from './merge.ts'
import type { Intent } from './three-way.ts'
import { registersOf, sendable } from './value.ts'

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
