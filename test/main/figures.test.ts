import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { AnalyticsName } from '../../src/shared/api/analytics.ts'
import type { Language } from '../../src/shared/model/desk.ts'
import type { Period } from '../../src/shared/model/period.ts'
import { breakdownTable } from '../../src/shared/tables/breakdown.ts'
import { daysTable } from '../../src/shared/tables/days.ts'
import { funnelTable } from '../../src/shared/tables/funnel.ts'
import { liveTable } from '../../src/shared/tables/live.ts'
import { overviewTable } from '../../src/shared/tables/overview.ts'
import { OVERVIEW_COLUMNS } from '../../src/shared/tables/overview-columns.ts'
import type { TableQuestion } from '../../src/shared/tables/question.ts'
import { retentionTable } from '../../src/shared/tables/retention.ts'
import type { Cell, Column, Table } from '../../src/shared/tables/table.ts'
import { overviewTiles } from '../../src/shared/tables/tiles.ts'
import { timingTable } from '../../src/shared/tables/timing.ts'
import { cellText, missingWord } from '../../src/shared/tables/titles.ts'
import { type ConnectedDesk, connectedDesk } from '../support/connected.ts'

/** A row as the service's JSON has it. */
type Raw = Record<string, number | string>
interface RawEngagement {
  grouped_timed: { timed: number; total_users: number }[]
}
interface RawPlayer {
  id: string
  name: string
  pitch_time: number
  duration: number
  created_at: string
}

const ZONES = ['America/Sao_Paulo', 'Asia/Kathmandu', 'America/New_York']
const COUNTS = ['viewed', 'started', 'finished', 'clicked'].flatMap((event) =>
  ['', '_session_uniq', '_device_uniq'].map((basis) => `total_${event}${basis}`),
)
const AMOUNTS = ['total_amount_usd', 'total_amount_brl', 'total_amount_eur']
const PITCH = ['total_over_pitch', 'total_under_pitch', 'over_pitch_rate']
const RATES = ['overall_conversion_rate', 'engagement_rate', 'over_pitch_rate', 'play_rate']
const MEASURES = [...new Set([...COUNTS, ...PITCH, 'total_conversions', ...RATES, ...AMOUNTS])]
const NOTHING = { missing: 'not-applicable' }

/** Whole days before a day, by the calendar alone. */
const back = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

