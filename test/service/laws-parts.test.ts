import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, EVENT } from '../../src/service/sessions.ts'
import { value } from './asking.ts'
import { counted, gathered, inAddress } from './oracle.ts'
import {
  ADDITIVE,
  type Asked,
  addDays,
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
} from './requests.ts'

const COUNTS = [...ADDITIVE, ...BY_SESSION]
const FIELDS = ['country', 'browser', 'device_type', 'domain']
const KEYS = ['utm_source', 'utm_campaign', 'src', 'UTM_MEDIUM']

interface Group {
  grouped_key: string
  grouped_values: Row[]
}

const rows = <R = Row>(asked: Asked, path: string, more: object) =>
  value<R[]>(asked.service, path, {
    body: { ...asked.body, video_duration: asked.body.video_duration ?? 0, ...more },
  })
const traffic = (asked: Asked, query_key: string) =>
  rows(asked, '/traffic_origin/stats', { query_key })

function grouped(all: Row[], field: string): Map<unknown, Row[]> {
  const groups = new Map<unknown, Row[]>()
  for (const row of all) groups.set(row[field], [...(groups.get(row[field]) ?? []), row])
  return groups
}

test('rows by field and day add up to the rows by field and to the rows by day', () =>
  holds(async (asked) => {
    for (const field of FIELDS.slice(0, 2)) {
      const both = await rows(asked, '/sessions/stats_by_field_by_day', { field })
      const ofValue = grouped(both, 'grouped_field')
      for (const row of await rows(asked, '/sessions/stats_by_field', { field })) {
        expect(sums(ofValue.get(row['grouped_field']) ?? [], ADDITIVE)).toEqual(pick(row, ADDITIVE))
        ofValue.delete(row['grouped_field'])
      }
      expect(ofValue.size).toBe(0)
      const ofDay = grouped(both, 'date_key')
      for (const row of await days(asked)) {
        expect(sums(ofDay.get(row['date_key']) ?? [], COUNTS)).toEqual(pick(row, COUNTS))
        ofDay.delete(row['date_key'])
      }
      expect(ofDay.size).toBe(0)
    }
  }))

test('rows by parameter and day add up to the rows by parameter, and come in date order', () =>
  holds(async (asked) => {
    const both = await rows(asked, '/traffic_origin/stats_by_day', { query_keys: KEYS })
    const ofKey = grouped(both, 'query_key')
    for (const key of KEYS) {
      const mine = ofKey.get(key) ?? []
      const ofValue = grouped(mine, 'grouped_field')
      for (const row of await traffic(asked, key)) {
        expect(sums(ofValue.get(row['grouped_field']) ?? [], ADDITIVE)).toEqual(pick(row, ADDITIVE))
        ofValue.delete(row['grouped_field'])
      }
      expect(ofValue.size).toBe(0)
      const dates = mine.map((row) => String(row['date_key']))
      expect(dates).toEqual([...dates].sort())
    }
  }))

test('a row of a parameter equals a plain count over the sessions with its value', () =>
  holds(async (asked) => {
    for (const row of await traffic(asked, 'utm_source')) {
      const { grouped_field, engagement_rate, over_pitch_rate, play_rate, ...counts } = row
      const keeps = (_: number, block: Block, session: number) =>
        inAddress('utm_source', block, session) === grouped_field
      const plain = counted({ ...asked, keeps }, clock.now)
      const { overall_conversion_rate: share } = counts
      expect(plain).toMatchObject({ ...counts, overall_conversion_rate: share ?? 0 })
      const rates = [engagement_rate, over_pitch_rate, play_rate].map(Number)
      expect(rates).toEqual(
        [plain.engagement_rate, plain.over_pitch_rate, plain.play_rate].map(Number),
      )
    }
  }))

test('a parameter’s count is the sum of the views of its values', () =>
  holds(async (asked) => {
    const recorded = await rows<Record<string, number>>(asked, '/traffic_origin/valid_utms', {})
    const found = new Map(recorded.flatMap((one) => Object.entries(one)))
    for (const key of KEYS) {
      expect(found.get(key) ?? 0).toBe(sum(await traffic(asked, key), 'total_viewed'))
    }
  }))

test('the distributions of all values of a field add up to the distribution', () =>
  holds(async (asked) => {
    const whole = await value<{ grouped_timed: Row[] }>(asked.service, '/times/user_engagement', {
      body: asked.body,
    })
    for (const field of ['country', 'utm_source']) {
      const values = await valuesOf(asked, field)
      const more = { field, values: [...values, 'no_attribution'] }
      const groups = await rows<Group>(asked, '/times/user_engagement_by_field', more)
      expect(total(groups)).toEqual(
        total([{ grouped_key: '', grouped_values: whole.grouped_timed }]),
      )
    }
  }))

