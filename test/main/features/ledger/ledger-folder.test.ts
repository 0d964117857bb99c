import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { daysOf } from '../../../../src/shared/time/period.ts'
import {
  ACCOUNT,
  ALL,
  anAccount,
  type LedgerDesk,
  openLedgerDesk,
} from '../../../support/ledger.ts'
import { aPlayer } from '../../../support/store-data.ts'

let desk: LedgerDesk
beforeEach(async () => {
  desk = await openLedgerDesk()
})

test('an empty ledger is refused with its reason, and leaves nothing', async () => {
  await desk.keepAccount(anAccount(ACCOUNT), [aPlayer(1)])
  const { state } = await desk.written()
  expect(state).toMatchObject({ status: 'failed', failure: { kind: 'nothing-stored' } })
  await desk.keepDays(aPlayer(1), ['2026-10-01'])
  const future = await desk.written({ period: { start: '2027-01-01', end: '2027-01-31' } })
  expect(future.state).toMatchObject({ status: 'failed', failure: { kind: 'nothing-stored' } })
  expect(desk.beside()).toEqual([])
})

test('a cancelled export leaves no files, and a repeated one replaces none', async () => {
  const player = aPlayer(1)
  await desk.keepAccount(anAccount(ACCOUNT), [player])
  await desk.keepDays(player, ['2026-10-01'])
  const { ledger, exports } = desk.ledgerOf()
  const state = await ledger.start(ALL)
  await exports.cancel(state?.id ?? 0)
  expect(exports.list()[0]).toMatchObject({ status: 'cancelled', failure: null })
  expect(desk.beside()).toEqual([])
  await desk.written()
  await desk.written()
  expect(desk.beside().sort()).toEqual([
    'cuepoint-ledger_2026-11-21',
    'cuepoint-ledger_2026-11-21_2',
  ])
})

test('an export cancelled while rows are written leaves no files', async () => {
  const players = [aPlayer(1), aPlayer(2), aPlayer(3)]
  await desk.keepAccount(anAccount(ACCOUNT), players)
  const period = { start: '2025-01-01', end: '2026-10-31' }
  for (const player of players) await desk.keepDays(player, daysOf(period))
  let cancelled: Promise<void> | undefined
  const seen: string[] = []
  const { ledger, exports } = desk.ledgerOf(desk.folder, () => {
    const [one] = exports.list()
    if (!one?.written || cancelled) return
    seen.push(...desk.beside())
    cancelled = exports.cancel(one.id)
  })
  const state = await ledger.start(ALL)
  await exports.ended(state?.id ?? 0)
  await cancelled
  expect(seen).toHaveLength(1)
  expect(exports.list()[0]).toMatchObject({ status: 'cancelled', failure: null })
  expect(desk.beside()).toEqual([])
})

test('a folder that cannot be written fails the export with a storage failure', async () => {
  await desk.keepAccount(anAccount(ACCOUNT), [aPlayer(1)])
  await desk.keepDays(aPlayer(1), ['2026-10-01'])
  const { ledger, exports } = desk.ledgerOf(path.join(desk.folder, 'desk', 'answers.db'))
  const state = await ledger.start(ALL)
  await exports.ended(state?.id ?? 0)
  expect(exports.list()[0]).toMatchObject({ status: 'failed', failure: { kind: 'storage' } })
})
