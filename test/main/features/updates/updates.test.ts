import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { failureOf } from '../../../../src/shared/failure.ts'
import { MANIFEST_PATH } from '../../../../src/shared/features/updates/manifest.ts'
import { virtualClock } from '../../../support/clock.ts'
import { openDesk } from '../../../support/desk.ts'
import { newFolder } from '../../../support/folder.ts'
import { NOW } from '../../../support/instant.ts'
import {
  DAY_MS,
  manifestOf,
  newSigningKey,
  signed,
  startUpdateServer,
  type UpdateServer,
} from '../../../support/update-server.ts'
import { openUpdates, rested } from '../../../support/updates.ts'

const key = newSigningKey()
const BYTES = Buffer.from('a package of Cuepoint')
const FILE = '/cuepoint_2.0.0_amd64.deb'
const HOUR_MS = 3_600_000

let server: UpdateServer

beforeAll(async () => {
  server = await startUpdateServer()
  server.give(MANIFEST_PATH, signed(JSON.stringify(manifestOf(BYTES)), key))
  server.give(FILE, BYTES)
})
afterEach(() => {
  server.asked.length = 0
})

async function open(change: Parameters<typeof openUpdates>[1] = {}) {
  const updates = openUpdates({ address: server.address, keys: [key.publicKey] }, change)
  await rested(updates)
  return updates
}

test('no request is sent before the user agrees, however long the app runs', async () => {
  const clock = virtualClock()
  const updates = await open({ clock })
  await clock.advance(10 * DAY_MS)
  expect(server.asked).toEqual([])
  expect(fs.existsSync(updates.folder)).toBe(false)
})

test('once the user agrees, one request is sent per day, also across a restart', async () => {
  const clock = virtualClock()
  const asksAfter = async (ms: number, updates: Awaited<ReturnType<typeof open>>) => {
    const before = server.asked.length
    await clock.advance(ms)
    await rested(updates)
    return server.asked.length - before
  }
  const first = await open({ clock, isAgreed: () => true })
  expect(await asksAfter(HOUR_MS, first)).toBe(1)
  expect(await asksAfter(20 * HOUR_MS, first)).toBe(0)
  await first.close()
  const second = await open({ clock, isAgreed: () => true, folder: first.folder })
  expect(await asksAfter(2 * HOUR_MS, second)).toBe(0)
  expect(await asksAfter(4 * HOUR_MS, second)).toBe(1)
  expect(await asksAfter(20 * HOUR_MS, second)).toBe(0)
})

test('while working offline no request is sent', async () => {
  const clock = virtualClock()
  const updates = await open({ clock, isAgreed: () => true, pause: () => 'chosen' })
  await clock.advance(3 * DAY_MS)
  await updates.check()
  expect(updates.state().failure).toMatchObject({ kind: 'offline', service: 'updates' })
  expect(server.asked).toEqual([])
})

test('a check that was not sent while working offline is no failure once requests are sent again', async () => {
  const updates = await open({ pause: () => 'chosen' })
  await updates.checkFromMenu()
  updates.goOn()
  expect(updates.state()).toMatchObject({ step: 'idle', failure: null, isAnnounced: false })
})

test('a check from the menu that is cancelled announces no outcome', async () => {
  const updates = await open()
  const checking = updates.checkFromMenu()
  expect(updates.state().isAnnounced).toBe(true)
  await updates.cancel()
  await checking
  expect(updates.state()).toMatchObject({ step: 'idle', failure: null, isAnnounced: false })
})

test('a download ends when the user decides to work offline', async () => {
  let pause: 'chosen' | null = null
  const updates = await open({ pause: () => pause })
  await updates.check()
  server.give(FILE, (response) => void response.write(BYTES.subarray(0, 5)))
  const downloading = updates.download()
  await expect.poll(() => updates.state()).toMatchObject({ step: 'downloading', received: 5 })
  updates.stopOffline()
  expect(updates.state().step).toBe('downloading')
  pause = 'chosen'
  updates.stopOffline()
  await downloading
  server.give(FILE, BYTES)
  expect(updates.state()).toMatchObject({ step: 'idle', failure: null })
})

test('an unreachable address does not count as checked, and is tried again the same day', async () => {
  const gone = await startUpdateServer()
  await gone.close()
  const source = { address: gone.address, keys: [key.publicKey] }
  const updates = await open({ source })
  await updates.check()
  expect(updates.state()).toMatchObject({
    checkedAt: null,
    failure: { kind: 'offline', reason: 'unreachable', service: 'updates' },
  })
})

test('a newer version is announced with its notes, downloaded, verified and opened by the system', async () => {
  const updates = await open()
  await updates.check()
  const { offer } = updates.state()
  expect(offer).toEqual({
    version: '2.0.0',
    date: new Date(NOW).toISOString().slice(0, 10),
    notes: manifestOf(BYTES).notes,
    size: BYTES.length,
  })
  await updates.download()
  expect(updates.state().step).toBe('downloaded')
  await updates.open()
  expect(updates.state().step).toBe('opened')
  const [file = ''] = updates.opened
  expect(fs.readFileSync(file)).toEqual(BYTES)
  expect(fs.statSync(file).mode & 0o077).toBe(0)
  expect(server.paths()).toEqual([MANIFEST_PATH, FILE])
})

