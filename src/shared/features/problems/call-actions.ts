import type { Video } from '../../api/video.ts'
import { at, objectsAt, secondAt, textAt } from '../videos/check/values.ts'
import { type FoundInVideo, setting } from './problem.ts'

interface PitchedVideo {
  video: Video
  /** The second of the pitch; null when none is set, undefined when the player is not known. */
  pitch: number | null | undefined
}

/** The active calls to action, which viewers are meant to see. */
export const shownCallActions = ({ call_actions }: Video) =>
  at(call_actions, 'enabled') === false
    ? []
    : objectsAt(call_actions, 'items').filter((item) => at(item, 'base.active') !== false)

/** Finds calls to action that appear before the pitch, or only after the end. */
export function* checkMoments({ video, pitch }: PitchedVideo): Generator<FoundInVideo> {
  const duration = durationOf(video)
  for (const item of shownCallActions(video)) {
    const start = secondAt(item, 'window.start')
    if (start === null || start < 0) continue
    const isAfterEnd = duration !== null && start >= duration
    const isEarly = typeof pitch === 'number' && start < pitch
    if (!isAfterEnd && !isEarly) continue
    yield {
      group: 'call_actions',
      item_id: textAt(item, 'id'),
      register: 'window.start',
      rule: isAfterEnd ? 'call-action-after-end' : 'call-action-before-pitch',
      details: { value: start, limit: isAfterEnd ? duration : Number(pitch) },
      ...fixOf(item, { start, pitch, duration }),
    }
  }
}

export const durationOf = ({ duration }: Video) =>
  typeof duration === 'number' && duration > 0 ? Math.floor(duration) : null

interface Moments {
  start: number
  pitch: number | null | undefined
  duration: number | null
}

/** Moved to the pitch with the same duration, cut at the end of the video. No fix without a pitch before that. */
function fixOf(item: unknown, { start, pitch, duration }: Moments) {
  if (!pitch || (duration !== null && pitch >= duration)) return {}
  const place = { group: 'call_actions', item_id: textAt(item, 'id') } as const
  const end = secondAt(item, 'window.end')
  const changes = [setting(place, 'window.start', pitch)]
  if (end !== null && end > start) {
    const moved = Math.min(pitch + end - start, duration ?? Number.POSITIVE_INFINITY)
    if (moved !== end) changes.push(setting(place, 'window.end', moved))
  }
  return { fix: changes, before: start }
}
