import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import { beforeEach, expect, test } from 'vitest'
import { makeExports } from '../../../../src/main/features/exports/exports.ts'
import { makeTables } from '../../../../src/main/features/exports/tables.ts'
import { refuseWhenCancelled } from '../../../../src/main/threads/ending.ts'
import { NOTHING_KNOWN, unlistedPlayer } from '../../../../src/shared/api/player.ts'
import { AppError } from '../../../../src/shared/failure.ts'
import { NO_STORED_DATA } from '../../../../src/shared/features/ab-tests/table.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import type { TableRequest } from '../../../../src/shared/features/exports/request.ts'
import { OVERVIEW_COLUMNS } from '../../../../src/shared/features/overview/columns.ts'
import { overviewTable } from '../../../../src/shared/features/overview/table.ts'
import { breakdownTable } from '../../../../src/shared/features/player/breakdown.ts'
import { NO_MERGE_RULES } from '../../../../src/shared/features/traffic/merge-rules.ts'
import type { DecimalMark } from '../../../../src/shared/locales/languages.ts'
import { isMissing } from '../../../../src/shared/tables/table.ts'
import { definition } from '../../../../src/shared/tables/titles.ts'
import { virtualClock } from '../../../support/clock.ts'
import { newFolder } from '../../../support/folder.ts'
import {
  aDay,
  anOverview,
  aPlayer,
  aRow,
  aStatistics,
  idOf,
  NASTY,
} from '../../../support/statistics.ts'
import { readXlsx } from '../../../support/xlsx.ts'

const ACCOUNT = 'acc000000001'
const ZONE = 'America/Sao_Paulo'
const PERIOD = { start: '2026-03-01', end: '2026-03-02' }
const PLAYER = aPlayer()
const LEFT = unlistedPlayer(idOf(7), { duration: 1200, pitch_time: 600 })
const OVERVIEW = anOverview(
  NASTY.map((name, index) => aRow({ player: aPlayer({ id: idOf(index + 1), name }) })),
)
const EVERYTHING: Extract<TableRequest, { table: 'overview' }> = {
  table: 'overview',
  account_id: ACCOUNT,
  period: PERIOD,
  comparison: null,
  search: '',
  activeOnly: false,
  columns: OVERVIEW_COLUMNS.map(({ key }) => key),
  sort: { column: 'name', descending: true },
}

let folder = ''
beforeEach(() => {
  folder = newFolder()
})

function tables(overview = OVERVIEW) {
  const about = requestsAbout(PLAYER, PERIOD, ZONE)
  const aboutLeft = requestsAbout(LEFT, PERIOD, ZONE)
  const field = { ...aStatistics(), grouped_field: '=1+1' }
  const stored = new Map<string, unknown>([
    [JSON.stringify(['players', {}]), [PLAYER]],
    [
      JSON.stringify(['statsByDay', about.statsByDay.input]),
      [aDay('2026-03-01'), aDay('2026-03-02')],
    ],
    [JSON.stringify(['stats', about.stats.input]), aStatistics()],
    [
      JSON.stringify(['clicksTimed', about.clicksTimed.input]),
      [1, 2].map((timed) => ({ timed, total_users: 5 })),
    ],
    [JSON.stringify(['statsByDay', aboutLeft.statsByDay.input]), [aDay('2026-03-01')]],
    [JSON.stringify(['statsByField', about.statsByField('country').input]), [field]],
  ])
  return makeTables({
    read: async (_account, name, input) => {
      const value = stored.get(JSON.stringify([name, input]))
      return value === undefined ? null : { value, asOf: Date.UTC(2026, 2, 3) }
    },
    readOverview: async () => overview,
    readTests: async () => ({}),
    readTest: async () => NO_STORED_DATA,
    readVideo: async () => null,
    lastKnown: async (_, player_id) => (player_id === LEFT.id ? LEFT : NOTHING_KNOWN),
    ...{ readMarkers: async () => [], readAnnotations: async () => [] },
    readPublish: async () => null,
    readHistory: async () => ({ entries: [], next: null }),
    accountOf: async () => ({ name: 'Acme; "Ltd"', timezone: ZONE }),
    now: () => Date.UTC(2026, 2, 3),
  })
}

function exportsTo(chosen: string | null, isTaken = true, decimal: DecimalMark = ',') {
  const asked: string[] = []
  const copied: string[] = []
  let changes = 0
  const exports = makeExports({
    tables: tables().build,
    chooseFile: async (name) => {
      asked.push(name)
      return chosen && path.join(folder, chosen)
    },
    async copy(text) {
      await Promise.resolve()
      if (!isTaken) throw new Error('the clipboard is held')
      copied.push(text)
    },
    decimal,
    clock: virtualClock(),
    onChange: () => changes++,
    version: '0.1.0',
  })
  return { exports, asked, copied, changes: () => changes }
}

