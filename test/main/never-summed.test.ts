import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { ADDITIVE } from '../../src/shared/api/statistics.ts'
import { overviewTable } from '../../src/shared/features/overview/table.ts'
import { overviewTiles } from '../../src/shared/features/overview/tiles.ts'
import type { Period } from '../../src/shared/time/period.ts'
import { testClock } from '../support/clock.ts'
import { connectedDesk } from '../support/connected.ts'
import {
  AMOUNTS,
  back,
  MEASURES,
  PITCH,
  periodsAt,
  type Raw,
  type RawPlayer,
  rawRequest,
} from '../support/plain-reading.ts'

const ZONE = 'America/New_York'
const NEEDY = { missing: 'needs-period' }
const ADDS: readonly string[] = ADDITIVE

/** An account of which only the days of a longer period are stored, and how it looks. */
async function withDaysAlone() {
  const now = testClock.now()
  const desk = await connectedDesk({
    timezone: ZONE,
    service: { players: 12, days: 90, now: () => now },
  })
  const account_id = desk.account.id
  const { period } = periodsAt(ZONE, now)
  await desk.download({ period, comparison: null, withPlayers: false })
  const within = { start: back(period.end, 20), end: back(period.end, 6) }
  const asked = { account_id, period: within, comparison: null }
  const columns = ['id', ...MEASURES]
  const view = { search: '', activeOnly: false, columns, sort: { column: 'id', descending: false } }
  return { desk, asked, view, request: { table: 'overview' as const, ...asked, ...view } }
}

/** Of one made after these days it is known that nothing happened in them. */
const wasThere = ({ created_at }: { created_at: string }, { start }: Period) =>
  created_at.slice(0, 10) < start

const isWithout = ({ pitch_time }: Pick<RawPlayer, 'pitch_time'>, key: string) =>
  pitch_time === 0 && PITCH.includes(key)

test('for a period known only by its days, the table and its files sum additive figures only', async () => {
  const { desk, asked, view, request } = await withDaysAlone()
  const table = overviewTable(await desk.handlers.overview.read(asked), view)
  const machine = await desk.exported(request, 'machine', 'en')
  const sheet = await desk.exported(request, 'spreadsheet', 'en')
  const inMachine = Papa.parse<Record<string, string>>(machine.text, { header: true }).data
  const inSheet = Papa.parse<string[]>(sheet.text.replace(/^\uFEFF/, '')).data
  const players = await desk.raw<RawPlayer[]>('/players/list')
  expect(table.rows).toHaveLength(players.length)
  const asIs = players.filter((player) => wasThere(player, asked.period))
  expect(asIs.length).toBeGreaterThan(2)
  for (const player of asIs) {
    const at = table.player_ids.indexOf(player.id)
    const input = rawRequest(player, asked.period, ZONE)
    const days = await desk.raw<Raw[]>('/sessions/stats_by_day', input)
    const cells = MEASURES.map((key) => {
      const index = view.columns.indexOf(key)
      const column = AMOUNTS.includes(key) ? `${key}_cents` : key
      return [key, table.rows[at]?.[index], inMachine[at]?.[column], inSheet[at + 1]?.[index]]
    })
    const expected = MEASURES.map((key, index) => {
      const sum = days.reduce((total, day) => total + Number(day[key]), 0)
      // How a spreadsheet writes a figure is another test's matter.
      if (ADDS.includes(key)) return [key, sum, String(sum), cells[index]?.[3]]
      if (isWithout(player, key)) return [key, { missing: 'not-applicable' }, '', 'n/a']
      return [key, NEEDY, '', 'needs a period query']
    })
    expect(cells).toEqual(expected)
  }
  await desk.end()
})

test('for a period known only by its days, no tile shows a unique count or a rate', async () => {
  const { desk, asked, view } = await withDaysAlone()
  const overview = await desk.handlers.overview.read(asked)
  const shown = (tiles: ReturnType<typeof overviewTiles>, keys: string[]) =>
    keys.map((key) => tiles.find((tile) => tile.key === key)?.value)
  const all = ['engagement_rate', 'pitch_retention']
  const pitched = overview.rows
    .filter(({ player }) => player.pitch_time > 0 && wasThere(player, asked.period))
    .slice(0, 1)
  const own = ['overall_conversion_rate', 'total_started_device_uniq', 'play_rate']
  const lone = [...own, 'over_pitch_rate', 'engagement_rate', 'total_clicked_device_uniq']
  const tilesOf = (one: typeof overview) => overviewTiles(one, 'devices', 99)
  expect(shown(tilesOf(overview), all)).toEqual(all.map(() => NEEDY))
  expect(shown(tilesOf({ ...overview, rows: pitched }), lone)).toEqual(lone.map(() => NEEDY))
  // Asked for exactly these days, every cell and tile has its figure.
  await desk.download({ period: asked.period, comparison: null, withPlayers: false })
  const full = await desk.handlers.overview.read(asked)
  const cells = overviewTable(full, view).rows.flat()
  expect(cells.map((cell) => JSON.stringify(cell))).not.toContain(JSON.stringify(NEEDY))
  for (const value of shown(tilesOf(full), all)) expect(value).toBeTypeOf('number')
  await desk.end()
})
