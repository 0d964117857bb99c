import i18next from 'i18next'
import { expect, test } from 'vitest'
import { startText } from '../../src/renderer/text.ts'

test('a text without one of its values fails in a test, and a value may look like a placeholder', async () => {
  await startText('en')
  const t = i18next.getFixedT('en', 'abTests')
  expect(() => t('since')).toThrow('There is no value for day')
  expect(() => t('since', { date: '1 Mar 2026' })).toThrow('There is no value for day')
  expect(t('since', { day: '{{day}}' })).toBe('since {{day}}')
})
