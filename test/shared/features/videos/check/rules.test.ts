import { expect, test } from 'vitest'
import { registerKind } from '../../../../../src/shared/features/publishing/register.ts'
import { checkVideo } from '../../../../../src/shared/features/videos/check/check-video.ts'
import { RULES } from '../../../../../src/shared/features/videos/check/rules.ts'
import { KNOWN_IDS, WRONG_VIDEOS } from '../../../../support/wrong-videos.ts'

test('every rule is broken by one of the wrong videos', () => {
  expect(WRONG_VIDEOS.map(([rule]) => rule).sort()).toEqual(Object.keys(RULES).sort())
})

test.each(WRONG_VIDEOS)('%s is found, with its severity, at an existing setting', (rule, video) => {
  const problems = checkVideo(video, { knownVideoIds: KNOWN_IDS })
  const found = problems.find((problem) => problem.rule === rule)
  expect(found).toMatchObject({ severity: RULES[rule], video_id: 'v1' })
  for (const { group, item_id, register } of problems) {
    if (register !== null) {
      expect(registerKind({ group, item_id, register }), register).toBeDefined()
    }
  }
})