const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')

test('a machine CSV overwrites no dictionary file, except that of the CSV that it replaces', async () => {
  const { exports } = exportsTo('players.csv')
  const about = path.join(folder, 'players.about.json')
  const end = async () => {
    const state = await exports.start(EVERYTHING, 'machine', 'en')
    await exports.ended(state?.id ?? 0)
    return exports.list()[0]
  }
  const taken = { kind: 'name-taken', name: 'players.about.json', folder }
  writeFileSync(about, '{"mine":true}')
  expect(await end()).toMatchObject({ status: 'failed', failure: taken })
  expect([readdirSync(folder), read('players.about.json')]).toEqual([
    ['players.about.json'],
    '{"mine":true}',
  ])
  rmSync(about)
  expect(await end()).toMatchObject({ status: 'done' })
  // Its own dictionary goes with the CSV that the person replaces, and not with one that is elsewhere.
  expect(await end()).toMatchObject({ status: 'done' })
  rmSync(path.join(folder, 'players.csv'))
  expect(await end()).toMatchObject({ status: 'failed', failure: taken })
})

test('a suggested name tells tables of one player and period apart', async () => {
  const { exports, asked } = exportsTo(null)
  const of = { account_id: ACCOUNT, player_id: PLAYER.id, period: PERIOD }
  const sort = { column: 'total_started', descending: true }
  const traffic = { ...of, query_key: 'utm_source / 1', rules: NO_MERGE_RULES, top: 6 }
  const requests: TableRequest[] = [
    { table: 'breakdown', ...of, field: 'country', sort },
    { table: 'field_days', ...of, field: 'browser' },
    { table: 'traffic_days', ...traffic, measure: 'total_started' },
    { table: 'days', ...of, unit: 'week' },
    { table: 'days', ...of },
  ]
  for (const request of requests) await exports.start(request, 'machine', 'en')
  expect(asked.map((name) => name.split(`_${PLAYER.id}`)[0])).toEqual([
    ...['cuepoint_breakdown_country', 'cuepoint_field_days_browser'],
    'cuepoint_traffic_days_utm-source-1_total-started',
    ...['cuepoint_days_week', 'cuepoint_days'],
  ])
})

test('a machine CSV holds every cell of the screen’s table, and a dictionary lies beside it', async () => {
  const { exports, asked } = exportsTo('players.csv')
  const state = await exports.start(EVERYTHING, 'machine', 'en')
  await exports.ended(state?.id ?? 0)
  expect(asked).toEqual(['cuepoint_overview_2026-03-01_2026-03-02.csv'])
  expect(exports.list()[0]).toMatchObject({
    status: 'done',
    name: 'players.csv',
    rows: NASTY.length,
    written: NASTY.length,
    failure: null,
  })
  const shown = overviewTable(OVERVIEW, EVERYTHING)
  const { data } = Papa.parse<string[]>(read('players.csv'), { newline: '\r\n' })
  shown.rows.forEach((row, index) => {
    const expected = row.map((cell, at) => {
      if (isMissing(cell)) return ''
      return shown.columns[at]?.kind === 'instant' ? new Date(Number(cell)).toISOString() : cell
    })
    const written = data[index + 1]?.map((text, at) =>
      typeof expected[at] === 'number' ? Number(text) : text,
    )
    expect(written).toEqual(expected)
  })
  const about = JSON.parse(read('players.about.json'))
  expect(about).toMatchObject({
    schema_version: 1,
    rows: NASTY.length,
    timezone: ZONE,
    period: PERIOD,
    as_of: '1970-01-01T00:00:01.000Z',
    filters: { search: '', activeOnly: false, sort: 'name', descending: true },
    totals: { total_started: NASTY.length * 800 },
  })
  expect(about.columns.map(({ key }: { key: string }) => key)).toEqual(data[0])
  expect(readdirSync(folder).sort()).toEqual(['players.about.json', 'players.csv'])
})