const todayOf = (zone: string, now: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(now)

const periodsAt = (zone: string, now: number) => {
  const today = todayOf(zone, now)
  const period = { start: back(today, 29), end: today }
  return { period, comparison: { start: back(period.start, 35), end: back(period.end, 35) } }
}

const rawRange = ({ start, end }: Period, timezone: string) => ({
  start_date: `${start} 00:00:00`,
  end_date: `${end} 23:59:59`,
  timezone,
})

const rawQuestion = (player: RawPlayer, period: Period, timezone: string) => ({
  player_id: player.id,
  ...rawRange(period, timezone),
  video_duration: player.duration,
  pitch_time: player.pitch_time,
})

const percent = (part: number, whole: number): Cell =>
  whole === 0 ? (NOTHING as Cell) : Math.trunc((part * 10_000) / whole) / 100

/** What a cell should say of a row of the service. */
function plainly(row: Raw, key: string, player: Pick<RawPlayer, 'pitch_time'>): Cell {
  if (player.pitch_time === 0 && PITCH.includes(key)) return NOTHING as Cell
  return Number.parseFloat(String(row[key]))
}

interface Sides {
  row: Raw
  before: Raw
  player: RawPlayer
}

function plainChange({ row, before, player }: Sides, key: string): unknown {
  const [now, then] = [plainly(row, key, player), plainly(before, key, player)]
  if (typeof now !== 'number' || typeof then !== 'number') return { missing: 'no-comparison' }
  const fewest = (name: string) => Math.min(Number(row[name]), Number(before[name]))
  const most = (name: string) => Math.max(Number(row[name]), Number(before[name]))
  if (RATES.includes(key)) {
    if (fewest('total_started') < 100) return { missing: 'few-data' }
    return Number((now - then).toFixed(2))
  }
  if (then === 0 && now !== 0) return { missing: 'new' }
  const behind = most(AMOUNTS.includes(key) ? 'total_conversions' : key)
  if (behind > 0 && behind < 30) return { missing: 'few-data' }
  return then === 0 ? 0 : Math.trunc(((now - then) * 10_000) / then) / 100
}

function plainRatio({ row }: Sides, key: string): unknown {
  const currency = key.slice(-3)
  const units = Number(row[key.startsWith('average') ? 'total_conversions' : 'total_started'])
  const isMixed = AMOUNTS.some((other) => !other.endsWith(currency) && Number(row[other]) > 0)
  if ((key.startsWith('average') && isMixed) || units === 0) return NOTHING
  return Math.trunc(Number(row[`total_amount_${currency}`]) / units)
}

function plainOverview(sides: Sides, key: string): unknown {
  const { player, row, before } = sides
  const [measure = '', group] = key.split('__')
  if (group === 'comparison') return plainly(before, measure, player)
  if (group === 'change') return plainChange(sides, measure)
  if (MEASURES.includes(key)) return plainly(row, key, player)
  if (key === 'created_at') return Date.parse(`${player.created_at.replace(' ', 'T')}Z`)
  if (key === 'pitch_time') return player.pitch_time === 0 ? NOTHING : player.pitch_time
  if (key === 'name' || key === 'id' || key === 'duration') return player[key]
  return plainRatio(sides, key)
}

/** Compares a table with rows computed another way, cell by cell; gives how many cells. */
function same(table: Table, rows: Record<string, unknown>[], but: readonly string[] = []): number {
  const shown = table.rows.map((cells) =>
    Object.fromEntries(
      table.columns.flatMap(({ key }, index) => (but.includes(key) ? [] : [[key, cells[index]]])),
    ),
  )
  expect(shown).toEqual(rows)
  return rows.length * (table.columns.length - but.length)
}

/** A CSV cell back as the table's cell, by the file's flavour and language alone. */
function undone(text: string, column: Column, cell: Cell): (language: Language | null) => unknown {
  return (language) => {
    if (typeof cell === 'object')
      return text === (language ? missingWord(cell.missing, language) : '') ? cell : text
    if (typeof cell === 'string') {
      const own = language ? cellText(column.key, cell, language) : cell
      return text === own || text === `'${own}` ? cell : text
    }
    const number = Number(language === 'pt-BR' ? text.replace(',', '.') : text)
    if (column.kind === 'instant') {
      if (!language) return Date.parse(text)
      // A spreadsheet is told whole seconds.
      return Date.parse(`${text.replace(' ', 'T')}Z`) + (cell % 1000)
    }
    if (column.kind === 'money' && language) return Math.round(number * 100)
    return number
  }
}

/** Compares the files of a table with it, in every flavour; gives how many cells. */
async function sameInFiles(desk: ConnectedDesk, question: TableQuestion, table: Table) {
  let cells = 0
  for (const language of [null, 'en', 'pt-BR'] as const) {
    const flavour = language === null ? 'machine' : 'spreadsheet'
    const { text, job } = await desk.exported(question, flavour, language ?? 'en')
    expect(job.written).toBe(table.rows.length)
    const delimiter = language === 'pt-BR' ? ';' : ','
    const lines = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter }).data
    const read = lines.slice(1, table.rows.length + 1).map((line, at) =>
      table.columns.map((column, index) => {
        cells++
        return undone(line[index] ?? '', column, table.rows[at]?.[index] as Cell)(language)
      }),
    )
    expect(read).toEqual(table.rows)
  }
  return cells
}

