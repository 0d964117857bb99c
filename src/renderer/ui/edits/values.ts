import type { Video } from '../../../shared/api/video.ts'
import { itemsOf } from '../../../shared/features/publishing/lay.ts'
import type { RegisterAt } from '../../../shared/features/publishing/register.ts'
import { isObject } from '../../../shared/features/videos/check/values.ts'

/** A copy with the value at a path replaced. */
export function withPath(value: unknown, path: readonly string[], next: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return next
  if (Array.isArray(value)) {
    return value.map((each, index) => (String(index) === name ? withPath(each, rest, next) : each))
  }
  const known = isObject(value) ? value : {}
  return { ...known, [name]: withPath(known[name], rest, next) }
}

/** A copy of the video with another value in one register. */
export function withValue(video: Video, at: RegisterAt, value: unknown): Video {
  const { group, item_id, register } = at
  if (item_id === null) return withPath(video, [group, register], value) as Video
  const items = itemsOf(video, group).map((item) =>
    item.id === item_id ? withPath(item, register.split('.'), value) : item,
  )
  return withPath(video, [group, 'items'], items) as Video
}

/** Whether two JSON values are equal; an absent key equals null. */
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
