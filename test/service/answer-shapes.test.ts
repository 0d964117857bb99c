import { expect, test } from 'vitest'
import { makeService, type ServiceOptions } from '../../src/service/service.ts'
import { analytics } from '../../src/shared/api/analytics.ts'
import type { ComparisonAnswer, ComparisonGroup } from '../../src/shared/api/comparison-group.ts'
import type { Engagement } from '../../src/shared/api/engagement.ts'
import { abRetentionTable } from '../../src/shared/features/ab-tests/table.ts'
import { callWindowsTable } from '../../src/shared/features/player/call-windows.ts'
import { curveOf } from '../../src/shared/features/player/curves/curve.ts'
import { keyMoments } from '../../src/shared/features/player/curves/moments.ts'
import { pitchFigures } from '../../src/shared/features/player/curves/pitch.ts'
import { curvesTable } from '../../src/shared/features/player/curves.ts'
import { marksTable } from '../../src/shared/features/player/marks.ts'
import { pitchTrialTable } from '../../src/shared/features/player/pitch-trial.ts'
import { retentionTable } from '../../src/shared/features/player/retention.ts'
import { valueCurves } from '../../src/shared/features/traffic/traffic-retention.ts'
import { missing } from '../../src/shared/tables/table.ts'
import { value } from './asking.ts'

const NOW = Date.parse('2026-11-21T10:20:30Z')
const make = (shapes: ServiceOptions['shapes']) =>
  makeService({ now: () => NOW, plan: 'enterprise', ...(shapes ? { shapes } : {}) })
const bySecond = make({})
const byMark = make({ marks: 5 })

const RANGE = { start_date: '2026-10-01 00:00:00', end_date: '2026-11-07 23:59:59' }
const [player] = bySecond.world
  .players(NOW / 1000)
  .filter(({ pitch_time }) => pitch_time > 0)
  .sort((a, b) => b.scale - a.scale)
if (!player) throw new Error('the world lacks a player for these tests')
const { id, duration, pitch_time } = player
const BODY = { player_id: id, ...RANGE }

const engagementOf = (service: typeof bySecond) =>
  value<Engagement>(service, '/times/user_engagement', { body: BODY })
const fine = await engagementOf(bySecond)
const coarse = await engagementOf(byMark)
const of = { id, name: 'One', duration, pitch_time, created_at: '2025-01-01 00:00:00' }
const known = <T>(answer: T) => ({ value: answer, asOf: 1 })
const MARKS = Array.from({ length: Math.floor(duration / 5) + 1 }, (_, index) => index * 5)

test('five-second steps end one second after the video, and lose no session', () => {
  const marks = coarse.grouped_timed.map(({ timed }) => timed)
  expect(marks.at(-1)).toBe(duration + 1)
  expect(marks.slice(0, -1).every((mark) => mark % 5 === 0)).toBe(true)
  expect(coarse.average_watched_time).toBe(fine.average_watched_time)
  expect(pitchFigures(coarse.grouped_timed, 0)).toEqual(pitchFigures(fine.grouped_timed, 0))
})

test('at every step and at the end, the retention equals that by the second', () => {
  const [one, other] = [fine, coarse].map((answer) => retentionTable(known(answer), of).rows)
  expect(other).toHaveLength(duration + 1)
  for (const second of [...MARKS, duration]) {
    expect(other?.[second]?.slice(0, 3)).toEqual(one?.[second]?.slice(0, 3))
  }
})

test('moments, trial pitch, marks, calls and compared curves read five-second steps like seconds', () => {
  const trial = 5 * Math.round(duration / 15)
  const pitched = { ...of, pitch_time: 5 * Math.floor(pitch_time / 5) }
  const read = (answer: Engagement) => {
    const engagement = known(answer)
    const curve = curveOf(answer.grouped_timed, pitched)
    const window = { id: 'a', name: 'A', start: trial, end: null, lastClick: null, isActive: true }
    const markers = [{ name: 'Mark', second: trial }]
    return {
      moments: keyMoments(curve).filter(({ kind }) => kind === 'hold' || kind === 'pitch'),
      trial: pitchTrialTable({ engagement, clicks: null, sales: null }, { player: pitched, trial }),
      marks: marksTable({ metrics: null, markers, engagement } as never, engagement).rows,
      calls: callWindowsTable([window], engagement, null).rows,
      curves: curvesTable(
        [{ choice: null, curve, why: 'no-comparison', age: null }],
        'second',
      ).rows.filter(([second]) => Number(second) % 5 === 0),
    }
  }
  expect(read(coarse)).toEqual(read(fine))
  expect(read(coarse).moments).toHaveLength(2)
  expect(read(coarse).calls[0]?.[6]).toEqual(missing('not-downloaded'))
})

test('arms of a test and values of a parameter are read the same from five-second steps', async () => {
  const groups = await value<ComparisonGroup[]>(bySecond, '/comparison_groups/list', { body: {} })
  const group = groups.find(({ finished_at }) => finished_at)
  const items = group?.player_ids?.slice(0, 2).map((player_id) => ({ player_id, ...RANGE }))
  const body = { comparison_group_id: group?.id, items }
  const origin = { body: { ...BODY, query_key: 'utm_source', values: ['FB'] } }
  const path = '/times/user_engagement_by_traffic_origin'
  const [one, other] = await Promise.all(
    [bySecond, byMark].map(async (service) => {
      const { stats } = await value<ComparisonAnswer>(service, '/comparison_groups/stats', { body })
      const raw = await value<unknown>(service, path, origin)
      const values = analytics.userEngagementByOrigin.output.parse(raw)
      const atMarks = <R>(rows: readonly R[]) => rows.filter((_, second) => second % 5 === 0)
      return {
        arms: atMarks(abRetentionTable(known(stats as never)).rows),
        values: valueCurves(values, ['FB'], of).map(({ curve }) => atMarks(curve)),
      }
    }),
  )
  expect(other).toEqual(one)
  expect(one?.values[0]?.length).toBe(MARKS.length)
})

test('rates without padding, and as numbers, equal the padded ones', async () => {
  const rows = async (service: typeof bySecond) => {
    const raw = await value<object[]>(service, '/sessions/stats_by_day', { body: BODY })
    const read = analytics.statsByDay.output.parse(raw)
    return {
      raw,
      figures: read.map((row) =>
        Object.entries(row).map(([key, cell]) => (key === 'date_key' ? cell : Number(cell))),
      ),
    }
  }
  const padded = await rows(bySecond)
  const short = await rows(make({ rates: 'short' }))
  const numbers = await rows(make({ rates: 'number' }))
  expect(short.figures).toEqual(padded.figures)
  expect(numbers.figures).toEqual(padded.figures)
  const ofRates = ({ raw }: typeof padded) =>
    raw.map((row) => (row as { play_rate: unknown }).play_rate)
  expect(ofRates(short).some((rate) => /\.\d$/.test(String(rate)))).toBe(true)
  expect(ofRates(short).every((rate) => typeof rate === 'string')).toBe(true)
  expect(ofRates(numbers).every((rate) => typeof rate === 'number')).toBe(true)
})
