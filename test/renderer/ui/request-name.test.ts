import { expect, test } from 'vitest'
import { requestName } from '../../../src/renderer/ui/request-name.ts'
import { analytics } from '../../../src/shared/api/analytics.ts'
import { videos } from '../../../src/shared/api/video.ts'
import { LANGUAGES } from '../../../src/shared/locales/languages.ts'

test('a request is named in the language of the window', () => {
  expect(requestName('stats', 'en')).toBe('Metrics for a period')
  expect(requestName('stats', 'pt-BR')).toBe('Métricas de um período')
  expect(requestName('videos.patch', 'en')).toBe('Publishing changes')
})

test.each(LANGUAGES)('each endpoint of both services has a name of its own (%s)', (language) => {
  const names = [...Object.keys(analytics), ...Object.keys(videos).map((name) => `videos.${name}`)]
  const said = names.map((name) => requestName(name, language))
  expect(said.filter((text, index) => text === names[index] || text.trim() === '')).toEqual([])
  expect(new Set(said).size).toBe(names.length)
})

test('an unknown request name is shown unchanged', () => {
  expect(requestName('toString', 'en')).toBe('toString')
  expect(requestName('readVideo', 'en')).toBe('readVideo')
})