test('a request contains no key, version or cookie', async () => {
  const updates = await open()
  await updates.check()
  await updates.download()
  for (const { headers } of server.asked) {
    expect(Object.keys(headers).sort()).toEqual([
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
    expect(headers['user-agent']).toBe('Cuepoint')
  }
})

test('an archive is shown in its folder instead of opened', async () => {
  const name = 'cuepoint-2.0.0-linux-x64.tar.xz'
  const [deb] = manifestOf(BYTES).files
  const archive = { ...deb!, package: 'tar.xz', name } as const
  const other = await startUpdateServer()
  other.give(
    MANIFEST_PATH,
    signed(JSON.stringify(manifestOf(BYTES, { files: [deb!, archive] })), key),
  )
  other.give(`/${name}`, BYTES)
  const updates = await open({
    source: { address: other.address, keys: [key.publicKey] },
    own: { system: 'linux', processor: 'x64', package: 'tar.xz' },
  })
  await updates.check()
  await updates.download()
  await updates.open()
  expect(updates.opened).toEqual([
    `shown ${path.join(updates.folder, 'cuepoint-2.0.0-x64.tar.xz')}`,
  ])
  await other.close()
})

test('the installer is not opened while changes are being published: it waits, and can be cancelled', async () => {
  const clock = virtualClock()
  let posting = 2
  const updates = await open({ clock, posting: () => Promise.resolve(posting) })
  await updates.check()
  await updates.download()
  const cancelled = updates.open()
  await expect.poll(() => updates.state()).toMatchObject({ step: 'waiting', posting: 2 })
  await updates.cancel()
  await cancelled
  expect(updates.state()).toMatchObject({ step: 'downloaded', failure: null })
  expect(updates.opened).toEqual([])
  const opening = updates.open()
  await expect.poll(() => updates.state().posting).toBe(2)
  await clock.advance(60_000)
  expect(updates.opened).toEqual([])
  posting = 0
  await clock.until(opening)
  expect(updates.opened).toHaveLength(1)
})

test('a file that is replaced while changes are being published is not opened', async () => {
  const clock = virtualClock()
  let posting = 1
  const updates = await open({ clock, posting: () => Promise.resolve(posting) })
  await updates.check()
  await updates.download()
  const opening = updates.open().catch(failureOf)
  await expect.poll(() => updates.state().step).toBe('waiting')
  fs.writeFileSync(path.join(updates.folder, 'cuepoint-2.0.0-x64.deb'), 'something else')
  posting = 0
  await clock.until(opening)
  expect(updates.opened).toEqual([])
  expect(updates.state().failure).toMatchObject({ kind: 'update', reason: 'gone' })
})

test('a second download is refused while one is in progress', async () => {
  const updates = await open()
  await updates.check()
  const first = updates.download()
  expect(await updates.download().catch(failureOf)).toMatchObject({ kind: 'refused' })
  await first
  expect(server.paths()).toEqual([MANIFEST_PATH, FILE])
})

test('after a restart the downloaded file is still there, and unfinished ones are deleted', async () => {
  const before = await open()
  await before.check()
  await before.download()
  await before.close()
  const partial = path.join(before.folder, '.cuepoint-2.0.0-x64.deb.0123abcd.part')
  fs.writeFileSync(partial, 'half')
  fs.writeFileSync(path.join(before.folder, 'cuepoint-1.5.0-x64.deb'), 'an older one')
  const after = await open({ folder: before.folder })
  expect(after.state()).toMatchObject({ step: 'downloaded', offer: { version: '2.0.0' } })
  expect(after.files()).toEqual(['cuepoint-2.0.0-x64.deb', 'state.json'])
  await after.close()
  // The version that it holds runs now: the file has served.
  const updated = await open({ folder: before.folder, version: '2.0.0' })
  expect(updated.state()).toMatchObject({ step: 'idle', offer: null })
  expect(updated.files()).toEqual(['state.json'])
})

test('after the manifest of a newer version expired, the running version does not count as the newest', async () => {
  const clock = virtualClock()
  const before = await open({ clock })
  await before.check()
  expect(before.state()).toMatchObject({ isNewest: false, offer: { version: '2.0.0' } })
  await before.close()
  await clock.advance(91 * DAY_MS)
  const after = await open({ clock, folder: before.folder })
  expect(after.state()).toMatchObject({ isNewest: false, offer: null })
})

test('a damaged update state counts as empty', async () => {
  const folder = path.join(newFolder(), 'updates')
  fs.mkdirSync(folder)
  fs.writeFileSync(path.join(folder, 'state.json'), '{"checkedAt":"yesterday","newest":[')
  const updates = await open({ folder })
  expect(updates.state()).toMatchObject({ checkedAt: null, offer: null, failure: null })
})

test('a build without an update address sends no request', async () => {
  const updates = await open({ source: null, isAgreed: () => true })
  await updates.checkIfDue()
  expect(updates.state().host).toBeNull()
  await updates.check()
  expect(updates.state().failure).toMatchObject({ kind: 'refused' })
  expect(server.asked).toEqual([])
})

test('the app sends no request until the choice is made, and then one at once', async () => {
  const folder = newFolder()
  const source = { address: server.address, keys: [key.publicKey] }
  const desk = openDesk(folder, { updates: { folder: path.join(folder, 'updates'), source } })
  await desk.handlers.accounts.list(undefined)
  const step = async () => (await desk.handlers.updates.state(undefined)).step
  await expect.poll(step).toBe('idle')
  await desk.handlers.app.prefer({ theme: 'dark' })
  await desk.handlers.app.prefer({ checksForUpdates: false })
  expect(server.asked).toEqual([])
  await desk.handlers.app.prefer({ checksForUpdates: true })
  await expect.poll(() => server.paths()).toEqual([MANIFEST_PATH])
  await desk.close()
})
