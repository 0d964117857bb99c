import type { Video } from '../../api/video.ts'
import { at, objectsAt, secondAt, textAt } from '../videos/check/values.ts'
import { durationOf } from './call-actions.ts'
import { type FoundInVideo, itemLabel } from './problem.ts'

type Item = ReturnType<typeof objectsAt>[number]

/** Pixels that are on and yet say nothing, or say it twice. */
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

/** A pixel without a moment, or with one after the end of the video. */
function* checkFiring(item: Item, duration: number | null): Generator<FoundInVideo> {
  const register = 'dispatch.threshold'
  const value = secondAt(item, register)
  const mode = textAt(item, 'dispatch.mode')
  const rule = 'pixel-never-fires'
  if (mode === '' || value === null) {
    const isWrong = mode !== '' && (at(item, register) ?? null) !== null
    // What is no whole number has its own problem.
    if (!isWrong) yield { ...place(item), register, rule, details: { reason: 'moment' } }
  } else if (mode === 'time' && duration !== null && value > duration) {
    const details = { reason: 'end', value, limit: duration }
    yield { ...place(item), register, rule, details }
  }
}

// The snippets of these services load them first, and report an event by a second call.
const LOADED_AND_REPORTED = [
  ['Meta', /\bfbq\s*\(\s*['"]init['"]/, /\bfbq\s*\(\s*['"]track(?:Single)?(?:Custom)?['"]/],
  ['Google', /\bgtag\s*\(\s*['"]config['"]/, /\bgtag\s*\(\s*['"]event['"]/],
  ['TikTok', /\bttq\.load\s*\(/, /\bttq\.(?:track|page|instance)\s*\(/],
] as const

/** A snippet that loads the pixel of a service, and reports no event to it. */
function* checkEvent(item: Item): Generator<FoundInVideo> {
  const html = textAt(item, 'tag.html')
  const found = LOADED_AND_REPORTED.find(
    ([, loads, reports]) => loads.test(html) && !reports.test(html),
  )
  if (!found) return
  const details = { value: found[0] }
  yield { ...place(item), register: 'tag.html', rule: 'pixel-without-event', details }
}

/** What makes a pixel the same as another: all but its label. Null while it is not finished. */
function contentOf(item: Item): string | null {
  const threshold = secondAt(item, 'dispatch.threshold')
  const type = textAt(item, 'base.type')
  const html = textAt(item, 'tag.html').trim()
  if (threshold === null || type === '' || (type === 'custom' && html === '')) return null
  return JSON.stringify([type, html, textAt(item, 'dispatch.mode'), threshold])
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
