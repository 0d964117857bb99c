import fc from 'fast-check'
import { expect, test } from 'vitest'
import { value } from './asking.ts'
import { counted } from './oracle.ts'
import {
  ADDITIVE,
  BY_SESSION,
  clock,
  days,
  holds,
  pick,
  posed,
  type Row,
  requests,
  stats,
  sum,
  sums,
  UNIQUE,
} from './requests.ts'

test('additive figures of days add up to the period', () =>
  holds(async (asked) => {
    expect(sums(await days(asked), ADDITIVE)).toEqual(pick(await stats(asked), ADDITIVE))
  }))

test('uniques of a period are at most the sum of its days and at least the largest day', () =>
  holds(async (asked) => {
    const whole = await stats(asked)
    const rows = await days(asked)
    for (const field of UNIQUE) {
      expect(Number(whole[field])).toBeLessThanOrEqual(sum(rows, field))
      const largest = Math.max(0, ...rows.map((row) => Number(row[field])))
      expect(Number(whole[field])).toBeGreaterThanOrEqual(largest)
    }
  }))

test('counts of sessions add up over the values of a field', () =>
  holds(async (asked) => {
    const whole = pick(await stats(asked), [...ADDITIVE, ...BY_SESSION])
    for (const field of ['country', 'browser', 'device_type', 'domain']) {
      const body = { ...asked.body, field }
      const rows = await value<Row[]>(asked.service, '/sessions/stats_by_field', { body })
      expect(sums(rows, [...ADDITIVE, ...BY_SESSION])).toEqual(whole)
    }
  }))

test('the distribution agrees with the pitch, the sessions and the engagement', () =>
  holds(async (asked) => {
    const { service, body, player } = asked
    const whole = await stats(asked)
    const { grouped_timed, engagement_rate } = await value<{
      grouped_timed: Row[]
      engagement_rate: number
    }>(service, '/times/user_engagement', { body })
    const pitch = body.pitch_time || player.pitch_time
    const reached = grouped_timed.filter(({ timed }) => Number(timed) >= pitch)
    expect(sum(reached, 'total_users')).toBe(whole['total_over_pitch'])
    expect(sum(grouped_timed, 'total_users')).toBe(
      Number(whole['total_over_pitch']) + Number(whole['total_under_pitch']),
    )
    expect(engagement_rate).toBe(Number(whole['engagement_rate']))
  }))

test('clicks by second add up to the clicks', () =>
  holds(async (asked) => {
    const rows = await value<Row[]>(asked.service, '/clicks/total_by_company_timed', asked)
    expect(sum(rows, 'total_users')).toBe((await stats(asked))['total_clicked'])
  }))

test('conversions by second add up to the conversions and the amounts', () =>
  holds(async (asked) => {
    const rows = await value<Row[]>(asked.service, '/conversions/video_timed', asked)
    const whole = await stats(asked)
    const last = rows.at(-1) ?? {}
    expect(sum(rows, 'timed_conversions')).toBe(whole['total_conversions'])
    expect(last['cumulative_conversions'] ?? 0).toBe(whole['total_conversions'])
    for (const currency of ['usd', 'brl', 'eur']) {
      expect(sum(rows, `timed_amount_${currency}`)).toBe(whole[`total_amount_${currency}`])
      expect(last[`cumulative_amount_${currency}`] ?? 0).toBe(whole[`total_amount_${currency}`])
    }
  }))

test('plays never exceed views, on any day of any zone', () =>
  holds(async (asked) => {
    for (const row of await days(asked)) {
      expect(Number(row['total_viewed'])).toBeGreaterThanOrEqual(Number(row['total_started']))
      expect(Number(row['total_viewed_device_uniq'])).toBeGreaterThanOrEqual(
        Number(row['total_started_device_uniq']),
      )
    }
  }))

test('every figure equals a plain count over the events', () =>
  holds(async (asked) => {
    expect(await stats(asked)).toEqual(counted(asked, clock.now))
  }))

test('the laws are tested on answers with data', async () => {
  const started = await Promise.all(
    fc.sample(requests, { numRuns: 40, seed: 1 }).map((q) => stats(posed(q))),
  )
  expect(started.filter((row) => Number(row['total_started']) > 0).length).toBeGreaterThan(20)
})
