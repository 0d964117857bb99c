import { describe, expect, test } from 'vitest'
import type { WorldPlayer } from '../../src/service/players.ts'
import { makeService } from '../../src/service/service.ts'
import { EVENT } from '../../src/service/sessions.ts'
import { type VariantKind, variantAt } from '../../src/service/variants.ts'
import { ask, value } from './asking.ts'
import { counted } from './oracle.ts'

const NOW = Date.parse('2026-11-21T10:20:30Z')
const service = makeService({ now: () => NOW, plan: 'enterprise' })
const players = service.world.players(NOW / 1000)

type Row = Record<string, number>

const ENDPOINTS: [path: string, kind: VariantKind][] = [
  ['/headlines/stats_by_player', 'headline'],
  ['/turbo/stats_by_player', 'speed'],
  ['/smart_autoplays/stats_by_player', 'autoplay'],
]

function busiest(kind: VariantKind): WorldPlayer {
  const [player] = players
    .filter(({ variants, pitch_time }) => variants[kind].length > 1 && pitch_time > 0)
    .sort((a, b) => b.scale - a.scale)
  if (!player) throw new Error(`no player tests a ${kind}`)
  return player
}

const RANGE = { start_date: '2026-10-01 00:00:00', end_date: '2026-10-31 23:59:59' }
const about = ({ id, duration }: WorldPlayer, more: object = {}) => ({
  body: { player_id: id, video_duration: duration, ...RANGE, ...more },
})
const rows = (path: string, player: WorldPlayer, more: object = {}) =>
  value<Row[]>(service, path, about(player, more))
const sum = (of: Row[], field: string) => of.reduce((total, row) => total + Number(row[field]), 0)

test('a headline has the fields of the document and no others', async () => {
  const player = busiest('headline')
  const found = await rows('/headlines/stats_by_player', player)
  expect(found.map(({ number }) => number)).toEqual(player.variants.headline.map((_, i) => i + 1))
  const integers = ['number', 'views', 'plays', 'clicks', 'conversions']
  const amounts = ['amount_brl', 'amount_usd', 'amount_eur']
  const rates = ['engagement', 'play_rate', 'play_over_engagement', 'pitch', 'conversion_rate']
  for (const row of found) {
    expect(Object.keys(row).sort()).toEqual([...integers, ...amounts, ...rates].sort())
    for (const field of [...integers, ...amounts]) expect(Number.isInteger(row[field])).toBe(true)
    for (const field of rates) expect(row[field]).toBeGreaterThan(0)
  }
})

test('play over engagement is the play rate divided by the engagement, times 100', async () => {
  for (const row of await rows('/headlines/stats_by_player', busiest('headline'))) {
    const quotient = (Number(row['play_rate']) / Number(row['engagement'])) * 100
    expect(quotient - Number(row['play_over_engagement'])).toBeGreaterThan(-1e-9)
    expect(quotient - Number(row['play_over_engagement'])).toBeLessThan(0.01 + 1e-9)
  }
})

test('a speed has its shares of pitch and clicks in percent, and its counts', async () => {
  const player = busiest('speed')
  const found = await rows('/turbo/stats_by_player', player)
  expect(found.map(({ speed }) => speed)).toEqual([1, 1.1])
  for (const row of found) {
    const fields = ['speed', 'views', 'plays', 'engagement', 'pitch', 'click', 'clicks']
    expect(Object.keys(row).sort()).toEqual([...fields, 'conversions'].sort())
    expect(row['click']).toBeCloseTo((Number(row['clicks']) / Number(row['plays'])) * 100, 1)
  }
})