test('a spreadsheet CSV carries its totals and facts under the table', async () => {
  const { exports } = exportsTo('days.csv')
  const request = {
    table: 'days',
    account_id: ACCOUNT,
    player_id: PLAYER.id,
    period: PERIOD,
  } as const
  const state = await exports.start(request, 'spreadsheet', 'pt-BR')
  await exports.ended(state?.id ?? 0)
  const text = read('days.csv')
  expect(text.startsWith('\uFEFFDia;Completo;Visualizações;')).toBe(true)
  const { data } = Papa.parse<string[]>(text, { delimiter: ';', newline: '\r\n' })
  expect(data[3]?.slice(0, 4)).toEqual(['Total', 'n/a', '2400', 'n/a'])
  expect(data[4]).toEqual([''])
  expect(data.slice(5, 9)).toEqual([
    ['Tabela', 'Métricas por dia'],
    ['Conta', 'Acme; "Ltd"'],
    // Of digits alone a spreadsheet would make a number.
    ['Player', 'Launch VSL', `'${PLAYER.id}`],
    ['Período', '2026-03-01', '2026-03-02'],
  ])
  expect(text).toContain('Fuso horário;America/Sao_Paulo')
  expect(text).toContain('Linhas;2')
  expect(text).toContain('Dados de (UTC);2026-03-03T00:00:00.000Z')
  expect(readdirSync(folder)).toEqual(['days.csv'])
})

test('a CSV of the trend has the weeks that are drawn, and names those that are not whole', async () => {
  const { exports } = exportsTo('weeks.csv')
  const of = { account_id: ACCOUNT, player_id: PLAYER.id, period: PERIOD }
  const comparison = { start: '2026-02-21', end: '2026-02-22' }
  const request = { table: 'days', ...of, unit: 'week', comparison } as const
  await exports.start(request, 'spreadsheet', 'en')
  await exports.ended(1)
  const { data } = Papa.parse<string[]>(read('weeks.csv').slice(1), {
    delimiter: ';',
    newline: '\r\n',
  })
  expect(data[0]?.slice(0, 7)).toEqual([
    ...['From', 'To', 'From, comparison', 'To, comparison', 'Complete'],
    ...['Views', 'Views, comparison'],
  ])
  const dates = ['2026-03-01', '2026-03-01', '2026-02-21', '2026-02-21']
  expect(data[1]?.slice(0, 7)).toEqual([
    ...dates,
    ...['only partly in the period', '1200', 'not downloaded'],
  ])
  expect(data).toContainEqual(['A row per', 'week'])
  expect(data).toContainEqual(['Compared with', comparison.start, comparison.end])
})

test('totals have their label in a first column of seconds too, which do not add up', async () => {
  const ofPlayer = { account_id: ACCOUNT, player_id: PLAYER.id, period: PERIOD }
  const timing = exportsTo('timing.csv').exports
  await timing.start({ table: 'timing', ...ofPlayer }, 'spreadsheet', 'en')
  await timing.ended(1)
  expect(read('timing.csv')).toContain('\r\nTotal;10;n/a;')
  const workbook = exportsTo('timing.xlsx').exports
  await workbook.start({ table: 'timing', ...ofPlayer }, 'xlsx', 'en')
  await workbook.ended(1)
  const [sheet] = readXlsx(readFileSync(path.join(folder, 'timing.xlsx'))).sheets
  expect(sheet?.rows.at(-1)?.slice(0, 2)).toMatchObject([
    { value: 'Total', isBold: true },
    { value: 10, isBold: true },
  ])
})

test('totals that begin with a figure have no label in its place', async () => {
  const { exports } = exportsTo('players.csv')
  const columns = ['total_started', 'name']
  await exports.start({ ...EVERYTHING, columns }, 'spreadsheet', 'en')
  await exports.ended(1)
  expect(read('players.csv')).toContain(`${NASTY.length * 800};n/a`)
})

test('each player table is built from the answers that the screen requested', async () => {
  const { build } = tables()
  const ofPlayer = { account_id: ACCOUNT, player_id: PLAYER.id, period: PERIOD }
  const sort = { column: 'total_started', descending: true }
  const { table } = await build({ table: 'breakdown', ...ofPlayer, field: 'country', sort })
  const value = [{ ...aStatistics(), grouped_field: '=1+1' }]
  expect(table).toEqual(
    breakdownTable({ value, asOf: Date.UTC(2026, 2, 3) }, { player: PLAYER, sort }),
  )
  const funnel = await build({ table: 'funnel', ...ofPlayer, comparison: null })
  expect(funnel.table.rows[0]?.[2]).toBe(1200)
})

