import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeService } from '../../src/service/service.ts'
import { value } from './asking.ts'
import { counted } from './oracle.ts'

type Row = Record<string, number | string>

const ADDITIVE = [
  'total_viewed',
  'total_started',
  'total_finished',
  'total_clicked',
  'total_over_pitch',
  'total_under_pitch',
  'total_conversions',
  'total_amount_usd',
  'total_amount_brl',
  'total_amount_eur',
]
const BY_SESSION = ['viewed', 'started', 'finished', 'clicked'].map(
  (e) => `total_${e}_session_uniq`,
)
const UNIQUE = [
  ...BY_SESSION,
  ...['viewed', 'started', 'finished', 'clicked'].map((e) => `total_${e}_device_uniq`),
]

/** Zones with days around which their clock changes, so that ranges cover them. */
const PLACES: [zone: string, day: string][] = [
  ['UTC', '2026-06-15'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2018-02-17'],
  ['Asia/Kathmandu', '2026-06-15'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Europe/Dublin', '2026-03-29'],
  ['Europe/Dublin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
]

const addDays = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const questions = fc
  .record({
    place: fc.constantFrom(...PLACES),
    before: fc.integer({ min: 0, max: 9 }),
    after: fc.integer({ min: 0, max: 9 }),
    startClock: fc.constantFrom('00:00:00', '00:00:00', '00:30:00', '02:15:00', '13:07:09'),
    endClock: fc.constantFrom('23:59:59', '23:59:59', '02:30:00', '18:00:00'),
    /** Days from the range's last day to now: sometimes the day is still going on. */
    since: fc.integer({ min: -1, max: 5 }),
    player: fc.nat(11),
    pitch_time: fc.option(fc.integer({ min: 0, max: 2000 }), { nil: undefined }),
    video_duration: fc.option(fc.integer({ min: 0, max: 4000 }), { nil: undefined }),
  })
  .filter(({ before, after, startClock, endClock }) => before + after > 0 || startClock < endClock)

type Question = typeof questions extends fc.Arbitrary<infer Q> ? Q : never

const seeds = new Map<string, ReturnType<typeof makeService>>()
const clock = { now: 0 }

function posed(question: Question) {
  const [zone, day] = question.place
  const end = addDays(day, question.after)
  clock.now = Date.parse(`${addDays(end, question.since)}T15:40:00Z`)
  const service =
    seeds.get('world') ??
    makeService({ players: 12, days: 60, limits: { queriesPerMinute: null }, now: () => clock.now })
  seeds.set('world', service)
  const players = service.world.players(clock.now / 1000)
  const player = players[question.player]
  if (!player) throw new Error('no such player')
  const { pitch_time, video_duration } = question
  const body = {
    player_id: player.id,
    start_date: `${addDays(day, -question.before)} ${question.startClock}`,
    end_date: `${end} ${question.endClock}`,
    timezone: zone,
    pitch_time,
    video_duration,
  }
  return { service, player, body }
}

const sum = (rows: Row[], field: string) =>
  rows.reduce((total, row) => total + Number(row[field]), 0)
const pick = (row: Row, fields: string[]) => fields.map((field) => [field, row[field]])
const sums = (rows: Row[], fields: string[]) => fields.map((field) => [field, sum(rows, field)])

const holds = (law: (asked: ReturnType<typeof posed>) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(questions, (question) => law(posed(question))),
    { numRuns: 100 },
  )

const stats = ({ service, body }: ReturnType<typeof posed>) =>
  value<Row>(service, '/sessions/stats', { body })
const days = ({ service, body }: ReturnType<typeof posed>) =>
  value<Row[]>(service, '/sessions/stats_by_day', { body })

test('what can be added over days adds up to the period', () =>
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

test('what is counted by session adds up over the values of a field', () =>
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

test('every figure is what a plain count over the events gives', () =>
  holds(async (asked) => {
    expect(await stats(asked)).toEqual(counted(asked, clock.now))
  }))

test('the laws are not kept by emptiness', async () => {
  const started = await Promise.all(
    fc.sample(questions, { numRuns: 40, seed: 1 }).map((q) => stats(posed(q))),
  )
  expect(started.filter((row) => Number(row['total_started']) > 0).length).toBeGreaterThan(20)
})
