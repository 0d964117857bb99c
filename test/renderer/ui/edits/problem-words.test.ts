import i18next from 'i18next'
import { expect, test } from 'vitest'
import { startText } from '../../../../src/renderer/text.ts'
import { problemText, ruleSentences } from '../../../../src/renderer/ui/edits/problem-text.ts'
import { checkVideo } from '../../../../src/shared/features/videos/check/check-video.ts'
import { LANGUAGES, type Language } from '../../../../src/shared/locales/languages.ts'
import { videoTime } from '../../../../src/shared/time/time.ts'
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

/** What says a problem in a language. */
async function teller(language: Language) {
  await startText(language)
  const [t, ofAccount] = [
    i18next.getFixedT(language, 'problem'),
    i18next.getFixedT(language, 'problems'),
  ]
  return (problem: Parameters<typeof problemText>[0]) => problemText(problem, t, ofAccount)
}

test.each(LANGUAGES)(
  'a time past a limit is told as its field shows it in %s',
  async (language) => {
    const tell = await teller(language)
    const told = WRONG_VIDEOS.flatMap(([rule, video]) => {
      const found = checkVideo(video, { knownVideoIds: KNOWN_IDS }).find((one) => one.rule === rule)
      const limit = found?.details['limit']
      return found && typeof limit === 'number' ? [[tell(found), limit] as const] : []
    })
    expect(told.length).toBeGreaterThan(0)
    for (const [sentence, limit] of told) {
      expect(sentence).toContain(videoTime(limit))
      expect(sentence).not.toMatch(/\d s\b/u)
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

test.each([
  ['en', 'boolean', 'Expected: on or off.'],
  ['pt-BR', 'list-of-texts', 'Esperado: uma lista de textos.'],
  ['es-419', 'integer', 'Se espera: un número entero.'],
] as const)('the expected kind of a value is named in %s', async (language, expected, said) => {
  const tell = await teller(language)
  const problem = { rule: 'wrong-type', details: { value: 'x', expected } }
  expect(tell(problem)).toContain(said)
})
