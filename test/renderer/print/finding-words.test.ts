import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import {
  dayName,
  daysNote,
  findingWords,
} from '../../../src/renderer/print/client/finding-words.ts'
import { daysText } from '../../../src/renderer/print/cover.tsx'
import { changeText, startText } from '../../../src/renderer/text.ts'
import { makeFormat } from '../../../src/renderer/ui/format.ts'
import type { Finding } from '../../../src/shared/features/reports/findings.ts'
import { type Language } from '../../../src/shared/locales/languages.ts'
import { sampleReport } from '../../support/sample-report.ts'

beforeAll(() => startText('en'))

const { about } = sampleReport()
const afterwards = { ...about, madeAt: Date.parse('2025-04-02T12:00:00Z') }
const onTheLast = { ...about, madeAt: Date.parse('2025-03-31T12:00:00Z') }
const wording = (days: typeof about) => ({
  ...{ t: i18next.getFixedT('en', 'clientReport'), format: makeFormat('en', 'UTC') },
  about: days,
  growing: null,
})
const earlier = makeFormat('en', 'UTC').dateRange({ start: '2025-01-29', end: '2025-02-28' })
const uneven = { ...afterwards, comparison: { start: '2025-02-01', end: '2025-02-28' } }
const young = {
  ...afterwards,
  player: about.player && { ...about.player, created: '2025-02-10' },
}
const alone: Finding = { kind: 'plays', direction: 'alone', percent: null, now: 900, before: null }

test('a figure that is not compared says why', () => {
  const why = (days: typeof about) => findingWords(alone, wording(days)).evidence
  expect(why({ ...afterwards, comparison: null })).toBe('These days are not compared with others.')
  expect(why(afterwards)).toBe(
    `The figures of ${earlier} are not complete, so they are not compared.`,
  )
  expect(why(onTheLast)).toBe(
    `Mar 31, 2025 was not over, so these days are not compared with ${earlier}.`,
  )
  expect(why(uneven)).toBe(
    'Periods of 31 and 28 days are not compared, because their totals differ anyway.',
  )
  expect(why(young)).toBe(
    'The video was created on Feb 10, 2025, so it did not exist on all of the compared days.',
  )
})

test('a period with a day that was not over is said to have one, instead of what it is compared with', () => {
  const note = (days: typeof about, isCompared = true) => daysNote(wording(days), isCompared)
  expect(note(afterwards)).toBe(`compared with ${earlier}`)
  expect(note(onTheLast)).toBe('Mar 31, 2025 was not over when its figures were read.')
  expect(note({ ...afterwards, comparison: null })).toBeNull()
  expect(note(afterwards, false)).toBe(
    `The figures of ${earlier} are not complete, so they are not compared.`,
  )
  expect(note(young)).toMatch(/^The video was created on Feb 10, 2025/u)
  expect(note(uneven)).toMatch(/^Periods of 31 and 28 days are not compared/u)
  const printed = (days: typeof about) =>
    daysText(days.period, days, i18next.getFixedT('en', 'print'), makeFormat('en', 'UTC'))
  expect(printed(onTheLast)).toBe(`${printed(afterwards)}; Mar 31, 2025 was not over`)
})

test('only a day that was not over is named as counted so far', () => {
  const named = (days: typeof about) =>
    ['2025-03-30', '2025-03-31'].map((day) => dayName(day, wording(days)))
  expect(named(onTheLast)).toEqual(['Mar 30, 2025', 'Mar 31, 2025 (so far)'])
  expect(named(afterwards)).toEqual(['Mar 30, 2025', 'Mar 31, 2025'])
})

test('the best minute is not said to have most of the sales', () => {
  const counts = { sales: 35, all: 458, percent: 7.64 }
  const { sentence, evidence } = findingWords(
    { kind: 'minute', start: 720, end: 780, ...counts },
    wording(afterwards),
  )
  expect(sentence).toBe('More buyers click between 12:00 and 13:00 than in any other minute')
  expect(evidence).toBe('35 of 458 conversions followed a click in this minute of the video.')
})