test('a workbook holds the same rows and totals', async () => {
  const { exports, asked } = exportsTo('players.xlsx')
  const state = await exports.start(EVERYTHING, 'xlsx', 'pt-BR')
  await exports.ended(state?.id ?? 0)
  expect(asked).toEqual(['cuepoint_overview_2026-03-01_2026-03-02.xlsx'])
  expect(exports.list()[0]).toMatchObject({ status: 'done', written: NASTY.length, sheets: 1 })
  const { sheets } = readXlsx(readFileSync(path.join(folder, 'players.xlsx')))
  expect(sheets.map(({ name }) => name)).toEqual(['Players', 'Sobre'])
  const shown = overviewTable(OVERVIEW, EVERYTHING).rows.map(([name]) => name)
  const names = sheets[0]?.rows.slice(1, NASTY.length + 1).map((row) => {
    const name = row.find(({ at }) => /^A\d/.test(at))
    return name ? name.value : ''
  })
  expect(names).toEqual(shown)
  expect(sheets[0]?.rows.at(-1)?.[0]).toMatchObject({ value: 'Total', isBold: true })
})

test('a workbook’s last sheet says what it is about, and how each figure is made', async () => {
  const { exports } = exportsTo('players.xlsx')
  await exports.start(EVERYTHING, 'xlsx', 'pt-BR')
  await exports.ended(1)
  const { sheets } = readXlsx(readFileSync(path.join(folder, 'players.xlsx')))
  const lines = (sheets[1]?.rows ?? []).map((row) => row.map(({ value }) => value))
  expect(lines).toContainEqual(['Conta', 'Acme; "Ltd"'])
  expect(lines).toContainEqual(['Fuso horário', ZONE])
  expect(lines).toContainEqual(['Linhas', NASTY.length])
  expect(lines).toContainEqual([
    'Play rate (%)',
    'percentual, truncado em duas casas',
    definition('play_rate', 'pt-BR'),
  ])
  expect(lines.find(([column]) => column === 'Plays, comparação')).toContain(
    `sem comparação: ${NASTY.length}`,
  )
})

test('a copied table has tabs between its cells, and the texts of the spreadsheet CSV', async () => {
  const { exports, copied } = exportsTo('days.csv')
  const days = { account_id: ACCOUNT, player_id: PLAYER.id, period: PERIOD }
  expect(await exports.copy({ table: 'days', ...days }, 'pt-BR')).toBe(2)
  await exports.start({ table: 'days', ...days }, 'spreadsheet', 'pt-BR')
  await exports.ended(1)
  const file = Papa.parse<string[]>(read('days.csv').slice(1), { delimiter: ';', newline: '\r\n' })
  const pasted = Papa.parse<string[]>(copied[0] ?? '', { delimiter: '\t', newline: '\r\n' })
  expect(pasted.data.slice(0, 3)).toEqual(file.data.slice(0, 3))
})

test('tables have the decimal mark and separator of the system, and the titles of the app', async () => {
  const { exports, copied } = exportsTo('days.csv', true, '.')
  const request = {
    table: 'days',
    account_id: ACCOUNT,
    player_id: PLAYER.id,
    period: PERIOD,
  } as const
  await exports.copy(request, 'pt-BR')
  await exports.start(request, 'spreadsheet', 'pt-BR')
  await exports.ended(1)
  const text = read('days.csv')
  expect(text.startsWith('\uFEFFDia,Completo,Visualizações,')).toBe(true)
  expect(text).not.toMatch(/\d,\d\d;/)
  expect(copied[0]?.startsWith('Dia\tCompleto\tVisualizações\t')).toBe(true)
  expect(copied[0]).toMatch(/\t\d+\.\d\d\t/)
})

test('a table that the clipboard rejects is not reported as copied', async () => {
  const { exports } = exportsTo('days.csv', false)
  const days = { account_id: ACCOUNT, player_id: PLAYER.id, period: PERIOD }
  await expect(exports.copy({ table: 'days', ...days }, 'en')).rejects.toThrow('held')
})

test('a table without stored data says so, and an unknown player is not found', async () => {
  const { exports } = exportsTo('a.csv')
  const ofPlayer = { account_id: ACCOUNT, player_id: PLAYER.id, period: PERIOD }
  const absent = await exports.start({ table: 'retention', ...ofPlayer }, 'machine', 'en')
  const unknown = { ...ofPlayer, player_id: idOf(99) }
  const nobody = await exports.start({ table: 'retention', ...unknown }, 'machine', 'en')
  await exports.ended(absent?.id ?? 0)
  await exports.ended(nobody?.id ?? 0)
  expect(exports.list().map(({ failure }) => failure)).toMatchObject([
    { kind: 'not-found', what: 'local' },
    { kind: 'nothing-stored' },
  ])
  expect(readdirSync(folder)).toEqual([])
})

test('the table of a player that left the list has its stored figures', async () => {
  const days = { account_id: ACCOUNT, player_id: LEFT.id, period: PERIOD }
  const { table, facts } = await tables().build({ table: 'days', ...days })
  expect(table.rows).toHaveLength(1)
  expect(facts.player).toEqual({ id: LEFT.id, name: LEFT.id })
})

