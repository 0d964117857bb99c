import type { Pixel } from '../../../../shared/api/settings/index.ts'
import type { Video } from '../../../../shared/api/video.ts'
import { secondOfPercent } from '../../../../shared/time/time.ts'
import type { LaneItem } from './lane-rows.ts'

/** Where the pixels fire, by the current settings. */
export function pixelsOf({ pixels }: Pick<Video, 'pixels'>, last: number): LaneItem[] {
  return (pixels?.items ?? []).flatMap((item) => {
    const { mode, threshold, active } = item.dispatch ?? {}
    if (typeof threshold !== 'number') return []
    const start = mode === 'percent' ? secondOfPercent(threshold, last) : threshold
    if (start > last) return []
    const isDimmed = pixels?.enabled === false || active === false
    const text = mode === 'percent' ? withPercent(nameOf(item), threshold) : nameOf(item)
    return { key: item.id, start, end: null, text, isDimmed }
  })
}

const nameOf = ({ base }: Pixel) => base?.name || base?.type || ''

const withPercent = (name: string, percent: number) =>
  name.includes(String(percent)) ? name : `${name} · ${percent}%`

/** Where the page scrolls to the action, and where the video starts again after its end. */
export function playbackOf(
  { playback }: Pick<Video, 'playback'>,
  last: number,
  text: (kind: 'scroll' | 'loop', second: number) => string,
): LaneItem[] {
  const seconds = {
    scroll: playback?.scroll_to_action_in,
    loop: playback?.action_after_finish?.start,
  }
  return (['scroll', 'loop'] as const).flatMap((kind) => {
    const start = seconds[kind]
    if (typeof start !== 'number' || start > last) return []
    const isDimmed = playback?.enabled === false
    return { key: kind, start, end: null, text: text(kind, start), isDimmed }
  })
}