test('the share that reaches the pitch is of one video or of several', async () => {
  const said = async (language: Language) => {
    await changeText(language)
    const words = {
      ...{ t: i18next.getFixedT(language, 'clientReport'), format: makeFormat(language, 'UTC') },
      about: afterwards,
      growing: null,
    }
    return [1, 2].map(
      (videos) => findingWords({ kind: 'reach', percent: 40, videos }, words).evidence,
    )
  }
  expect(await said('en')).toEqual([
    'Sessions of 1 video that has a pitch, up to it.',
    'Sessions of 2 videos that have a pitch, each up to its own.',
  ])
  expect(await said('es-419')).toEqual([
    'Sesiones de 1 video que tiene pitch, hasta ese pitch.',
    'Sesiones de 2 videos que tienen pitch, cada una hasta el suyo.',
  ])
  expect(await said('pt-BR')).toEqual([
    'Sessões de 1 vídeo que tem pitch, até esse pitch.',
    'Sessões de 2 vídeos que têm pitch, cada uma até o seu.',
  ])
})

const last = { start: '2025-03-29', end: '2025-03-31' }
const growing = { ...wording(afterwards), growing: last }
const named = makeFormat('en', 'UTC').dateRange(last)

test('sales that are lower while days still grow are so only so far, with these days named', () => {
  const counts = { now: 80_000, before: 100_000, sales: 80, salesBefore: 100 }
  const fell = { kind: 'revenue', currency: 'usd', direction: 'down', percent: -20 } as const
  const words = findingWords({ ...fell, ...counts }, growing)
  expect(words).toMatchObject({
    sentence: 'Revenue is down 20% so far',
    number: '$800.00',
    under: 'revenue so far',
  })
  expect(words.evidence).toContain(`Sales of ${named} may still grow.`)
  const final = findingWords({ ...fell, ...counts }, wording(afterwards))
  expect(final).toMatchObject({ sentence: 'Revenue fell 20%', number: '−20%', under: 'revenue' })
  expect(final.evidence).not.toContain('grow')
  const less: Finding = {
    kind: 'mover',
    name: 'A',
    direction: 'down',
    percent: -40,
    now: 60,
    before: 100,
  }
  expect(findingWords(less, growing)).toMatchObject({
    ...{ sentence: 'A sold 40% less so far', number: '60', under: 'conversions so far' },
    evidence: expect.stringContaining(named) as string,
  })
})

test('the day that sold the most did so only so far while days still grow', () => {
  const counts = { sales: 40, all: 100, percent: 40 }
  const best: Finding = { kind: 'day', day: '2025-03-12', days: 31, ...counts }
  expect(findingWords(best, growing)).toEqual({
    sentence: 'Mar 12, 2025 sold the most so far',
    evidence: `40 of 100 conversions in 31 days. Sales of ${named} may still grow.`,
    ...{ number: '40%', under: 'of the conversions so far' },
  })
  expect(findingWords(best, wording(afterwards))).toEqual({
    sentence: 'Mar 12, 2025 sold the most',
    evidence: '40 of 100 conversions in 31 days.',
    ...{ number: '40%', under: 'of the conversions' },
  })
  const leader: Finding = { kind: 'leader', name: 'A', videos: 3, ...counts }
  const minute: Finding = { kind: 'minute', start: 720, end: 780, ...counts }
  for (const found of [leader, minute])
    expect(findingWords(found, growing)).toMatchObject({
      evidence: expect.stringContaining(`Sales of ${named} may still grow.`) as string,
      under: 'of the conversions so far',
    })
})

test('plays do not grow later, and a growth of sales is one already', () => {
  const fewer: Finding = { kind: 'plays', direction: 'down', percent: -20, now: 800, before: 1000 }
  expect(findingWords(fewer, growing)).toEqual(findingWords(fewer, wording(afterwards)))
  const more: Finding = { kind: 'sales', direction: 'up', percent: 20, now: 120, before: 100 }
  expect(findingWords(more, growing)).toMatchObject({
    ...{ sentence: 'Conversions grew 20%', number: '+20%' },
    evidence: expect.stringContaining(named) as string,
  })
})

test('the only video that sold is not said to share its sales with others', () => {
  const leader = (all: number, videos: number): Finding => ({
    ...{ kind: 'leader', name: 'A', sales: 40, all, percent: 100, videos },
  })
  const said = (found: Finding) => findingWords(found, wording(afterwards)).evidence
  expect(said(leader(40, 1))).toBe('40 conversions: no other video sold.')
  expect(said(leader(80, 3))).toBe('40 of 80 conversions, from 3 videos that sold.')
})
