import { isCollection } from '../../../shared/api/settings/index.ts'
import type { Video } from '../../../shared/api/video.ts'
import type { RegisterAt } from '../../../shared/features/publishing/register.ts'
import { isTextButton } from '../../../shared/features/videos/check/call-actions.ts'
import { isObject, at as placeIn } from '../../../shared/features/videos/check/values.ts'

type Plain = Readonly<Record<string, unknown>>

/** A copy in which one place has another value; what it does not name is kept as it is. */
export function withPath(value: unknown, path: readonly string[], next: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return next
  if (Array.isArray(value)) {
    return value.map((each, index) => (String(index) === name ? withPath(each, rest, next) : each))
  }
  const known = isObject(value) ? value : {}
  return { ...known, [name]: withPath(known[name], rest, next) }
}

/** The items of a group, or none. */
export function itemsOf(video: Video, group: RegisterAt['group']): (Plain & { id: string })[] {
  const items = isCollection(group) ? video[group]?.items : undefined
  return (items ?? []) as (Plain & { id: string })[]
}

/** What a register of a video has; undefined when it has nothing. */
export function valueAt(video: Video, { group, item_id, register }: RegisterAt): unknown {
  if (item_id === null) return placeIn(video[group], register)
  const item = itemsOf(video, group).find(({ id }) => id === item_id)
  return placeIn(item, register)
}

/** The video as it would be with another value in one register. */
export function withValue(video: Video, at: RegisterAt, value: unknown): Video {
  const { group, item_id, register } = at
  if (item_id === null) return withPath(video, [group, register], value) as Video
  const items = itemsOf(video, group).map((item) =>
    item.id === item_id ? withPath(item, register.split('.'), value) : item,
  )
  return withPath(video, [group, 'items'], items) as Video
}

/** Whether two values read from JSON say the same; a key that is not there says null. */
export function isSame(one: unknown, other: unknown): boolean {
  const a = one ?? null
  const b = other ?? null
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, index) => isSame(each, b[index]))
  }
  if (!isObject(a) || !isObject(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]))
}

/** What an item is called: on a text button its text, else its label, or nothing. */
export function itemName(item: unknown): string {
  const words = [placeIn(item, 'action.content'), placeIn(item, 'base.name')]
  const ordered = isTextButton(item) ? words : words.reverse()
  return (
    ordered.find((word): word is string => typeof word === 'string' && word.trim() !== '') ?? ''
  )
}
