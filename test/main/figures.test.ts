import { expect, test } from 'vitest'
import type { AnalyticsName } from '../../src/shared/api/analytics.ts'
import { liveTable } from '../../src/shared/features/live/live-players.ts'
import { OVERVIEW_COLUMNS } from '../../src/shared/features/overview/columns.ts'
import { overviewTable } from '../../src/shared/features/overview/table.ts'
import { overviewTiles } from '../../src/shared/features/overview/tiles.ts'
import { breakdownTable } from '../../src/shared/features/player/breakdown.ts'
import { figuresTable } from '../../src/shared/features/player/figures.ts'
import { funnelTable } from '../../src/shared/features/player/funnel.ts'
import { retentionTable } from '../../src/shared/features/player/retention.ts'
import { timingTable } from '../../src/shared/features/player/timing.ts'
import { trendTable } from '../../src/shared/features/player/trend-table.ts'
import type { Period } from '../../src/shared/time/period.ts'
import { testClock } from '../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../support/connected.ts'
import { plainFigures } from '../support/plain-figures.ts'
import {
  MEASURES,
  NOTHING,
  percent,
  periodsAt,
  plainChange,
  plainly,
  plainOverview,
  type Raw,
  type RawEngagement,
  type RawPlayer,
  rawRange,
  rawRequest,
} from '../support/plain-reading.ts'
import { same, sameInFiles } from '../support/same-table.ts'
import { count } from '../support/scale.ts'

const ZONES = ['America/Sao_Paulo', 'Asia/Kathmandu', 'America/New_York'].slice(
  0,
  count('zones', { usual: 1, full: 3 }),
)

for (const timezone of ZONES) {
  test(`every figure in ${timezone} equals the service’s, on screen and in every file`, async () => {
    const now = testClock.now()
    const desk = await connectedDesk({
      timezone,
      // Its time stands still, so that its answer is the same to both who ask.
      service: { players: 6, days: 90, seed: timezone.length, now: () => now },
    })
    try {
      const { period, comparison } = periodsAt(timezone, now)
      const state = await desk.download({ period, comparison, withPlayers: true })
      expect(state).toMatchObject({ status: 'done', failures: [] })
      const players = await desk.raw<RawPlayer[]>('/players/list')
      expect(players.some(({ pitch_time }) => pitch_time === 0)).toBe(true)
      const about = { desk, timezone, period, comparison, now }
      let cells = await compareOverview(about, players)
      const asked = desk.service.log.length
      for (const player of players.slice(0, 4)) cells += await comparePlayer(about, player)
      expect(cells).toBeGreaterThan(20_000)
      // The comparison itself asked the rest; the desk needed the live users alone.
      const own = desk.service.log
        .slice(asked)
        .filter(({ headers }) => headers['user-agent']?.startsWith('Cuepoint'))
      expect(own.map(({ path }) => path)).toEqual(own.map(() => '/sessions/live_users'))
    } finally {
      await desk.end()
    }
  })
}

interface About {
  desk: ConnectedDesk
  timezone: string
  period: Period
  comparison: Period
  now: number
}

async function compareOverview(
  { desk, timezone, period, comparison }: About,
  players: RawPlayer[],
) {
  const account_id = desk.account.id
  const overview = await desk.handlers.overview.read({ account_id, period, comparison })
  const columns = OVERVIEW_COLUMNS.map(({ key }) => key)
  const view = { search: '', activeOnly: false, columns, sort: { column: 'id', descending: false } }
  const table = overviewTable(overview, view)
  const inOrder = players.toSorted(
    (a, b) => table.player_ids.indexOf(a.id) - table.player_ids.indexOf(b.id),
  )
  const stats = (player: RawPlayer, of: Period) =>
    desk.raw<Raw>('/sessions/stats', rawRequest(player, of, timezone))
  const sides = await Promise.all(
    inOrder.map(async (player) => ({
      player,
      row: await stats(player, period),
      before: await stats(player, comparison),
    })),
  )
  const keys = columns.filter((key) => key !== 'as_of')
  const rows = sides.map((side) =>
    Object.fromEntries(keys.map((key) => [key, plainOverview(side, key)])),
  )
  const cells = same(table, rows, ['as_of'])
  const sum = (key: string) => sides.reduce((total, { row }) => total + Number(row[key]), 0)
  const tiles = overviewTiles(overview, 'devices', 99)
  for (const key of ['total_started', 'total_clicked', 'total_conversions']) {
    expect(tiles.find((tile) => tile.key === key)?.value).toBe(sum(key))
  }
  expect(table.totals?.[columns.indexOf('total_amount_brl')]).toBe(sum('total_amount_brl'))
  const request = { table: 'overview' as const, account_id, period, comparison, ...view }
  return cells + (await sameInFiles(desk, request, table))
}

