import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { makeReportHandlers } from '../../../../src/main/features/reports/report-handlers.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import { failureOf } from '../../../../src/shared/failure.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { breakdownTable } from '../../../../src/shared/features/player/breakdown.ts'
import { trendTable } from '../../../../src/shared/features/player/trend-table.ts'
import type {
  OpenedFolder,
  TableCell,
} from '../../../../src/shared/features/reports/opened-tables.ts'
import { isMissing, type Table } from '../../../../src/shared/tables/table.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { openDesk, quietScreen } from '../../../support/desk.ts'
import { newFolder } from '../../../support/folder.ts'
import { periodsAt } from '../../../support/plain-reading.ts'
import { sampleReport } from '../../../support/sample-report.ts'

const ZONE = 'America/Sao_Paulo'
const now = testClock.now()
const { period } = periodsAt(ZONE, now)
const sort = { column: 'total_viewed', descending: true }

let desk: ConnectedDesk
let reader: ReturnType<typeof openDesk>
let chosen: string | null
let player: Player
/** What the screen shows, by the name of its file. */
const shown = new Map<string, Table>()

beforeAll(async () => {
  desk = await connectedDesk({ timezone: ZONE, service: { players: 6, days: 60, now: () => now } })
  const account_id = desk.account.id
  const { players, statsByDay, statsByField } = desk.handlers.analytics
  const all = (await players({ account_id })).value
  // Without a pitch some of its cells are empty.
  player = all.find(({ pitch_time }) => pitch_time === 0) as Player
  const asked = requestsAbout(player, period, ZONE)
  const days = await statsByDay({ ...asked.statsByDay.input, account_id })
  const fields = await statsByField({ ...asked.statsByField('country').input, account_id })
  const of = { account_id, player_id: player.id, period }
  const byDay = await desk.exported({ table: 'days', ...of }, 'machine', 'en')
  const byCountry = { table: 'breakdown', field: 'country', sort, ...of } as const
  const countries = await desk.exported(byCountry, 'machine', 'pt-BR')
  const view = { player, period, comparison: null, unit: 'day', zone: ZONE } as const
  shown.set(path.parse(byDay.job.name).name, trendTable({ days, compared: null }, view))
  shown.set(path.parse(countries.job.name).name, breakdownTable(fields, { player, sort }))
  reader = openDesk(newFolder(), {
    screen: { ...quietScreen(desk.folder), chooseFolder: () => Promise.resolve(chosen) },
  })
})
beforeEach(() => {
  chosen = desk.folder
})

const opened = async () => (await reader.handlers.reports.openTables(undefined)) as OpenedFolder
const asRead = ({ rows }: Table): TableCell[][] =>
  rows.map((row) => row.map((cell) => (isMissing(cell) ? null : cell)))

test('exported tables open on a desk without an account, every cell as it was shown', async () => {
  const { name, tables, refused } = await opened()
  expect(name).toBe(path.basename(desk.folder))
  expect(refused).toEqual([])
  expect(tables.map((table) => table.name)).toEqual([...shown.keys()].sort())
  for (const { name: file, about, columns, rows } of tables) {
    const table = shown.get(file) as Table
    expect(rows.length).toBeGreaterThan(2)
    expect(rows).toEqual(asRead(table))
    expect(columns.map(({ kind }) => kind)).toEqual(table.columns.map(({ kind }) => kind))
    expect(about).toMatchObject({ account: 'Acme', timezone: ZONE, period, rows: rows.length })
    expect(about.player).toEqual({ id: player.id, name: player.name })
  }
  expect(tables.flatMap(({ rows }) => rows.flat())).toContain(null)
})

test('a broken file is listed with its reason, and the others open', async () => {
  const [file = ''] = shown.keys()
  for (const ending of ['csv', 'about.json']) {
    const text = fs.readFileSync(path.join(desk.folder, `${file}.${ending}`), 'utf8')
    // Its last line is cut off.
    const kept = ending === 'csv' ? text.slice(0, text.trimEnd().lastIndexOf('\r\n') + 2) : text
    fs.writeFileSync(path.join(desk.folder, `broken.${ending}`), kept)
  }
  const { tables, refused } = await opened()
  expect(tables.map(({ name }) => name)).toEqual([...shown.keys()].sort())
  expect(refused).toMatchObject([
    { name: 'broken.csv', failure: { kind: 'report-file', reason: 'damaged', name: 'broken.csv' } },
  ])
})

test('nothing opens without a chosen folder, and a folder without tables is refused', async () => {
  chosen = null
  expect(await opened()).toBeNull()
  chosen = newFolder()
  const failure = await opened().then(() => null, failureOf)
  expect(failure).toMatchObject({ reason: 'no-tables', name: path.basename(chosen) })
})

test('an open report cannot open a folder', async () => {
  const { preferences } = await reader.handlers.app.info(undefined)
  const { exports } = reader.handlers
  const report = makeReportHandlers({
    ...{ id: 'x', document: sampleReport(), handlers: reader.handlers, exports },
    preferences: () => preferences,
  })
  expect(() => report.reports.openTables(undefined)).toThrow(
    expect.objectContaining({ failure: { kind: 'report-read-only' } }),
  )
})
