import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { ADDITIVE } from '../../../../src/shared/api/statistics.ts'
import { NO_STATISTICS } from '../../../../src/shared/tables/measures.ts'
import { addDays, isSettled } from '../../../../src/shared/time/period.ts'
import {
  ACCOUNT,
  anAccount,
  dictionaryOf,
  type LedgerDesk,
  NOW,
  openLedgerDesk,
  ZONE,
} from '../../../support/ledger.ts'
import { count } from '../../../support/scale.ts'
import { aDay, aPlayer } from '../../../support/store-data.ts'
import { DUCKDB_TYPES, openWarehouse } from '../../../support/warehouse.ts'

const OTHER = 'acc000000002'

/** Half of a pair of surrogates has no UTF-8 and becomes U+FFFD. */
const wellFormed = (text: string) => Buffer.from(text).toString()

let desk: LedgerDesk
beforeEach(async () => {
  desk = await openLedgerDesk()
})

test('DuckDB reads both tables by month, with the names and types of the dictionary', async () => {
  const player = aPlayer(1)
  await desk.keepAccount(anAccount(ACCOUNT), [player])
  await desk.keepDays(player, ['2026-09-30', '2026-10-01', '2026-10-02'])
  await desk.keepBreakdown(
    player,
    { start: '2026-10-01', end: '2026-10-02' },
    { rows: [{ date_key: '2026-10-01', grouped_field: 'Brazil' }] },
  )
  const { state, place } = await desk.written()
  expect(state).toMatchObject({ status: 'done', table: 'ledger', written: 4, failure: null })
  expect(state?.name).toBe('cuepoint-ledger_2026-11-21')
  expect(fs.readdirSync(place).sort()).toEqual([
    'breakdown',
    'daily',
    'dictionary.json',
    'dictionary.md',
  ])
  const warehouse = await openWarehouse(place)
  const dictionary = dictionaryOf(place)
  for (const table of ['daily', 'breakdown'] as const) {
    const described = await warehouse.all(`DESCRIBE SELECT * FROM ${warehouse.from(table)}`)
    const types = described.map(({ column_name, column_type }) => [column_name, column_type])
    const said = dictionary.tables[table].columns.map(
      ({ name, type }: { name: string; type: keyof typeof DUCKDB_TYPES }) => {
        return [name, DUCKDB_TYPES[type]]
      },
    )
    expect(types).toEqual([...said, ['month', 'VARCHAR']])
  }
  const months = `SELECT month, count(*)::INT AS rows FROM ${warehouse.from('daily')}
    WHERE month = strftime(date_key, '%Y-%m') GROUP BY month ORDER BY month`
  expect(await warehouse.all(months)).toEqual([
    { month: '2026-09', rows: 1 },
    { month: '2026-10', rows: 2 },
  ])
  warehouse.close()
})

test('each day is one row with every stored figure, and when and with which settings it was read', async () => {
  const player = aPlayer(1)
  const asOf = Date.UTC(2026, 9, 3, 1, 2, 3, 456)
  await desk.keepAccount(anAccount(ACCOUNT), [player])
  const [day] = await desk.keepDays(player, ['2026-10-01'], { asOf })
  const { place } = await desk.written()
  const warehouse = await openWarehouse(place)
  const [row] = await warehouse.all(
    `SELECT * REPLACE (epoch_ms(as_of) AS as_of) FROM ${warehouse.from('daily')}`,
  )
  const { date_key, ...figures } = day ?? aDay('2026-10-01')
  const stated = Object.entries(figures).map(([name, value]) => [
    name,
    // Counts of 64 bits are texts in JSON, and rates have two decimals.
    name.endsWith('_rate') ? Number(value).toFixed(2) : String(value),
  ])
  expect(row).toEqual({
    ...{ account_id: ACCOUNT, company: `Company ${ACCOUNT}` },
    ...{ player_id: player.id, player_name: player.name, date_key, timezone: ZONE },
    ...Object.fromEntries(stated),
    ...{ pitch_time: String(player.pitch_time), video_duration: String(player.duration) },
    ...{ as_of: String(asOf), is_settled: isSettled(date_key, ZONE, asOf), month: '2026-10' },
  })
  warehouse.close()
})