async function comparePlayer(about: About, player: RawPlayer): Promise<number> {
  const tables = [
    await days(about, player),
    await figures(about, player),
    await funnel(about, player),
    await breakdown(about, player),
    await retention(about, player),
    await timing(about, player),
    await live(about, player),
  ]
  let cells = 0
  for (const { request, table, rows } of tables) {
    cells += same(table, rows)
    cells += await sameInFiles(about.desk, request, table)
  }
  return cells
}

/** What the window is given: the answer of the desk, which has it stored. */
async function shown<T>({ desk }: About, name: AnalyticsName, input: object) {
  const read = desk.handlers.analytics[name] as unknown as (
    asked: object,
  ) => Promise<{ value: T; asOf: number; from: string }>
  const answer = await read({ account_id: desk.account.id, ...input })
  if (name !== 'liveUsers') expect(answer.from).toBe('store')
  return answer as never
}

const named = ({ desk, period }: About, player: RawPlayer) => ({
  account_id: desk.account.id,
  player_id: player.id,
  period,
})

async function days(about: About, player: RawPlayer) {
  const { period, timezone: zone, now } = about
  const dayOf = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
  const today = dayOf(now)
  const created = dayOf(Date.parse(`${player.created_at.replace(' ', 'T')}Z`))
  const view = { player, period, comparison: null, unit: 'day', zone } as const
  const input = rawRequest(player, about.period, about.timezone)
  const raw = await about.desk.raw<Raw[]>('/sessions/stats_by_day', input)
  // The service also has a row, without events, of the day before the player was created.
  const since = raw.filter((row) => String(row['date_key']) >= created)
  return {
    request: { table: 'days' as const, ...named(about, player) },
    table: trendTable({ days: await shown(about, 'statsByDay', input), compared: null }, view),
    rows: since.map((row) => ({
      date_key: row['date_key'],
      completeness: String(row['date_key']) < today ? 'complete' : 'so_far',
      ...Object.fromEntries(MEASURES.map((key) => [key, plainly(row, key, player)])),
    })),
  }
}

const SUFFIXES = { events: '', sessions: '_session_uniq', devices: '_device_uniq' }
const STEPS = ['viewed', 'started', 'over_pitch', 'clicked', 'conversions']

/** Pitch and sales are counted in sessions only, and there is no pitch where none is set. */
function stepKey(step: string, basis: string, player: RawPlayer): string | null {
  if (step !== 'over_pitch' && step !== 'conversions') {
    return `total_${step}${SUFFIXES[basis as keyof typeof SUFFIXES]}`
  }
  const isCounted = basis === 'sessions' && (step === 'conversions' || player.pitch_time > 0)
  return isCounted ? `total_${step}` : null
}

async function funnel(about: About, player: RawPlayer) {
  const { period, comparison, timezone, desk } = about
  const now = rawRequest(player, period, timezone)
  const then = rawRequest(player, comparison, timezone)
  const row = await desk.raw<Raw>('/sessions/stats', now)
  const before = await desk.raw<Raw>('/sessions/stats', then)
  const rows = Object.keys(SUFFIXES).flatMap((basis) => {
    const keys = STEPS.map((step) => stepKey(step, basis, player))
    const count = (key: string) => Number(row[key])
    return STEPS.map((step, index) => {
      const key = keys[index] ?? null
      const absent = { count: NOTHING, share_of_previous: NOTHING, share_of_first: NOTHING }
      const none = {
        ...absent,
        count__comparison: NOTHING,
        count__change: { missing: 'no-comparison' },
      }
      if (key === null) return { step, basis, ...none }
      const previous = keys.slice(0, index).findLast((one) => one !== null)
      return {
        step,
        basis,
        count: count(key),
        share_of_previous: previous ? percent(count(key), count(previous)) : NOTHING,
        share_of_first: percent(count(key), count(keys[0] ?? '')),
        count__comparison: Number(before[key]),
        count__change: plainChange({ row, before, player }, key),
      }
    })
  })
  const stats = await shown<never>(about, 'stats', now)
  const compared = await shown<never>(about, 'stats', then)
  return {
    request: { table: 'funnel' as const, ...named(about, player), comparison },
    table: funnelTable({ stats, comparison: compared, player }),
    rows,
  }
}

async function figures(about: About, player: RawPlayer) {
  const { period, comparison, timezone, desk } = about
  const now = rawRequest(player, period, timezone)
  const then = rawRequest(player, comparison, timezone)
  const row = await desk.raw<Raw>('/sessions/stats', now)
  const before = await desk.raw<Raw>('/sessions/stats', then)
  const stats = await shown<never>(about, 'stats', now)
  const compared = await shown<never>(about, 'stats', then)
  const days = { period, comparison }
  return {
    request: { table: 'figures' as const, ...named(about, player), comparison },
    table: figuresTable({ player: { ...player }, ...days }, { stats, compared }),
    rows: plainFigures({ row, before, player }, days),
  }
}

