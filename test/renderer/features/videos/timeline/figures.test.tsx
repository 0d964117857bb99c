import { beforeAll, expect, test } from 'vitest'
import { DraggedItem } from '../../../../../src/renderer/features/videos/timeline/figures.tsx'
import { timelineItems } from '../../../../../src/renderer/features/videos/timeline/placed.ts'
import { makeReach } from '../../../../../src/renderer/features/videos/timeline/reach.ts'
import type { Stage } from '../../../../../src/renderer/features/videos/timeline/stage.ts'
import { startText } from '../../../../../src/renderer/text.ts'
import { makeFormat } from '../../../../../src/renderer/ui/format.ts'
import { wordsOf } from '../../../../support/drawn.ts'

beforeAll(() => startText('en'))

const LENGTH = 100

/** What is said of a pixel that is dragged from second 50 to 40, as so many sessions reached these. */
function said(sessions: { before: number; now: number }, { hasPlayer = true, active = true } = {}) {
  const dispatch = { active, mode: 'time' as const, threshold: 50 }
  const video = { id: 'v', pixels: { items: [{ id: 'p', dispatch }] } }
  const [origin] = timelineItems(video, LENGTH, { edits: [], wrong: new Set() }).pixels
  if (!origin) throw new Error('no pixel')
  const grouped_timed = [
    { timed: 50, total_users: sessions.before },
    { timed: 40, total_users: sessions.now - sessions.before },
  ]
  const engagement = { grouped_timed, average_watched_time: 0, engagement_rate: 0 }
  const stage = {
    reach: makeReach({ engagement, clicks: null, sales: null, days: 30 }, LENGTH),
    format: makeFormat('en', 'UTC'),
    length: LENGTH,
    words: { labelOf: () => 'Pixel' },
  } as unknown as Stage
  const item = { ...origin, start: 40, end: 40 }
  const drag = { handle: 'whole' as const, origin, item, saved: null, grab: null }
  return wordsOf(<DraggedItem {...{ drag, stage, hasPlayer }} />)
}

test('a few fires per week are shown in tenths, and their change is that of the sessions', () => {
  expect(said({ before: 6, now: 7 })).toContain('about 1.4 → about 1.6 (+16.66%)')
  expect(said({ before: 60, now: 70 })).toContain('about 14 → about 16 (+16.66%)')
  expect(said({ before: 1, now: 2 })).toContain('about 0.2 → about 0.5 (+100.00%)')
})

test('a video that has no player has no figures, and none that could be downloaded', () => {
  const words = said({ before: 0, now: 0 }, { hasPlayer: false })
  expect(words).toContain('At 0:50 → At 0:40')
  expect(words).not.toContain('not downloaded')
  expect(words).not.toContain('Would have reached')
})

test('the fires of a pixel that is off are those it would have once it is on', () => {
  const words = said({ before: 60, now: 70 }, { active: false })
  expect(words).toContain('Expected fires per week, once it is on')
  expect(words).toContain('about 14 → about 16')
  expect(said({ before: 60, now: 70 })).not.toContain('once it is on')
})