describe.each(ENDPOINTS)('%s', (path, kind) => {
  const player = busiest(kind)

  test('every figure equals a plain count over the devices of the variant', async () => {
    const asked = { start_date: '2026-10-05 07:00:00', end_date: '2026-10-19 13:30:59' }
    const found = await rows(path, player, asked)
    found.forEach((row, index) => {
      const keeps = (device: number) => variantAt(player, kind, device) === index
      const body = { ...asked, timezone: 'UTC' }
      const plain: Record<string, unknown> = counted({ service, player, body, keeps }, NOW)
      expect(row).toMatchObject({
        views: plain['total_viewed_device_uniq'],
        plays: plain['total_started_device_uniq'],
        clicks: plain['total_clicked_device_uniq'],
        conversions: plain['total_conversions'],
        engagement: Number(plain['engagement_rate']),
        pitch: Number(plain['over_pitch_rate']),
        ...(kind === 'speed'
          ? {}
          : {
              play_rate: Number(plain['play_rate']),
              conversion_rate: plain['overall_conversion_rate'],
              amount_brl: plain['total_amount_brl'],
              amount_usd: plain['total_amount_usd'],
              amount_eur: plain['total_amount_eur'],
            }),
      })
    })
    expect(sum(found, 'conversions')).toBeGreaterThan(0)
  })

  test('dates are read in UTC, whatever zone is sent', async () => {
    const elsewhere = await rows(path, player, { timezone: 'Asia/Kathmandu' })
    expect(elsewhere).toEqual(await rows(path, player))
  })

  test('the end is inclusive to the end of its minute', async () => {
    const until = (end_date: string) => rows(path, player, { end_date })
    const last = await until('2026-10-31 23:59:59')
    expect(await until('2026-10-31 23:59:00')).toEqual(last)
    expect(await until('2026-10-31 23:59:00 UTC')).toEqual(last)
    expect(await until('2026-10-31 12:00:00')).not.toEqual(last)
  })

  test('an event in the last second of the minute of the end is counted', async () => {
    const from = Date.parse('2026-10-31T00:00:00Z') / 1000
    const times = service.world
      .blocks(player, { from, to: from + 86_400 })
      .flatMap(({ time, kind: kinds }) => [...time].filter((_, at) => kinds[at] === EVENT.viewed))
    const last = times.find((time) => time >= from && time % 60 === 59) ?? Number.NaN
    const minute = new Date((last - 59) * 1000).toISOString().slice(0, 16).replace('T', ' ')
    const asked = { start_date: `${minute}:00`, end_date: `${minute}:00` }
    const whole = { start_date: `${minute}:00`, end_date: `${minute}:59` }
    const plain = counted({ service, player, body: { ...whole, timezone: 'UTC' } }, NOW)
    const counts: Record<string, unknown> = plain
    const found = await rows(path, player, asked)
    const fields = ['views', 'plays', 'clicks']
    const totals = ['viewed', 'started', 'clicked'].map((e) => counts[`total_${e}_device_uniq`])
    expect(fields.map((field) => sum(found, field))).toEqual(totals)
    expect(totals.some((total) => Number(total) > 0)).toBe(true)
  })

  test('without an end, or with a blank one, the range runs to the present', async () => {
    const open = await rows(path, player, { end_date: undefined })
    expect(await rows(path, player, { end_date: '2026-11-21 10:20:30' })).toEqual(open)
    for (const end_date of ['', '  ']) expect(await rows(path, player, { end_date })).toEqual(open)
    expect(sum(open, 'views')).toBeGreaterThan(sum(await rows(path, player), 'views'))
  })

  test.each([
    ['end_date', { end_date: '2026-10-31' }],
    ['end_date', { end_date: '2026-10-31T23:59:59' }],
    ['end_date', { end_date: '2026-02-30 00:00:00' }],
    ['end_date', { end_date: '2026-09-30 00:00:00' }],
    ['start_date', { start_date: undefined }],
    ['video_duration', { video_duration: undefined }],
    ['player_id', { player_id: 'x' }],
  ])('400 names %s when it is wrong or missing: %j', async (name, wrong) => {
    const { status, text } = await ask(service, path, about(player, wrong))
    expect(status).toBe(400)
    expect(text).toContain(name)
  })

  test('a player that is not in the company is a 400 with the body of the document', async () => {
    const unknown = { error: ['Player could not be found for the current request'] }
    const nobody = await ask(service, path, about(player, { player_id: 'f'.repeat(24) }))
    expect(nobody).toMatchObject({ status: 400, json: unknown })
    const foreign = await ask(service, path, { ...about(player), key: service.keys.noQuota })
    expect(foreign).toMatchObject({ status: 400, json: unknown })
  })

  test('a player without such a test has an empty list', async () => {
    const without = players.find(({ variants }) => variants[kind].length === 0)
    if (!without) throw new Error(`every player tests a ${kind}`)
    expect(await rows(path, without)).toEqual([])
  })
})

test('the second headline is played more, and the others do not make up for it', async () => {
  const player = players.find(({ index }) => index === 3)
  if (!player) throw new Error('the world lacks a player for this test')
  const found = await rows('/headlines/stats_by_player', player)
  expect(found).toHaveLength(3)
  const best = [...found].sort((a, b) => Number(b['play_rate']) - Number(a['play_rate']))[0]
  expect(best?.['number']).toBe(2)
})

test('another speed changes how long viewers stay', async () => {
  const player = players.find(({ index }) => index === 1)
  if (!player) throw new Error('the world lacks a player for this test')
  const year = { start_date: '2026-01-01 00:00:00' }
  const found = await rows('/turbo/stats_by_player', player, year)
  const engagement = (speed: number) => found.find((row) => row['speed'] === speed)?.['engagement']
  expect(engagement(1.25)).toBeGreaterThan(Number(engagement(1)))
})

test('the autoplays are those of the video settings', async () => {
  for (const player of players) {
    const { smart_autoplay } = service.video.read(player.id)
    const expected = smart_autoplay?.enabled ? (smart_autoplay.variants ?? []) : []
    const found = await rows('/smart_autoplays/stats_by_player', player)
    expect(found.map(({ number }) => number)).toEqual(expected.map((_, index) => index + 1))
    if (!smart_autoplay) continue
    expect(smart_autoplay['mode']).toBe(
      smart_autoplay.variants?.length === 1 ? 'single' : 'ab_test',
    )
    expect(Number(smart_autoplay['active_number'])).toBeLessThanOrEqual(
      Number(smart_autoplay.variants?.length),
    )
  }
})
