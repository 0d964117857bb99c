import type { Video } from '../../../src/shared/api/video.ts'
import type { ClicksTimed, ConversionsTimed } from '../../../src/shared/features/player/timing.ts'

/** Two hours. */
export const LENGTH = 7200
export const PITCH = 4000

const every = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))

/** Two hours of video with 200 items on the timeline. */
export const CROWDED: Video = {
  id: 'v1',
  name: 'Crowded',
  duration: LENGTH,
  call_actions: {
    enabled: true,
    items: every(150, (index) => ({
      id: `cta-${index}`,
      base: { type: 'outside_video', active: index % 5 !== 4 },
      window: { start: 40 * index + 200, end: 40 * index + 600 },
      action: { content: `Button ${index}`, as_html: true },
    })),
  },
  pixels: {
    enabled: true,
    items: every(48, (index) => ({
      id: `pixel-${index}`,
      base: { name: `Pixel ${index}`, type: 'facebook' },
      dispatch:
        index % 2 === 0
          ? { active: true, mode: 'time', threshold: 100 + 140 * index }
          : { active: true, mode: 'percent', threshold: 2 * index },
    })),
  },
  playback: { scroll_to_action_in: PITCH, action_after_finish: { type: 'loop', start: 60 } },
}

export const ENGAGEMENT = {
  grouped_timed: every(LENGTH + 1, (timed) => ({
    timed,
    total_users: ((timed * 7919) % 13) + (timed < 60 ? 200 : 0),
  })),
  average_watched_time: 0,
  engagement_rate: 0,
}

export const CLICKS: ClicksTimed = every(900, (index) => ({
  timed: 8 * index,
  total_users: index % 7,
}))

export const SALES = every(300, (index) => ({
  timed: 24 * index,
  timed_conversions: index % 3,
})) as ConversionsTimed
