import { expect, test } from 'vitest'
import type { Video } from '../../../../src/shared/api/video.ts'
import { accountProblems } from '../../../../src/shared/features/problems/account-problems.ts'
import { TEXT_BUTTON } from '../../../support/wrong-videos.ts'

const OF_EACH = 6

function aVideo(number: number): Video {
  const items = Array.from({ length: OF_EACH }, (_, index) => ({
    ...TEXT_BUTTON,
    id: `c${index}`,
    window: { start: 300 + 10 * index, end: 310 + 10 * index },
    action: { ...TEXT_BUTTON.action, url: `https://pay.example/${number}/${index}` },
  }))
  const pixels = Array.from({ length: OF_EACH }, (_, index) => ({
    ...{ id: `p${index}`, base: { type: 'custom' }, tag: { html: 'fire()' } },
    dispatch: { active: true, mode: 'percent', threshold: 25 },
  }))
  return {
    ...{ id: `v${number}`, name: `Video ${number}`, duration: 600 },
    call_actions: { enabled: true, items },
    pixels: { enabled: true, items: pixels },
    traffic_filter: { enabled: true, fallback_video_id: `v${number + 1}`, countries: ['BR'] },
  }
}

test('all problems of 1,700 videos with 20,000 items are found', () => {
  const videos = Array.from({ length: 1700 }, (_, number) => aVideo(number))
  const input = { videos, pitchOf: () => 300, rules: [], tagsOf: () => [] }
  // Each pixel but the first of a video is the same twice, and all but the last filter lead to another.
  expect(accountProblems(input)).toHaveLength(1700 * (OF_EACH - 1) + 1699)
})

test('of 2,000 early calls to action those are fixed that would not overlap after the pitch', () => {
  const { call_actions, ...video } = aVideo(0)
  const items = Array.from({ length: 100 }, (_, index) => ({
    ...call_actions?.items?.[0],
    ...{ id: `c${index}`, window: { start: index, end: index + 1 } },
  }))
  const early = { ...video, call_actions: { enabled: true, items } } as Video
  const videos = Array.from({ length: 20 }, (_, number) => ({ ...early, id: `v${number}` }))
  const input = { videos, pitchOf: () => 300, rules: [], tagsOf: () => [] }
  const problems = accountProblems(input).filter(({ rule }) => rule.endsWith('before-pitch'))
  expect(problems).toHaveLength(2000)
  expect(problems.filter(({ fix }) => fix)).toHaveLength(20)
})
