import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../src/main/database/database.ts'
import { DESK } from '../../../../src/main/database/stored-features.ts'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { aDesk, aService, failing } from '../../../support/accounts.ts'
import { testClock } from '../../../support/clock.ts'
import { quietScreen } from '../../../support/desk.ts'
import { type MemoryKeytar, memoryKeytar } from '../../../support/keychain.ts'
import { WITHOUT_FIGURES } from '../../../support/open-backups.ts'
import { repack, unpackTo } from '../../../support/repack.ts'
import { ACCOUNT, aFolder, anAccount } from '../../../support/store-folder.ts'

/** A desk whose dialogs answer with this file. */
function aDeskWith(file: string, memory: MemoryKeytar) {
  const folder = aFolder()
  const dialogs = { placeBackup: async () => file, chooseBackup: async () => file }
  return aDesk(folder, memory, { screen: { ...quietScreen(folder), ...dialogs } })
}

/** A backup of a desk with an account, in which the account may be at another address. */
async function backedUp(memory: MemoryKeytar, elsewhere?: string) {
  const file = path.join(aFolder(), 'a.cuepoint-backup')
  const service = await aService()
  const desk = aDeskWith(file, memory)
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  await desk.accounts.connectVideos({
    ...{ account_id, api_base_url: service.base_url },
    video_token: service.video_token,
  })
  await desk.handlers.backup.make(WITHOUT_FIGURES)
  await desk.close()
  if (elsewhere !== undefined) moveAccounts(file, elsewhere)
  return { file, account_id, service }
}

function moveAccounts(file: string, address: string) {
  const parts = unpackTo(file)
  const changed = path.join(aFolder(), 'desk.db')
  writeFileSync(changed, parts.get('desk.db') ?? '')
  const database = openDatabase({ file: changed, synchronous: 'FULL', migrations: DESK })
  database.run('UPDATE accounts SET base_url = ?, api_base_url = ?', address, address)
  database.close()
  const schemas = { desk: DESK.length, answers: null }
  parts.set('desk.db', readFileSync(changed))
  repack(parts, file, (list) => ({ ...list, schemas }))
}

/** The desk after the restore of a file on a computer that never had its account. */
async function restored(file: string, memory: MemoryKeytar) {
  const desk = aDeskWith(file, memory)
  const { backup } = desk.handlers
  const offer = await backup.open(undefined)
  await backup.restore({ id: offer?.id ?? '' })
  await desk.close()
  return aDesk(desk.folder, memory)
}

test('an account restored with another address asks for its key, and the stored key is not sent there', async () => {
  const other = await aService()
  const memory = memoryKeytar()
  const { file, account_id, service } = await backedUp(memory, other.base_url)
  // As an earlier version stored them too, of no address.
  memory.items.set(`Cuepoint/${account_id}:analytics`, service.analytics_key)
  memory.items.set(`Cuepoint/${account_id}:video`, service.video_token)
  const desk = await restored(file, memory)
  expect(await desk.list()).toMatchObject([
    { id: account_id, base_url: other.base_url, keys: { analytics: 'absent' } },
  ])
  const absent = { kind: 'key', state: 'absent' }
  expect(await failing(desk.accounts.test({ account_id }))).toEqual(absent)
  const reading = desk.handlers.videos.refresh({ account_id, video_id: null })
  expect(await failing(reading)).toEqual({ ...absent, service: 'video' })
  expect(other.log).toEqual([])
  const typed = { account_id, key: other.analytics_key }
  expect((await desk.accounts.replaceKey(typed)).keys.analytics).toBe('ready')
})

test('an account restored with its own address uses its stored key', async () => {
  const memory = memoryKeytar()
  const { file, account_id } = await backedUp(memory)
  const desk = await restored(file, memory)
  expect((await desk.list())[0]?.keys.analytics).toBe('ready')
  expect(await desk.accounts.test({ account_id })).toHaveProperty('quotas')
})

/** A desk whose present account is of a restored backup; one more account is in the data that it replaced. */
async function withReplacedData() {
  const memory = memoryKeytar()
  const { file, account_id, service } = await backedUp(memory)
  const before = aDeskWith(file, memory)
  const { backup } = before.handlers
  const other = await before.connect(service.base_url, service.keys.second, 'Other')
  const offer = await backup.open(undefined)
  await backup.restore({ id: offer?.id ?? '' })
  await before.close()
  const desk = aDesk(before.folder, memory)
  expect((await desk.list()).map(({ id }) => id)).toEqual([account_id])
  const keysOf = (id: string) => desk.keys().filter(([name]) => name.includes(id)).length
  const { kept } = await desk.handlers.backup.state(undefined)
  return {
    kept,
    erase: (name: string) => desk.handlers.backup.eraseKept({ name }),
    keys: () => ({ present: keysOf(account_id), replaced: keysOf(other.id) }),
  }
}

test('erasing replaced data erases the keys that no present account uses, and only those', async () => {
  const { kept, erase, keys } = await withReplacedData()
  expect(keys()).toEqual({ present: 2, replaced: 1 })
  for (const { name } of kept) await erase(name)
  expect(keys()).toEqual({ present: 2, replaced: 0 })
})

test('erasing replaced data leaves the keys that other replaced data uses, until that is erased too', async () => {
  const { kept, erase, keys } = await withReplacedData()
  const [{ name, place } = { name: '', place: '' }] = kept
  const earlier = 'desk-before-restore-2026-01-02T03-04-05-678Z'
  cpSync(place, path.join(path.dirname(place), earlier), { recursive: true })
  await erase(earlier)
  expect(keys()).toEqual({ present: 2, replaced: 1 })
  await erase(name)
  expect(keys()).toEqual({ present: 2, replaced: 0 })
})

test('the accounts of replaced data are read without changing it, its log included', () => {
  const [folder, kept] = [aFolder(), aFolder()]
  const verbs = makeVerbs(folder, testClock)
  verbs.putAccount(anAccount())
  // As a process that was killed leaves it.
  cpSync(folder, kept, { recursive: true })
  const files = ['desk.db', 'desk.db-wal'].map((name) => path.join(kept, name))
  const before = files.map((file) => readFileSync(file))
  expect(verbs.accountsIn(kept).map(({ id }) => id)).toEqual([ACCOUNT])
  expect(files.map((file) => readFileSync(file))).toEqual(before)
  verbs.close()
  const closed = aFolder()
  cpSync(path.join(folder, 'desk.db'), path.join(closed, 'desk.db'))
  expect(verbs.accountsIn(closed)).toHaveLength(1)
  expect(readdirSync(closed)).toEqual(['desk.db'])
})
