import { beforeAll, expect, test } from 'vitest'
import { annotationsTable } from '../../../../src/shared/features/annotations/table.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { sameInFiles } from '../../../support/same-table.ts'

let desk: ConnectedDesk

beforeAll(async () => {
  const now = testClock.now()
  desk = await connectedDesk({
    timezone: 'America/Sao_Paulo',
    service: { players: 3, days: 30, now: () => now },
  })
})

test('a CSV for spreadsheets has the separator of the system’s region, whatever the app’s language', async () => {
  const argentine = await connectedDesk({
    timezone: 'America/Sao_Paulo',
    service: { players: 1, days: 3 },
    desk: { systemLocale: 'es-AR' },
  })
  const account_id = argentine.account.id
  const period = { start: '2026-03-01', end: '2026-03-03' }
  const fields = { player_id: null, period, text: 'Carnival', tags: [] }
  await argentine.handlers.annotations.add({ account_id, fields })
  const request = { table: 'annotations', account_id, search: '' } as const
  const { text } = await argentine.exported(request, 'spreadsheet', 'en')
  expect(text).toMatch(/^\uFEFF[^,\r\n]+;[^,\r\n]+\r\n/)
  const machine = await argentine.exported(request, 'machine', 'en')
  expect(machine.text).toMatch(/^[^;\r\n]+,[^;\r\n]+\r\n/)
})

test('without annotations there is no file; the written ones are in it as on the screen', async () => {
  const account_id = desk.account.id
  const request = { table: 'annotations' as const, account_id, search: '' }
  await expect(desk.exported(request, 'machine', 'en')).rejects.toThrow('"kind":"nothing-stored"')
  const { value: players } = await desk.handlers.analytics.players({ account_id })
  const [player] = players
  const write = (player_id: string | null, text: string, tags: string[]) =>
    desk.handlers.annotations.add({
      account_id,
      fields: { player_id, period: { start: '2026-03-01', end: '2026-03-03' }, text, tags },
    })
  await write(null, '=Carnival, all week', ['holiday', 'ads'])
  await write(player?.id ?? null, 'New offer', [])
  await write('f'.repeat(24), 'of one that is gone', [])
  const { annotations } = await desk.handlers.annotations.list({ account_id })
  const table = annotationsTable(annotations, { search: '', players })
  expect(table.rows).toHaveLength(3)
  await sameInFiles(desk, request, table)
  const search = 'NEW'
  const found = annotationsTable(annotations, { search, players })
  expect(found.rows.map((row) => row[4])).toEqual(['New offer'])
  await sameInFiles(desk, { ...request, search }, found)
})
