import { expect, test } from 'vitest'
import { planOf } from '../../../../src/main/features/publishing/plan.ts'
import { sendable } from '../../../../src/renderer/features/publishing/edit-text.ts'
import type { Group } from '../../../../src/shared/api/settings/index.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import type { Edit } from '../../../../src/shared/features/publishing/edit.ts'
import { applyEdits } from '../../../../src/shared/features/publishing/lay.ts'
import { checkVideo } from '../../../../src/shared/features/videos/check/check-video.ts'
import { RULES } from '../../../../src/shared/features/videos/check/rules.ts'
import { anEditRow } from '../../../support/edits.ts'
import { WRONG_VIDEOS } from '../../../support/wrong-videos.ts'

/** What is posted of one edit: as the window announces it, and as main plans it. */
function sentOf(video: Video, change: Partial<Edit>) {
  const row = anEditRow({ video_id: video.id, kind: 'set', base: null, ...change } as object)
  const problems = checkVideo(applyEdits(video, [row]), { base: video })
  const due = [{ ...row, status: 'queued' as const }]
  const plan = planOf({ rows: due, due, video, before: video, check: checkVideo })
  const announced = sendable([row as unknown as Edit], problems)
  return [announced.map(({ register }) => register), plan.send.map(({ register }) => register)]
}

/** A setting of each group, or of its items, that no rule about errors concerns. */
const OTHER_SETTING: Readonly<Record<Group, string>> = {
  smart_autoplay: 'enabled',
  call_actions: 'window.persist_on_video_end',
  pixels: 'dispatch.active',
  traffic_filter: 'block_proxy',
  playback: 'disable_pause',
  immersive_mode: 'mobile',
}

const WITH_ERRORS = WRONG_VIDEOS.filter(([rule]) => RULES[rule] === 'error')

test.each(WITH_ERRORS)('an edit is posted as announced beside %s of the service', (rule, video) => {
  const found = checkVideo(video).find((problem) => problem.rule === rule)
  if (!found) throw new Error(`${rule} is not found.`)
  const { group, item_id } = found
  const register = OTHER_SETTING[group]
  const sent = sentOf(video, { group, item_id, register, base: undefined, want: false })
  expect(sent).toEqual([[register], [register]])
})

const video: Video = {
  id: 'v1',
  duration: 600,
  playback: { action_after_finish: { type: 'loop', start: 601 } },
  call_actions: { items: [{ id: 'c', window: { start: 9, end: 9 }, action: { as_html: true } }] },
  pixels: { items: [{ id: 'p', dispatch: { mode: 'percent', threshold: 101 } }] },
  smart_autoplay: { variants: [{ template_name: 'image', scale: 1 }] },
}

test.each<[Partial<Edit>]>([
  [{ group: 'pixels', item_id: 'p', register: 'dispatch.threshold', base: 101, want: 102 }],
  [{ group: 'call_actions', item_id: 'c', register: 'window.end', base: 9, want: 8 }],
  [{ group: 'call_actions', item_id: 'c', register: 'window.start', base: 9, want: 10 }],
  [
    {
      ...{ group: 'playback', item_id: null, register: 'action_after_finish' },
      ...{ base: { type: 'loop', start: 601 }, want: { type: 'loop', start: 602 } },
    },
  ],
  [
    {
      ...{ group: 'smart_autoplay', item_id: null, register: 'variants' },
      base: [{ template_name: 'image', scale: 1 }],
      want: [{ template_name: 'image', scale: 0.5 }],
    },
  ],
])(
  'another invalid value in place of an invalid one of the service is not posted: %j',
  (change) => {
    expect(sentOf(video, change)).toEqual([[], []])
  },
)
