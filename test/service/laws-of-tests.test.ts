import { expect, test } from 'vitest'
import type { ComparisonAnswer, ComparisonGroup } from '../../src/shared/api/comparison-group.ts'
import { value } from './asking.ts'
import { type Asked, holds, pick, type Row, stats, sum } from './requests.ts'

/** Of all requests, those of which the law had something to count must be more than so many. */
async function holdsOfMoreThan(few: number, law: (asked: Asked) => Promise<number>) {
  let full = 0
  // Of most there is nothing to count.
  await holds(async (asked) => {
    if ((await law(asked)) > 0) full += 1
  }, 100)
  expect(full).toBeGreaterThan(few)
}

const PARTS = {
  views: 'total_viewed_device_uniq',
  plays: 'total_started_device_uniq',
  clicks: 'total_clicked_device_uniq',
  conversions: 'total_conversions',
  amount_usd: 'total_amount_usd',
  amount_brl: 'total_amount_brl',
  amount_eur: 'total_amount_eur',
}

test.each([
  ['headlines', Object.keys(PARTS)],
  ['turbo', ['views', 'plays', 'clicks', 'conversions']],
  ['smart_autoplays', Object.keys(PARTS)],
])('%s add up to the statistics of the same days in UTC', (path, fields) =>
  holdsOfMoreThan(5, async ({ service, player, body: request }) => {
    // The end is inclusive to the end of its minute here, and to its second there.
    const end_date = request.end_date.replace(/:\d\d$/, ':59')
    const body = { ...request, end_date, video_duration: request.video_duration ?? 0 }
    const rows = await value<Row[]>(service, `/${path}/stats_by_player`, { body })
    if (rows.length === 0) return 0
    const whole = await stats({ service, player, body: { ...body, timezone: 'UTC' } })
    const names = Object.entries(PARTS).filter(([field]) => fields.includes(field))
    expect(names.map(([field, name]) => [name, sum(rows, field)])).toEqual(
      pick(
        whole,
        names.map(([, name]) => name),
      ),
    )
    return Number(whole['total_started'])
  }),
)

test('custom metrics equal the distribution of the same days', () =>
  holdsOfMoreThan(20, async ({ service, body }) => {
    const rows = await value<Row[]>(service, '/custom_metrics/list', { body })
    const { grouped_timed } = await value<{ grouped_timed: Row[] }>(
      service,
      '/times/user_engagement',
      { body },
    )
    for (const row of rows) {
      const above = grouped_timed.filter(({ timed }) => Number(timed) >= Number(row['time']))
      expect(row['users_above']).toBe(sum(above, 'total_users'))
      expect(row['total_users']).toBe(sum(grouped_timed, 'total_users'))
    }
    return sum(rows, 'users_above')
  }))

test('a test in major units is the statistics in cents of the same player, days and zone', () =>
  holdsOfMoreThan(20, async ({ service, player, body }) => {
    const { start_date, end_date, timezone } = body
    const groups = await value<ComparisonGroup[]>(service, '/comparison_groups/list', { body: {} })
    const started = groups.filter(({ started_at }) => started_at)
    const group = started[player.index % started.length]
    if (!group) return 0
    const items = group.players.map(({ player_id }) => ({ player_id, start_date, end_date }))
    const answer = await value<ComparisonAnswer>(service, '/comparison_groups/stats', {
      body: { comparison_group_id: group.id, items, timezone },
    })
    expect(answer.stats).toHaveLength(2)
    for (const row of answer.stats) {
      const same = { player_id: row.player_id, start_date, end_date, timezone }
      const whole = await stats({ service, player, body: { ...body, ...NOTHING_SET, ...same } })
      expect(flat(row)).toEqual(expectedOf(whole))
      const distribution = await value(service, '/times/user_engagement', { body: same })
      expect(row.engagement).toEqual(distribution)
    }
    return answer.stats.reduce((total, { conversions }) => total + conversions.total, 0)
  }))

const NOTHING_SET = { pitch_time: undefined, video_duration: undefined }
const CURRENCIES = ['usd', 'brl', 'eur'] as const

function flat(row: ComparisonAnswer['stats'][number]) {
  const { views, plays, finishes, clicks, conversions } = row
  const counts = [views, plays, finishes, clicks].map((one) => [
    one.total,
    one.total_uniq_sessions,
    one.total_uniq_device,
  ])
  return {
    counts,
    conversions: conversions.total_uniq_sessions,
    cents: CURRENCIES.map((currency) => conversions[`total_amount_${currency}`]),
    pitch: [row.pitch_audience, row.pitch_retention_rate],
    rates: [row.play_rate, row.conversion_rate, row.engagement.engagement_rate],
  }
}

const expectedOf = (whole: Row): ReturnType<typeof flat> => ({
  counts: ['viewed', 'started', 'finished', 'clicked'].map((event) =>
    ['', '_session_uniq', '_device_uniq'].map((end) => Number(whole[`total_${event}${end}`])),
  ),
  conversions: Number(whole['total_conversions']),
  cents: CURRENCIES.map((currency) => Number(whole[`total_amount_${currency}`]) / 100),
  pitch: [Number(whole['total_over_pitch']), Number(whole['over_pitch_rate'])],
  rates: ['play_rate', 'overall_conversion_rate', 'engagement_rate'].map((name) =>
    Number(whole[name]),
  ),
})
