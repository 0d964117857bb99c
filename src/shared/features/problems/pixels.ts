import type { Video } from '../../api/video.ts'
import { fieldsOf } from '../../plain.ts'
import { canonical } from '../publishing/value.ts'
import { at, objectsAt, secondAt, textAt } from '../videos/check/values.ts'
import { durationOf } from './call-actions.ts'
import { type FoundInVideo, itemLabel } from './problem.ts'

type Item = ReturnType<typeof objectsAt>[number]

/** Finds active pixels that send nothing, or send it twice. */
export function* checkPixels(video: Video): Generator<FoundInVideo> {
  if (at(video.pixels, 'enabled') === false) return
  const pixels = objectsAt(video.pixels, 'items').filter(
    (item) => at(item, 'dispatch.active') !== false,
  )
  const firsts = new Map<string, Item>()
  for (const item of pixels) {
    yield* checkFiring(item, durationOf(video))
    yield* checkEvent(item)
    const content = contentOf(item)
    const first = content === null ? undefined : firsts.get(content)
    if (first) yield twice(item, first)
    else if (content !== null) firsts.set(content, item)
  }
}

const place = (item: Item) => ({ group: 'pixels', item_id: textAt(item, 'id') }) as const

/** Finds pixels without a time, or with one after the end of the video. */
function* checkFiring(item: Item, duration: number | null): Generator<FoundInVideo> {
  const register = 'dispatch.threshold'
  const value = secondAt(item, register)
  const mode = textAt(item, 'dispatch.mode')
  const rule = 'pixel-never-fires'
  if (mode === '' || value === null) {
    const isWrong = mode !== '' && (at(item, register) ?? null) !== null
    // A value that is not an integer is a problem of its own.
    if (!isWrong) yield { ...place(item), register, rule, details: { reason: 'moment' } }
  } else if (mode === 'time' && duration !== null && value > duration) {
    const details = { reason: 'end', value, limit: duration }
    yield { ...place(item), register, rule, details }
  }
}

// Snippets of these services first load the pixel, and then report an event by a second call.
const LOADED_AND_REPORTED = [
  ['Meta', /\bfbq\s*\(\s*['"]init['"]/, /\bfbq\s*\(\s*['"]track(?:Single)?(?:Custom)?['"]/],
  ['Google', /\bgtag\s*\(\s*['"]config['"]/, /\bgtag\s*\(\s*['"]event['"]/],
  ['TikTok', /\bttq\.load\s*\(/, /\bttq\.(?:track|page|instance)\s*\(/],
] as const

/** Finds snippets that load a service's pixel without reporting an event to it. */
function* checkEvent(item: Item): Generator<FoundInVideo> {
  const html = textAt(item, 'tag.html')
  const found = LOADED_AND_REPORTED.find(
    ([, loads, reports]) => loads.test(html) && !reports.test(html),
  )
  if (!found) return
  const details = { value: found[0] }
  yield { ...place(item), register: 'tag.html', rule: 'pixel-without-event', details }
}

/**
 * What must be equal in duplicate pixels: everything except the label and the time of creation, also
 * keys that no document names. Null while the pixel is incomplete, and unless it is custom: no
 * documented key says which account of Facebook or Google a pixel reports to.
 */
function contentOf({ id: _id, created_at: _created, base, tag, ...item }: Item): string | null {
  const html = textAt(tag, 'html').trim()
  const isComplete = secondAt(item, 'dispatch.threshold') !== null && html !== ''
  if (!isComplete || textAt(base, 'type') !== 'custom') return null
  return canonical({
    ...item,
    base: { ...fieldsOf(base), name: null },
    tag: { ...fieldsOf(tag), html },
    // Only active pixels are compared, with or without this key.
    dispatch: { ...fieldsOf(item['dispatch']), active: null },
  })
}

function twice(item: Item, first: Item): FoundInVideo {
  const { group, item_id } = place(item)
  return {
    ...{ group, item_id, register: null, rule: 'pixel-twice' },
    details: {
      other: itemLabel(first),
      mode: textAt(item, 'dispatch.mode'),
      value: secondAt(item, 'dispatch.threshold') ?? 0,
    },
    fix: [{ kind: 'delete', group, item_id }],
    before: itemLabel(item),
  }
}