for (const timezone of ZONES) {
  test(`every figure in ${timezone} is the service's own, on screen and in every file`, async () => {
    const now = Date.now()
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
  const inOrder = players.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const stats = (player: RawPlayer, of: Period) =>
    desk.raw<Raw>('/sessions/stats', rawQuestion(player, of, timezone))
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
  const question = { table: 'overview' as const, account_id, period, comparison, ...view }
  return cells + (await sameInFiles(desk, question, table))
}

async function comparePlayer(about: About, player: RawPlayer): Promise<number> {
  const tables = [
    await days(about, player),
    await funnel(about, player),
    await breakdown(about, player),
    await retention(about, player),
    await timing(about, player),
    await live(about, player),
  ]
  let cells = 0
  for (const { question, table, rows } of tables) {
    cells += same(table, rows)
    cells += await sameInFiles(about.desk, question, table)
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
  const input = rawQuestion(player, about.period, about.timezone)
  const raw = await about.desk.raw<Raw[]>('/sessions/stats_by_day', input)
  return {
    question: { table: 'days' as const, ...named(about, player) },
    table: daysTable(await shown(about, 'statsByDay', input), player),
    rows: raw.map((row) => ({
      date_key: row['date_key'],
      ...Object.fromEntries(MEASURES.map((key) => [key, plainly(row, key, player)])),
    })),
  }
}

async function funnel(about: About, player: RawPlayer) {
  const { period, comparison, timezone } = about
  const [now, then] = [
    rawQuestion(player, period, timezone),
    rawQuestion(player, comparison, timezone),
  ]
  const [row, before] = (await Promise.all(
    [now, then].map((input) => about.desk.raw<Raw>('/sessions/stats', input)),
  )) as [Raw, Raw]
  const stats = await shown<never>(about, 'stats', now)
  const compared = await shown<never>(about, 'stats', then)
  const rows = [
    ['events', ''],
    ['sessions', '_session_uniq'],
    ['devices', '_device_uniq'],
  ].flatMap(([basis, suffix]) => {
    const key = (step: string) => {
      if (step === 'over_pitch' || step === 'conversions') {
        return basis === 'sessions' && !(step === 'over_pitch' && player.pitch_time === 0)
          ? `total_${step}`
          : null
      }
      return `total_${step}${suffix}`
    }
    let previous: number | null = null
    return ['viewed', 'started', 'over_pitch', 'clicked', 'conversions'].map((step) => {
      const name = key(step)
      const count = name === null ? null : Number(row[name])
      const first = Number(row[`total_viewed${suffix}`])
      const line = {
        step,
        basis,
        count: count ?? NOTHING,
        share_of_previous:
          count === null ? NOTHING : previous === null ? NOTHING : percent(count, previous),
        share_of_first: count === null ? NOTHING : percent(count, first),
        count__comparison: name === null ? NOTHING : Number(before[name]),
        count__change:
          name === null ? { missing: 'no-comparison' } : plainChange({ row, before, player }, name),
      }
      previous = count ?? previous
      return line
    })
  })
  return {
    question: { table: 'funnel' as const, ...named(about, player), comparison },
    table: funnelTable({ stats, comparison: compared, player }),
    rows,
  }
}

async function breakdown(about: About, player: RawPlayer) {
  const field =
    ['country', 'browser', 'device_type'][Number.parseInt(player.id.slice(-1), 16) % 3] ?? ''
  const input = { ...rawQuestion(player, about.period, about.timezone), field }
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
    question: { table: 'breakdown' as const, ...named(about, player), field, sort },
    table: breakdownTable(await shown(about, 'statsByField', input), { player, sort }),
    rows,
  }
}

async function retention(about: About, player: RawPlayer) {
  const { pitch_time: _, ...input } = rawQuestion(player, about.period, about.timezone)
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
    question: { table: 'retention' as const, ...named(about, player) },
    table: retentionTable(await shown(about, 'userEngagement', input), player),
    rows,
  }
}

async function timing(about: About, player: RawPlayer) {
  const input = rawQuestion(player, about.period, about.timezone)
  const range = { player_id: player.id, ...rawRange(about.period, about.timezone) }
  const clicks = await about.desk.raw<Raw[]>('/clicks/total_by_company_timed', range)
  const sales = await about.desk.raw<Raw[]>('/conversions/video_timed', input)
  const seconds = new Set([...clicks, ...sales].map(({ timed }) => Number(timed)))
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
    question: { table: 'timing' as const, ...named(about, player) },
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
    question: { table: 'live' as const, account_id, player_id, minutes: 720 },
    table: liveTable(await shown(about, 'liveUsers', { player_id, minutes: 720 })),
    rows: raw.map(({ domain, live_users }) => ({ domain, live_users })),
  }
}