test('the sums of each currency and measure are those of the stored days, whatever is stored', async () => {
  const start = '2026-08-20'
  const aSpan = fc.record({ from: fc.nat(70), days: fc.integer({ min: 1, max: 40 }) })
  const ofPlayers = fc.array(fc.array(aSpan, { maxLength: 3 }), { minLength: 1, maxLength: 5 })
  let round = 0
  await fc.assert(
    fc.asyncProperty(ofPlayers, async (spans) => {
      const account_id = `acc${String(++round).padStart(9, '0')}`
      const players = spans.map((_, index) => aPlayer(index))
      await desk.keepAccount(anAccount(account_id), players)
      const stored: Record<string, string>[] = []
      for (const [index, player] of players.entries()) {
        const dates = new Set(
          (spans[index] ?? []).flatMap(({ from, days }) =>
            Array.from({ length: days }, (_, day) => addDays(start, from + day)),
          ),
        )
        if (dates.size === 0) continue
        const rows = await desk.keepDays(player, [...dates], { account_id })
        for (const row of rows) stored.push(row as never)
      }
      const { state, place } = await desk.written({ account_ids: [account_id] })
      if (stored.length === 0) {
        expect(state?.failure).toEqual({ kind: 'nothing-stored' })
        return
      }
      const warehouse = await openWarehouse(place)
      const sums = ADDITIVE.map((name) => `sum(${name})::BIGINT AS ${name}`).join(', ')
      const [read] = await warehouse.all(
        `SELECT count(*) AS rows, count(DISTINCT (player_id, date_key)) AS days, ${sums}
         FROM ${warehouse.from('daily')} WHERE month = strftime(date_key, '%Y-%m')`,
      )
      warehouse.close()
      const rows = String(stored.length)
      const expected = ADDITIVE.map((name) => [
        name,
        String(stored.reduce((sum, row) => sum + Number(row[name]), 0)),
      ])
      expect(read).toEqual({ rows, days: rows, ...Object.fromEntries(expected) })
    }),
    { numRuns: count('ledgers', { usual: 6, full: 200 }) },
  )
})

test('of several answers about the same days only the newest is used, and only for its own days', async () => {
  const player = aPlayer(1)
  await desk.keepAccount(anAccount(ACCOUNT), [player])
  const older = await desk.keepBreakdown(
    player,
    { start: '2026-09-29', end: '2026-10-02' },
    {
      asOf: NOW - 1000,
      rows: [
        { date_key: '2026-09-29', grouped_field: 'Brazil' },
        { date_key: '2026-10-01', grouped_field: 'Gone since' },
        { date_key: '2026-10-01', grouped_field: 'Brazil' },
      ],
    },
  )
  const newer = await desk.keepBreakdown(
    player,
    { start: '2026-10-01', end: '2026-10-03' },
    {
      rows: [
        { date_key: '2026-10-01', grouped_field: 'Brazil' },
        { date_key: '2026-10-03', grouped_field: '' },
      ],
    },
  )
  const { place } = await desk.written()
  const warehouse = await openWarehouse(place)
  const read = await warehouse.all(
    `SELECT date_key, field, value, total_started, total_amount_brl
     FROM ${warehouse.from('breakdown')} ORDER BY date_key`,
  )
  warehouse.close()
  const held = [older[0], newer[0], newer[1]].map((row) => ({
    ...{ date_key: row?.date_key, field: 'country', value: row?.grouped_field },
    ...{ total_started: String(row?.total_started) },
    ...{ total_amount_brl: String(row?.total_amount_brl) },
  }))
  expect(read).toEqual(held)
  expect(dictionaryOf(place).accounts[0].breakdown_player_days).toEqual({ country: 5 })
})

test('hostile names reach DuckDB unchanged, and a lone surrogate becomes a replacement character', async () => {
  const names = ['O\'Hara "VSL" \\', '🎬 Olá, ação', 'a\u0000b\nc', '=1+1', 'half \ud83d', '']
  const players = names.map((name, index) => ({ ...aPlayer(index), name }))
  const company = '| [x](y) `\n# Acme \udc00'
  await desk.keepAccount(anAccount(ACCOUNT, { name: company }), players)
  for (const player of players) await desk.keepDays(player, ['2026-10-01'])
  const { place } = await desk.written()
  const warehouse = await openWarehouse(place)
  const read = await warehouse.all(
    `SELECT player_name, company FROM ${warehouse.from('daily')} ORDER BY player_id`,
  )
  warehouse.close()
  expect(read.map(({ player_name }) => player_name)).toEqual(names.map(wellFormed))
  expect(new Set(read.map(({ company: read }) => read))).toEqual(new Set([wellFormed(company)]))
  const text = fs.readFileSync(path.join(place, 'dictionary.md'), 'utf8')
  expect(text).toContain('| \\| \\[x\\](y) \\` \\# Acme')
})

test('missing days are counted by player, and days cut in another zone are left out and counted', async () => {
  const [whole, part, none] = [aPlayer(1), aPlayer(2), aPlayer(3)]
  const gone = aPlayer(4)
  await desk.keepAccount(anAccount(ACCOUNT), [whole, part, none])
  await desk.keepDays(whole, ['2026-10-01', '2026-10-02', '2026-10-03'])
  await desk.keepDays(part, ['2026-10-02'])
  await desk.keepDays(gone, ['2026-10-02'])
  await desk.keepDays(whole, ['2026-10-01', '2026-10-02'], { zone: 'UTC' })
  const { place } = await desk.written()
  const [account] = dictionaryOf(place).accounts
  expect(account).toMatchObject({
    period: { start: '2026-10-01', end: '2026-10-03' },
    ...{ daily_rows: 5, breakdown_rows: 0, missing_player_days: 5 },
    missing: [
      { player_id: none.id, player_name: none.name, stored_days: 0, missing_days: 3 },
      { player_id: part.id, player_name: part.name, stored_days: 1, missing_days: 2 },
    ],
    other_zones: [{ timezone: 'UTC', player_days: 2 }],
  })
  const warehouse = await openWarehouse(place)
  const unlisted = await warehouse.all(
    `SELECT player_id FROM ${warehouse.from('daily')} WHERE player_name IS NULL`,
  )
  warehouse.close()
  expect(unlisted).toEqual([{ player_id: gone.id }])
})

