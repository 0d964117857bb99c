import { expect, test } from 'vitest'
import { activityText } from '../../../../src/renderer/features/activity/text.ts'
import { inWords } from '../../../../src/renderer/features/activity/use-what.ts'
import { type AnalyticsName, analytics } from '../../../../src/shared/api/analytics.ts'
import { videos } from '../../../../src/shared/api/videos.ts'

const english: Partial<Record<string, string>> = activityText.en.what
const said = (what: string) => inWords(what, (known) => activityText.en.what[known])

test('what was asked is said in words, and by its path where a row has none', () => {
  expect(said('stats')).toBe('Figures of a period')
  const names = Object.keys(analytics) as AnalyticsName[]
  expect(names.map(said)).toEqual(names.map((name) => english[name] ?? analytics[name].path))
})

test('each row of the video service has words too', () => {
  const names = Object.keys(videos).map((name) => `videos.${name}`)
  expect(names.filter((name) => said(name) === name)).toEqual([])
})

test('a name of no row stays as it is', () => {
  expect(said('toString')).toBe('toString')
  expect(said('readVideo')).toBe('readVideo')
})
