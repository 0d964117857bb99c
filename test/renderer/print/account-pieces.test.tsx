import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import {
  figurePieces,
  isWhollyCompared,
  printedOverview,
  shownTiles,
  videoPieces,
} from '../../../src/renderer/print/client/account-pieces.tsx'
import { startText } from '../../../src/renderer/text.ts'
import { makeFormat } from '../../../src/renderer/ui/format.ts'
import type { Statistics } from '../../../src/shared/api/statistics.ts'
import type { OverviewRow } from '../../../src/shared/features/overview/overview.ts'
import { wordsOf } from '../../support/drawn.ts'
import { sampleReport } from '../../support/sample-report.ts'
import { anOverview, aPlayer, aStatistics, idOf } from '../../support/statistics.ts'

beforeAll(() => startText('en'))

test('the figures of an account say how many videos are not in them', () => {
  const said = (leftOut: number, comparedLeftOut = 0) => {
    const overview = { ...anOverview([]), leftOut, comparedLeftOut }
    const drawn = {
      ...{ t: i18next.getFixedT('en', 'clientReport'), format: makeFormat('en', 'UTC') },
      ...{ about: sampleReport().about, overview, findings: [] },
      growing: null,
    }
    return figurePieces(drawn, [])
      .map(({ content }) => wordsOf(content))
      .join()
  }
  expect(said(1)).toContain(
    '1 video that is no longer in the account has figures for these days; it is not included.',
  )
  expect(said(0)).not.toContain('not included')
  const { comparison } = sampleReport().about
  const days = comparison && makeFormat('en', 'UTC').dateRange(comparison).replaceAll(/\s+/gu, ' ')
  expect(said(0, 2)).toContain(
    `2 videos that are no longer in the account have figures for ${days}; they are not included.`,
  )
  expect(said(1, 1).match(/not included/gu)).toHaveLength(2)
})

const figuresOf = (period: Statistics | null) => ({ period, sums: null, asOf: period && 1 })
const stopped = aStatistics({
  total_started: 0,
  total_clicked: 0,
  total_conversions: 0,
  total_amount_brl: 0,
})

function row(number: number, now: Statistics | null, then: Statistics | null): OverviewRow {
  const player = aPlayer({ id: idOf(number), name: `Video ${number}` })
  return { player, current: figuresOf(now), comparison: figuresOf(then) }
}

function drawnOf(rows: OverviewRow[], growing: { start: string; end: string } | null = null) {
  return {
    ...{ t: i18next.getFixedT('en', 'clientReport'), format: makeFormat('en', 'UTC'), growing },
    ...{ about: sampleReport().about, overview: anOverview(rows), findings: [] },
  }
}
const said = (pieces: ReturnType<typeof videoPieces>) =>
  pieces.map(({ content }) => wordsOf(content))

test('a video that stopped has a row, because the total of all videos counts what it sold before', () => {
  const rows = [
    row(1, aStatistics({ total_conversions: 40 }), aStatistics({ total_conversions: 30 })),
    row(2, stopped, aStatistics({ total_conversions: 60 })),
    row(3, stopped, stopped),
  ]
  const lines = said(videoPieces(drawnOf(rows), ['brl']))
  expect(lines.flatMap((line) => /^Video \d/u.exec(line)?.[0] ?? [])).toEqual([
    'Video 1',
    'Video 2',
  ])
  const total = lines.find((line) => line.startsWith('All videos'))
  expect(total).toMatch(/ 40 90 /u)
  expect(lines.find((line) => line.startsWith('Video 2'))).toMatch(/ 0 60 R\$0\.00$/u)
  const [first] = rows
  const unpitched = first && { ...first, player: { ...first.player, pitch_time: 0 } }
  const [line] = unpitched ? said(videoPieces(drawnOf([unpitched]), [])).slice(2) : []
  expect(line).toMatch(/^Video 1 800 n\/a 140 40/u)
})

test('without the figures of a video there is no total, and the table says so', () => {
  const lines = said(
    videoPieces(drawnOf([row(1, aStatistics(), null), row(2, null, null)]), ['brl']),
  )
  expect(lines[0]).toContain('The figures of 1 video for these days are not downloaded')
  expect(lines.find((line) => line.startsWith('All videos'))).toMatch(/–/u)
})

test('a tile of sales draws no minus while days may still grow, and names these days', () => {
  const rows = [
    row(1, aStatistics({ total_amount_brl: 100 }), aStatistics({ total_amount_brl: 200 })),
    row(
      2,
      aStatistics({ total_started: 500, total_amount_brl: 500_000 }),
      aStatistics({ total_started: 900 }),
    ),
  ]
  const words = (growing: { start: string; end: string } | null) => {
    const drawn = drawnOf(rows, growing)
    return said(figurePieces(drawn, shownTiles(drawn.overview))).join()
  }
  expect(words(null)).not.toContain('so far')
  const last = { start: '2025-03-30', end: '2025-03-31' }
  const named = makeFormat('en', 'UTC').dateRange(last).replaceAll(/\s+/gu, ' ')
  expect(words(last)).toContain(`Sales of ${named} may still grow.`)
  expect(words(last)).toContain('so far before')
  // Plays are counted when they happen.
  expect(words(last)).toContain('−23.5%')
  const minuses = (text: string) => text.split('−').length - 1
  expect(minuses(words(last))).toBeLessThan(minuses(words(null)))
})

test('without figures of the earlier days, the table has no column of them', () => {
  const heads = (then: Statistics | null) =>
    said(videoPieces(drawnOf([row(1, aStatistics(), then)]), [])).at(1)
  expect(heads(aStatistics())).toContain('Conv., before')
  expect(heads(null)).not.toContain('Conv., before')
})

test('an account counts as compared only when every video has figures of the earlier days, and is still in it', () => {
  const compared = (...befores: (Statistics | null)[]) =>
    isWhollyCompared(anOverview(befores.map((then, index) => row(index, aStatistics(), then))))
  expect(compared(aStatistics(), aStatistics())).toBe(true)
  expect(compared(aStatistics(), null)).toBe(false)
  expect(compared()).toBe(false)
  const rows = [row(1, aStatistics(), aStatistics())]
  expect(isWhollyCompared({ ...anOverview(rows), comparedLeftOut: 1 })).toBe(false)
})

test('videos of one name or none are told apart by their ids', () => {
  const alike = ['VSL', 'VSL ', ' '].map((name, index) => {
    const one = row(index + 1, aStatistics(), aStatistics())
    return { ...one, player: { ...one.player, name } }
  })
  const { rows } = printedOverview(anOverview(alike), sampleReport().about)
  const lines = said(videoPieces(drawnOf(rows), [])).join('\n')
  for (const name of [`VSL (${idOf(1)})`, `VSL (${idOf(2)})`])
    expect(lines).toContain(`${name} 800`)
  expect(lines).toContain(`\n(${idOf(3)}) 800`)
})
