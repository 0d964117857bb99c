import { expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import type { TablesParts } from '../../../../src/main/features/exports/builder.ts'
import { aboutText, factLines } from '../../../../src/main/features/exports/facts.ts'
import {
  type BuiltTable,
  makeAnnotated,
  makeTables,
} from '../../../../src/main/features/exports/tables.ts'
import { makeCsvWriter } from '../../../../src/shared/csv.ts'
import type { TableRequest } from '../../../../src/shared/features/exports/request.ts'
import { testClock } from '../../../support/clock.ts'
import { anOverview, aPlayer, aRow, aStatistics, idOf } from '../../../support/statistics.ts'
import { ACCOUNT, aFolder, anAccount, ZONE } from '../../../support/store-folder.ts'

const period = { start: '2026-03-01', end: '2026-03-07' }
const request: TableRequest = {
  table: 'days',
  account_id: ACCOUNT,
  player_id: idOf(1),
  period,
}
const built: BuiltTable = {
  table: {
    columns: [{ key: 'date_key', kind: 'date' }],
    rows: [['2026-03-01']],
    totals: null,
    asOf: 5,
  },
  facts: {
    table: 'days',
    account: 'Acme',
    player: { id: idOf(1), name: 'VSL' },
    timezone: ZONE,
    period,
    comparison: null,
    filters: {},
  },
}

async function annotated() {
  const verbs = makeVerbs(aFolder(), testClock)
  verbs.putAccount(anAccount())
  const write = (text: string, player_id: string | null, start: string, end = start) =>
    verbs.annotations.add({
      account_id: ACCOUNT,
      fields: { player_id, period: { start, end }, text, tags: ['ads'] },
    })
  write('of the account', null, '2026-02-20', '2026-03-01')
  write('of the player', idOf(1), '2026-03-05')
  write('of another player', idOf(2), '2026-03-05')
  write('of other days', null, '2026-03-08')
  const build = makeAnnotated(
    async () => built,
    async (account_id) => verbs.annotations.list({ account_id }),
  )
  const { table, facts } = await build(request)
  verbs.close()
  return { table, facts, rows: 1, exportedAt: 6, version: '0.1.0' }
}

test('the dictionary beside a CSV holds the annotations of its days and its player', async () => {
  const about = JSON.parse(aboutText('days.csv', { ...(await annotated()), language: 'en' }))
  const own = { player_id: idOf(1), text: 'of the player', tags: ['ads'] }
  const whole = { player_id: null, text: 'of the account', tags: ['ads'] }
  expect(about.annotations).toEqual([
    { start: '2026-03-05', end: '2026-03-05', ...own },
    { start: '2026-02-20', end: '2026-03-01', ...whole },
  ])
})

test('a spreadsheet CSV lists the annotations under its table', async () => {
  const writer = makeCsvWriter(built.table.columns, 'spreadsheet', 'pt-BR')
  const lines = factLines(writer, { ...(await annotated()), language: 'pt-BR' })
  expect(lines).toContain('Anotação')
  expect(lines).toContain('of the player')
  expect(lines).not.toContain('of another player')
})

test('a file says when the player was created, if that is not before the compared days', async () => {
  const facts = async (created_at: string) => {
    const listed = { value: [aPlayer({ created_at })], asOf: 1 }
    const figures = { value: aStatistics(), asOf: 1 }
    const parts: Partial<TablesParts> = {
      accountOf: async () => ({ name: 'Acme', timezone: 'America/Sao_Paulo' }),
      read: async (_, name) => (name === 'players' ? listed : figures),
    }
    const comparison = { start: '2026-02-22', end: '2026-02-28' }
    const of = { table: 'figures', account_id: ACCOUNT, player_id: idOf(1) } as const
    const { build } = makeTables(parts as TablesParts)
    return (await build({ ...of, period, comparison })).facts.filters
  }
  expect(await facts('2026-02-25 01:00:00')).toEqual({ created: '2026-02-24' })
  expect(await facts('2026-02-21 12:00:00')).toEqual({})
})

test('the file of all players says how many did not exist on all of the compared days', async () => {
  const created_at = ['2026-02-05 12:00:00', '2025-12-01 12:00:00']
  const rows = created_at.map((at) => aRow({ player: aPlayer({ id: at, created_at: at }) }))
  const parts: Partial<TablesParts> = {
    accountOf: async () => ({ name: 'Acme', timezone: ZONE }),
    read: async () => null,
    readOverview: async () => anOverview(rows),
  }
  const filters = async (columns: string[]) => {
    const { build } = makeTables(parts as TablesParts)
    const { facts } = await build({
      ...{ table: 'overview', account_id: ACCOUNT, period, columns, search: '', activeOnly: false },
      comparison: { start: '2026-02-01', end: '2026-02-07' },
      sort: { column: 'name', descending: false },
    })
    return facts.filters
  }
  expect(await filters(['name', 'total_started__change'])).toMatchObject({ youngPlayers: 1 })
  expect(await filters(['name', 'total_started'])).not.toHaveProperty('youngPlayers')
})
