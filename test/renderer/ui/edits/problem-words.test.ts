import { expect, test } from 'vitest'
import { ruleSentences } from '../../../../src/renderer/ui/edits/problem-text.ts'
import { checkVideo } from '../../../../src/shared/features/videos/check/check-video.ts'
import { texts } from '../../../support/texts.ts'
import { KNOWN_IDS, WRONG_VIDEOS } from '../../../support/wrong-videos.ts'

test.each(WRONG_VIDEOS)(
  '%s has a sentence in each language, using the values of the check',
  (rule, video) => {
    const problem = checkVideo(video, { knownVideoIds: KNOWN_IDS }).find((one) => one.rule === rule)
    const sentences = Object.values(texts).map((words) => words.problem[rule])
    expect(new Set(sentences).size).toBe(sentences.length)
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^\P{Ll}.*\.$/u)
      const places = [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)
      for (const name of places) expect(problem?.details).toHaveProperty(name ?? '')
    }
  },
)

test('a refusal by the app’s own check is explained by its rules, one by the service is not', () => {
  const text = 'Not sent.'
  const details = { limit: 60 }
  const own = { path: 'playback', message: 'loop-beyond-duration', details }
  expect(ruleSentences({ kind: 'invalid', fields: [own], text })).toEqual([
    { rule: own.message, details },
  ])
  const theirs = { path: 'playback', message: 'must be whole' }
  expect(ruleSentences({ kind: 'invalid', fields: [theirs], text })).toEqual([])
  expect(ruleSentences({ kind: 'refused', text })).toEqual([])
})