test('of days cut in another zone only those of the requested period are counted', async () => {
  const player = aPlayer(1)
  await desk.keepAccount(anAccount(ACCOUNT), [player])
  await desk.keepDays(player, ['2026-10-01'])
  await desk.keepDays(player, ['2026-09-30', '2026-10-01', '2026-10-02'], { zone: 'UTC' })
  await desk.keepDays(player, ['2026-01-01', '2026-10-03'], { zone: 'Europe/Lisbon' })
  const { place } = await desk.written({ period: { start: '2026-10-01', end: '2026-10-02' } })
  expect(dictionaryOf(place).accounts[0].other_zones).toEqual([{ timezone: 'UTC', player_days: 2 }])
})

test('a day before its player was created, or after today, is not missing', async () => {
  const player = { ...aPlayer(1), created_at: '2026-11-20 15:00:00' }
  await desk.keepAccount(anAccount(ACCOUNT), [player])
  const missing = async () => {
    const { place } = await desk.written({ period: { start: '2026-10-01', end: '2026-12-31' } })
    return dictionaryOf(place).accounts[0].missing
  }
  await desk.keepDays(player, ['2026-11-20'])
  expect(await missing()).toMatchObject([{ stored_days: 1, missing_days: 1 }])
  // The service may have a row of the day before the creation, which stands for no other day.
  await desk.keepDays(player, ['2026-11-19'])
  expect(await missing()).toMatchObject([{ stored_days: 2, missing_days: 1 }])
})

test('only the chosen accounts and days are written, several accounts into the same files', async () => {
  const player = aPlayer(1)
  for (const account_id of [ACCOUNT, OTHER]) {
    await desk.keepAccount(anAccount(account_id), [player])
    await desk.keepDays(player, ['2026-10-01', '2026-10-02', '2026-11-01'], { account_id })
  }
  const request = `SELECT account_id, count(*)::INT AS rows FROM`
  const counted = async (place: string) => {
    const warehouse = await openWarehouse(place)
    const rows = await warehouse.all(
      `${request} ${warehouse.from('daily')} GROUP BY account_id ORDER BY account_id`,
    )
    warehouse.close()
    return rows
  }
  const both = await desk.written({ period: { start: '2026-10-02', end: '2026-11-30' } })
  expect(await counted(both.place)).toEqual([
    { account_id: ACCOUNT, rows: 2 },
    { account_id: OTHER, rows: 2 },
  ])
  const one = await desk.written({ account_ids: [OTHER] })
  expect(await counted(one.place)).toEqual([{ account_id: OTHER, rows: 3 }])
})

test('a rate of a day without what it is a share of is empty, rather than zero', async () => {
  const player = aPlayer(1)
  await desk.keepAccount(anAccount(ACCOUNT), [player])
  const { pitch_time, duration: video_duration } = player
  const inForce = { player_id: player.id, pitch_time, video_duration }
  const idle = { ...NO_STATISTICS, date_key: '2026-10-01' }
  const viewed = { ...idle, date_key: '2026-10-02', total_viewed_device_uniq: 3 }
  await desk.store.keepDays(ACCOUNT, ZONE, inForce, [idle, viewed], NOW)
  const { place } = await desk.written()
  const warehouse = await openWarehouse(place)
  const read = await warehouse.all(
    `SELECT total_over_pitch, over_pitch_rate, engagement_rate, overall_conversion_rate, play_rate
     FROM ${warehouse.from('daily')} ORDER BY date_key`,
  )
  warehouse.close()
  const none = { over_pitch_rate: null, engagement_rate: null, overall_conversion_rate: null }
  expect(read).toEqual([
    { total_over_pitch: '0', ...none, play_rate: null },
    { total_over_pitch: '0', ...none, play_rate: '0.00' },
  ])
})

test('without a pitch its columns are empty, and a rate with more decimals is truncated', async () => {
  const player = { ...aPlayer(1), pitch_time: 0 }
  await desk.keepAccount(anAccount(ACCOUNT), [player])
  const row = { ...aDay('2026-10-01'), engagement_rate: '12.349', play_rate: '0.5' }
  const inForce = { player_id: player.id, pitch_time: 0, video_duration: player.duration }
  await desk.store.keepDays(ACCOUNT, ZONE, inForce, [row], NOW)
  const { place } = await desk.written()
  const warehouse = await openWarehouse(place)
  const read = await warehouse.all(
    `SELECT total_over_pitch, total_under_pitch, over_pitch_rate, engagement_rate, play_rate
     FROM ${warehouse.from('daily')}`,
  )
  warehouse.close()
  expect(read).toEqual([
    {
      ...{ total_over_pitch: null, total_under_pitch: null, over_pitch_rate: null },
      ...{ engagement_rate: '12.34', play_rate: '0.50' },
    },
  ])
})
