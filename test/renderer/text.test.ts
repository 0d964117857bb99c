import i18next from 'i18next'
import { expect, test } from 'vitest'
import { changeText, startText } from '../../src/renderer/text.ts'
import { LANGUAGES } from '../../src/shared/locales/languages.ts'

test('a text without one of its values fails in a test, and a value may look like a placeholder', async () => {
  await startText('en')
  const t = i18next.getFixedT('en', 'abTests')
  expect(() => t('since')).toThrow('There is no value for day')
  expect(() => t('since', { date: '1 Mar 2026' })).toThrow('There is no value for day')
  expect(t('since', { day: '{{day}}' })).toBe('since {{day}}')
})

test.each(LANGUAGES)(
  'a count of whole millions is worded like any other (%s)',
  async (language) => {
    await startText(language)
    await changeText(language)
    const t = i18next.getFixedT(language, 'schedules')
    const said = [2_000_000, 2_000_001].map((count) => t('earlier', { count }))
    expect(said[0]?.replaceAll(/\d/gu, '#')).toBe(said[1]?.replaceAll(/\d/gu, '#'))
    expect(said[0]).toMatch(/2\D000\D000/u)
  },
)