async function breakdown(about: About, player: RawPlayer) {
  const field =
    ['country', 'browser', 'device_type'][Number.parseInt(player.id.slice(-1), 16) % 3] ?? ''
  const input = { ...rawRequest(player, about.period, about.timezone), field }
  const raw = await about.desk.raw<Raw[]>('/sessions/stats_by_field', input)
  const all = raw.reduce((sum, row) => sum + Number(row['total_started_session_uniq']), 0)
  const sort = { column: 'grouped_field', descending: false }
  const rows = raw
    .map((row) => ({
      grouped_field: row['grouped_field'],
      share_of_sessions: percent(Number(row['total_started_session_uniq']), all),
      ...Object.fromEntries(MEASURES.map((key) => [key, plainly(row, key, player)])),
      few_data: Number(row['total_started']) < 100 ? 'yes' : 'no',
    }))
    .sort((a, b) => String(a.grouped_field).localeCompare(String(b.grouped_field), 'en'))
  return {
    request: { table: 'breakdown' as const, ...named(about, player), field, sort },
    table: breakdownTable(await shown(about, 'statsByField', input), { player, sort }),
    rows,
  }
}

async function retention(about: About, player: RawPlayer) {
  const { pitch_time: _, ...input } = rawRequest(player, about.period, about.timezone)
  const raw = await about.desk.raw<RawEngagement>('/times/user_engagement', input)
  const at = (second: number) =>
    raw.grouped_timed.reduce(
      (sum, { timed, total_users }) =>
        Math.min(timed, player.duration) >= second ? sum + total_users : sum,
      0,
    )
  const rows = Array.from({ length: player.duration + 1 }, (_, second) => {
    const [started, reached, earlier] = [at(0), at(second), at(Math.max(0, second - 10))]
    return {
      second,
      sessions_reached: reached,
      percent_reached: percent(reached, started),
      lost_in_10_seconds: earlier - reached,
      lost_in_10_seconds_percent: percent(earlier - reached, started),
    }
  })
  return {
    request: { table: 'retention' as const, ...named(about, player) },
    table: retentionTable(await shown(about, 'userEngagement', input), player),
    rows,
  }
}

async function timing(about: About, player: RawPlayer) {
  const input = rawRequest(player, about.period, about.timezone)
  const range = { player_id: player.id, ...rawRange(about.period, about.timezone) }
  const clicks = await about.desk.raw<Raw[]>('/clicks/total_by_company_timed', range)
  const sales = await about.desk.raw<Raw[]>('/conversions/video_timed', input)
  // The service sends every second; the table has those on which anything happened.
  const sold = sales.filter((row) =>
    Object.entries(row).some(([key, figure]) => key.startsWith('timed_') && figure !== 0),
  )
  const seconds = new Set([...clicks, ...sold].map(({ timed }) => Number(timed)))
  const until = (rows: Raw[], key: string, second: number) =>
    rows.reduce((sum, row) => (Number(row['timed']) <= second ? sum + Number(row[key]) : sum), 0)
  const exactly = (rows: Raw[], key: string, second: number) =>
    until(rows, key, second) - until(rows, key, second - 1)
  const rows = [...seconds]
    .sort((a, b) => a - b)
    .map((second) => ({
      second,
      clicks: exactly(clicks, 'total_users', second),
      cumulative_clicks: until(clicks, 'total_users', second),
      ...Object.fromEntries(
        ['conversions', 'amount_usd', 'amount_brl', 'amount_eur'].flatMap((key) => [
          [`timed_${key}`, exactly(sales, `timed_${key}`, second)],
          [`cumulative_${key}`, until(sales, `timed_${key}`, second)],
        ]),
      ),
    }))
  return {
    request: { table: 'timing' as const, ...named(about, player) },
    table: timingTable(
      await shown(about, 'clicksTimed', range),
      await shown(about, 'conversionsTimed', input),
    ),
    rows,
  }
}

async function live(about: About, player: RawPlayer) {
  const { account_id, player_id } = named(about, player)
  const raw = await about.desk.raw<Raw[]>(`/sessions/live_users?player_id=${player_id}&minutes=720`)
  return {
    request: { table: 'live' as const, account_id, player_id, minutes: 720 },
    table: liveTable(await shown(about, 'liveUsers', { player_id, minutes: 720 })),
    rows: raw.map(({ domain, live_users }) => ({ domain, live_users })),
  }
}
