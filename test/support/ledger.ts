import fs from 'node:fs'
import path from 'node:path'
import { openStore, type Store } from '../../src/main/database/store.ts'
import { makeExports } from '../../src/main/features/exports/exports.ts'
import { makeLedger } from '../../src/main/features/ledger/ledger.ts'
import type { Player } from '../../src/shared/api/player.ts'
import type { StoredAccount } from '../../src/shared/features/accounts/account.ts'
import { requestsAbout } from '../../src/shared/features/analytics/requests.ts'
import type { LedgerRequest } from '../../src/shared/features/ledger/request.ts'
import type { Period } from '../../src/shared/time/period.ts'
import { testClock, virtualClock } from './clock.ts'
import { newFolder } from './folder.ts'
import { closedLater } from './opened.ts'
import { aDay, statisticsOf } from './store-data.ts'
import { ledgerWorker, storeWorker } from './threads.ts'

export const ACCOUNT = 'acc000000001'
export const ZONE = 'America/Sao_Paulo'
export const NOW = Date.UTC(2026, 10, 21, 12)
export const ALL: LedgerRequest = { account_ids: null, period: null, language: 'en' }
export const anAccount = (id: string, change: Partial<StoredAccount> = {}): StoredAccount => ({
  ...{ id, name: `Company ${id}`, isDemo: false, timezone: ZONE, base_url: 'https://a.example' },
  ...{ api_base_url: null, testedAt: NOW, downloadedAt: NOW, createdAt: NOW },
  ...change,
})

interface Kept {
  account_id?: string
  zone?: string
  asOf?: number
}

export type LedgerDesk = Awaited<ReturnType<typeof openLedgerDesk>>

/** A store in a folder of its own, and the ledger written from it into that folder. */
export async function openLedgerDesk() {
  const folder = newFolder()
  const store = await openStore({
    workerFile: storeWorker,
    folder: path.join(folder, 'desk'),
    clock: testClock,
  })
  closedLater(store.close)
  const open = (target = folder, onChange = () => {}) => ledgerOf(store, { target, onChange })
  return {
    ...{ folder, store, ledgerOf: open },
    ...keepers(store),
    async written(request: Partial<LedgerRequest> = {}) {
      const { ledger, exports } = open()
      const state = await ledger.start({ ...ALL, ...request })
      await exports.ended(state?.id ?? 0)
      const ended = exports.list()[0]
      return { state: ended, place: path.join(folder, ended?.name ?? '') }
    },
    /** The files of the folder except the databases. */
    beside: () => fs.readdirSync(folder).filter((name) => name !== 'desk'),
  }
}

interface LedgerOf {
  target: string
  onChange: () => void
}

function ledgerOf(store: Store, { target, onChange }: LedgerOf) {
  const clock = virtualClock(NOW)
  const exports = makeExports({
    tables: () => Promise.reject(new Error('No table is asked for.')),
    chooseFile: () => Promise.resolve(null),
    clock,
    copy: () => Promise.resolve(),
    decimal: '.',
    onChange,
    version: '1.2.3',
  })
  const ledger = makeLedger({
    store,
    exports,
    chooseFolder: () => Promise.resolve(target),
    ledgerWorker,
    clock,
    version: '1.2.3',
  })
  return { ledger, exports }
}

const keepers = (store: Store) => ({
  async keepAccount(account: StoredAccount, players: readonly Player[]) {
    await store.putAccount(account)
    await store.keepAnswer(account.id, 'players', {}, players, NOW, false)
  },
  async keepDays(player: Player, dates: readonly string[], kept: Kept = {}) {
    const { account_id = ACCOUNT, zone = ZONE, asOf = NOW } = kept
    const { id: player_id, pitch_time, duration: video_duration } = player
    const rows = dates.map((date) => aDay(date, date + player_id + account_id))
    await store.keepDays(account_id, zone, { player_id, pitch_time, video_duration }, rows, asOf)
    return rows
  },
  async keepBreakdown(
    player: Player,
    period: Period,
    { asOf = NOW, rows }: { asOf?: number; rows: { date_key: string; grouped_field: string }[] },
  ) {
    const { name, input } = requestsAbout(player, period, ZONE).statsByFieldByDay('country')
    const value = rows.map((row) => ({
      ...statisticsOf(`${row.date_key}${row.grouped_field}${asOf}`),
      ...row,
    }))
    await store.keepAnswer(ACCOUNT, name, input, value, asOf, false)
    return value
  },
})

export const dictionaryOf = (place: string) =>
  JSON.parse(fs.readFileSync(path.join(place, 'dictionary.json'), 'utf8'))