test('for days that were only downloaded within others, no unique and no rate is shown anywhere', async () => {
  const timezone = 'America/New_York'
  const now = Date.now()
  const desk = await connectedDesk({ timezone, service: { players: 4, days: 90, now: () => now } })
  try {
    const account_id = desk.account.id
    const { period } = periodsAt(timezone, now)
    await desk.download({ period, comparison: null, withPlayers: false })
    const within = { start: back(period.end, 20), end: back(period.end, 6) }
    const overview = await desk.handlers.overview.read({
      account_id,
      period: within,
      comparison: null,
    })
    const sort = { column: 'id', descending: false }
    const view = { search: '', activeOnly: false, columns: ['id', ...MEASURES], sort }
    const table = overviewTable(overview, view)
    const question = {
      table: 'overview' as const,
      account_id,
      period: within,
      comparison: null,
      ...view,
    }
    const machine = await desk.exported(question, 'machine', 'en')
    const spreadsheet = await desk.exported(question, 'spreadsheet', 'en')
    const inMachine = Papa.parse<Raw>(machine.text, { header: true }).data
    const inSheet = Papa.parse<string[]>(spreadsheet.text.replace(/^\uFEFF/, '')).data
    const adds = [
      'total_viewed',
      'total_started',
      'total_finished',
      'total_clicked',
      'total_conversions',
      ...AMOUNTS,
    ]
    for (const [at, row] of overview.rows.entries()) {
      const player = overview.rows.find(
        ({ player: one }) => one.id === table.player_ids[at],
      )?.player
      if (!player) throw new Error(`No player in row ${at}: ${JSON.stringify(row)}`)
      const raw = await desk.raw<Raw[]>(
        '/sessions/stats_by_day',
        rawQuestion(player, within, timezone),
      )
      for (const key of MEASURES) {
        const index = view.columns.indexOf(key)
        const file = inMachine[at]?.[AMOUNTS.includes(key) ? `${key}_cents` : key]
        if (adds.includes(key)) {
          const sum = raw.reduce((total, day) => total + Number(day[key]), 0)
          expect([key, table.rows[at]?.[index], Number(file)]).toEqual([key, sum, sum])
        } else {
          const isPitchless = player.pitch_time === 0 && PITCH.includes(key)
          const why = isPitchless ? 'not-applicable' : 'needs-period'
          expect([key, table.rows[at]?.[index], file]).toEqual([key, { missing: why }, ''])
          expect(inSheet[at + 1]?.[index]).toBe(isPitchless ? 'n/a' : 'needs a period query')
        }
      }
    }
    const needy = { missing: 'needs-period' }
    const all = overviewTiles(overview, 'devices', 99)
    expect(all.find(({ key }) => key === 'engagement_rate')?.value).toEqual(needy)
    expect(all.find(({ key }) => key === 'over_pitch_rate')?.value).toEqual(needy)
    const pitched = overview.rows.find(({ player }) => player.pitch_time > 0)
    const alone = overviewTiles({ ...overview, rows: pitched ? [pitched] : [] }, 'devices', 99)
    const own = [
      'overall_conversion_rate',
      'total_started_device_uniq',
      'play_rate',
      'over_pitch_rate',
    ]
    for (const key of [...own, 'engagement_rate', 'total_clicked_device_uniq']) {
      expect([key, alone.find((tile) => tile.key === key)?.value]).toEqual([key, needy])
    }
    // Asked for exactly these days, every cell has its figure again.
    await desk.download({ period: within, comparison: null, withPlayers: false })
    const full = await desk.handlers.overview.read({ account_id, period: within, comparison: null })
    const cells = overviewTable(full, view).rows.flat()
    expect(cells.filter((cell) => JSON.stringify(cell) === JSON.stringify(needy))).toEqual([])
  } finally {
    await desk.end()
  }
})