test('an export without a chosen file starts nothing', async () => {
  const { exports, changes } = exportsTo(null)
  expect(await exports.start(EVERYTHING, 'machine', 'en')).toBeNull()
  expect(exports.list()).toEqual([])
  expect(changes()).toBe(0)
})

test('a cancelled export is listed as cancelled and leaves the old file', async () => {
  writeFileSync(path.join(folder, 'a.csv'), 'old')
  const { exports } = exportsTo('a.csv')
  const state = await exports.start(EVERYTHING, 'machine', 'en')
  await exports.cancel(state?.id ?? 0)
  expect(exports.list()[0]).toMatchObject({ status: 'cancelled', failure: null })
  expect(exports.fileOf(state?.id ?? 0)).toBeNull()
  expect(readdirSync(folder)).toEqual(['a.csv'])
  expect(read('a.csv')).toBe('old')
})

test('an export to a disk that does not respond is cancelled, and so is the app’s end', async () => {
  const clock = virtualClock()
  const hangs = { note: () => new Promise<never>(() => undefined) }
  const exports = makeExports({
    tables: tables().build,
    chooseFile: async (name) => path.join(folder, name),
    copy: async () => undefined,
    decimal: ',',
    clock,
    begun: hangs,
    onChange: () => undefined,
    version: '0.1.0',
  })
  const cancelled = await exports.start(EVERYTHING, 'spreadsheet', 'en')
  await clock.until(exports.cancel(cancelled?.id ?? 0))
  expect(exports.list()[0]).toMatchObject({ status: 'cancelled', failure: null })
  await exports.start(EVERYTHING, 'xlsx', 'en')
  await clock.until(exports.close())
  expect(exports.list()[0]).toMatchObject({ status: 'cancelled' })
  expect(readdirSync(folder)).toEqual([])
})

test('a file whose caller tells the outcome is listed while it is written, and can be cancelled then', async () => {
  const { exports } = exportsTo(null)
  const saved = exports.finish('a.cuepoint', async () => undefined)
  expect(exports.list()[0]).toMatchObject({ table: 'file', name: 'a.cuepoint', status: 'running' })
  expect(await saved).toBe(true)
  const cancelled = exports.finish('b.cuepoint', async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    refuseWhenCancelled(signal)
  })
  await exports.cancel(exports.list()[0]?.id ?? 0)
  expect(await cancelled).toBe(false)
  const failed = exports.finish('c.cuepoint', async () => {
    throw new AppError({ kind: 'no-folder' })
  })
  await expect(failed).rejects.toMatchObject({ failure: { kind: 'no-folder' } })
  expect(exports.list()).toEqual([])
})

test('a file that cannot be written fails with its place', async () => {
  const { exports } = exportsTo('no/such/folder.csv')
  const state = await exports.start(EVERYTHING, 'machine', 'en')
  await exports.ended(state?.id ?? 0)
  expect(exports.list()[0]).toMatchObject({
    status: 'failed',
    failure: { kind: 'storage', path: path.join(folder, 'no/such/folder.csv') },
  })
})

test('the oldest finished exports are dropped from the list, but none in progress', async () => {
  const { exports } = exportsTo(null)
  let finish = () => {}
  const slow = exports.begin('days', 'slow.csv', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return 1
  })
  for (let count = 0; count < 30; count++) {
    const { id } = exports.begin('days', `${count}.csv`, async () => 1)
    await exports.ended(id)
  }
  expect(exports.list().at(-1)).toMatchObject({ id: slow.id, status: 'running' })
  expect(exports.list()).toHaveLength(21)
  finish()
  await exports.ended(slow.id)
  exports.begin('days', 'last.csv', async () => 1)
  expect(exports.list().map(({ id }) => id)).not.toContain(slow.id)
  await exports.close()
})

test('the facts of all players say how many are not in the figures', async () => {
  const some = await tables({ ...OVERVIEW, leftOut: 2 }).build(EVERYTHING)
  expect(some.facts.filters).toMatchObject({ playersLeftOut: 2 })
  const all = await tables({ ...OVERVIEW, leftOut: 0 }).build(EVERYTHING)
  expect(all.facts.filters).not.toHaveProperty('playersLeftOut')
  expect(all.facts.filters).not.toHaveProperty('comparedPlayersLeftOut')
  const before = await tables({ ...OVERVIEW, comparedLeftOut: 3 }).build(EVERYTHING)
  expect(before.facts.filters).toMatchObject({ comparedPlayersLeftOut: 3 })
})
