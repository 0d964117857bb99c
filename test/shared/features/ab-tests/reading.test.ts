import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import type { ComparisonGroup } from '../../../../src/shared/api/comparison-group.ts'
import {
  comparisonRequest,
  lastDay,
  testsIn,
} from '../../../../src/shared/features/ab-tests/times.ts'
import { requestOf } from '../../../../src/shared/features/player/curves/choice.ts'
import { aPlayer } from '../../../support/statistics.ts'

const [A, B] = ['a', 'b'].map((letter) => letter.repeat(24)) as [string, string]
const STARTED = '2026-03-01 00:40:35'
const JOINED = '2026-03-03 22:15:00'
const FINISHED = '2026-03-20 01:30:00'

const listed: ComparisonGroup = {
  id: 'one',
  name: 'Lead',
  players: [{ player_id: A }, { player_id: B, started_at: JOINED }],
  started_at: STARTED,
  finished_at: FINISHED,
}

const instant = (wire: string | undefined, zone: string) =>
  Temporal.PlainDateTime.from(wire?.replace(' ', 'T') ?? '')
    .toZonedDateTime(zone)
    .toInstant()
    .toString()

const utc = (wire: string) => instant(wire, 'UTC')

const ZONES = ['UTC', 'America/Sao_Paulo', 'Asia/Tokyo', 'Asia/Kathmandu', 'Australia/Lord_Howe']

test.each(ZONES)('in %s, the figures of a test are requested of its own time', (zone) => {
  const [group] = testsIn({ value: [listed] }, zone).value
  if (!group) throw new Error('no test')
  const day = lastDay(group, zone, Date.UTC(2026, 3, 10))
  const request = comparisonRequest(group, [A, B], { zone, day })
  for (const { start_date, end_date } of request?.items ?? [])
    expect([start_date, end_date].map((wire) => instant(wire, zone))).toEqual([
      utc(JOINED),
      utc(FINISHED),
    ])
  expect(request?.items).toHaveLength(2)
})

test.each(ZONES)('in %s, the curve of an arm is of the arm’s own time', (zone) => {
  const { value: tests } = testsIn({ value: [listed] }, zone)
  const period = { start: '2026-03-01', end: '2026-03-07' }
  const about = { player: aPlayer({ id: A }), period, timezone: zone, players: [], tests }
  const startsOf = [A, B].map((player_id) => {
    const { input } = requestOf({ kind: 'arm', group_id: 'one', player_id }, about)
    const [item] = 'items' in input ? input.items : []
    return [item?.start_date, item?.end_date].map((wire) => instant(wire, zone))
  })
  expect(startsOf).toEqual([
    [utc(STARTED), utc(FINISHED)],
    [utc(JOINED), utc(FINISHED)],
  ])
})