async function valuesOf(asked: Asked, field: string): Promise<unknown[]> {
  const isField = FIELDS.includes(field)
  const all = isField
    ? await rows(asked, '/sessions/stats_by_field', { field })
    : await traffic(asked, field)
  return all.map((row) => row['grouped_field']).filter((one) => one !== '')
}

/** Sessions by the second at which they stopped, over all groups. */
function total(groups: Group[]): [number, number][] {
  const seconds = new Map<number, number>()
  for (const { timed, total_users } of groups.flatMap(({ grouped_values }) => grouped_values)) {
    seconds.set(Number(timed), (seconds.get(Number(timed)) ?? 0) + Number(total_users))
  }
  return [...seconds].sort(([a], [b]) => a - b)
}

const EVENTS = ['viewed', 'started', 'finished', 'clicked', 'paused'] as const

interface EventDays {
  event: string
  events_by_day: Row[]
}

test('events by day add up to the plain count of the period, in whatever zone', () =>
  holds(async (asked) => {
    const answer = await rows<EventDays>(asked, '/events/total_by_company_day', { events: EVENTS })
    const { events } = gathered(asked, clock.now)
    expect(answer.map(({ event, events_by_day }) => [event, sum(events_by_day, 'total')])).toEqual(
      EVENTS.map((event) => [event, events.get(EVENT[event])]),
    )
  }))

test('an event has an entry for each day of the period, with the counts of that day', () =>
  holds(async (asked) => {
    const { start_date, end_date } = asked.body
    const [first, last] = [start_date.slice(0, 10), end_date.slice(0, 10)]
    const dates: string[] = []
    for (let date = first; date <= last; date = addDays(date, 1)) dates.push(date)
    const statistics = grouped(await days(asked), 'date_key')
    const answer = await rows<EventDays>(asked, '/events/total_by_company_day', {
      events: EVENTS.slice(0, 4),
    })
    for (const { event, events_by_day } of answer) {
      expect(events_by_day.map(({ day }) => day)).toEqual(dates)
      for (const { day, total: all, total_uniq_session, total_uniq_device } of events_by_day) {
        const row = statistics.get(day)?.[0]
        const counts = ['', '_session_uniq', '_device_uniq'].map(
          (suffix) => row?.[`total_${event}${suffix}`] ?? 0,
        )
        expect([all, total_uniq_session, total_uniq_device]).toEqual(counts.map(String))
      }
    }
  }))

test("a leaderboard is the ranking of the players' own statistics", () =>
  holds(async (asked) => {
    const { service, body } = asked
    const start_date = body.start_date.slice(0, 10)
    const end_date = body.end_date.slice(0, 10)
    const range = { start_date: `${start_date} 00:00:00`, end_date: `${end_date} 23:59:59` }
    const own = await Promise.all(
      service.world.players(clock.now / 1000).map(async ({ id }) => {
        const whole = { ...asked, body: { ...body, ...range, player_id: id } }
        return { player_id: id, ...(await stats(whole)) } as Row
      }),
    )
    const asking = (event: string, leaderboard_limit: number) => ({
      event,
      leaderboard_limit,
      start_date,
      end_date,
    })
    const asks = [asking('started', 3), asking('clicked', 5), asking('finished', 50)]
    const answer = await rows<{ event: string; leaderboards: Row[] }>(
      asked,
      '/events/leaderboard',
      {
        company_id: service.company_id,
        leaderboards: asks,
      },
    )
    answer.forEach(({ event, leaderboards }, place) => {
      expect(leaderboards).toEqual(ranked(own, event).slice(0, asks[place]?.leaderboard_limit))
    })
  }))

function ranked(own: Row[], event: string): Row[] {
  return own
    .map((row) => ({
      player_id: row['player_id'] ?? '',
      total_plays: row[`total_${event}`] ?? 0,
      uniq_plays: row[`total_${event}_session_uniq`] ?? 0,
      uniq_device_plays: row[`total_${event}_device_uniq`] ?? 0,
    }))
    .filter(({ uniq_plays }) => Number(uniq_plays) > 0)
    .sort(
      (a, b) => Number(b.uniq_plays) - Number(a.uniq_plays) || (a.player_id < b.player_id ? -1 : 1),
    )
}

test('the laws of parts are tested on answers with data', async () => {
  const asked = fc.sample(requests, { numRuns: 40, seed: 1 })
  const found = await Promise.all(asked.map((request) => traffic(posed(request), 'utm_source')))
  expect(found.filter(({ length }) => length > 3).length).toBeGreaterThan(20)
})
