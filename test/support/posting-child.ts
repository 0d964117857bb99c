/**
 * A process that posts pending edits until it is stopped, under plain Node with real files and a
 * real network. It prints `ready` once its code is loaded, waits for a line, prints `open` once the
 * data is opened, and `ended` with what is left when nothing more can be posted. Its clock runs
 * faster than the computer's and began at a given moment, like the service's: what takes minutes,
 * such as waiting until a late request can no longer be applied, takes seconds.
 */

import { once } from 'node:events'
import { openStore, type Store } from '../../src/main/database/store.ts'
import { makeOutbox } from '../../src/main/features/publishing/outbox.ts'
import { makeActivity } from '../../src/main/http/activity.ts'
import { makeRequest } from '../../src/main/http/request.ts'
import { makeServices } from '../../src/main/http/services.ts'
import { makeKeychain } from '../../src/main/keychain/keychain.ts'
import type { Change } from '../../src/shared/features/publishing/edit.ts'
import { checkVideo } from '../../src/shared/features/videos/check/check-video.ts'
import { testClock } from './clock.ts'
import { fastClock } from './fast-clock.ts'
import { memoryKeytar, newKeyNotes } from './keychain.ts'
import { answerWorker, storeWorker } from './threads.ts'

export interface Orders {
  save?: { video_id: string; changes: Change[] }[]
  /** The data is closed and opened again before anything is posted. */
  reopen?: boolean
}

export interface Found {
  rows: number
  recovery: Store['recovery']
  integrity: Awaited<ReturnType<Store['integrity']>>
}

const [folder = '', account_id = '', api_base_url = '', token = '', ...time] = process.argv.slice(2)
const [began, speed] = time
const clock = fastClock(Number(began), Number(speed))
const say = (word: string, value: unknown) =>
  process.stdout.write(`${word} ${JSON.stringify(value)}\n`)

const { keytar, items } = memoryKeytar()
items.set(`Cuepoint/${account_id}:video@${api_base_url}`, token)

// Loaded now, although it is only needed for the first request.
await import('undici')
say('ready', null)
const [line] = (await once(process.stdin, 'data')) as [Buffer]
const { save, reopen } = JSON.parse(line.toString()) as Orders

let store = await openStore({ workerFile: storeWorker, folder, clock: testClock })
const found: Found = {
  rows: (await store.editRows(account_id, null)).length,
  recovery: store.recovery,
  integrity: await store.integrity(),
}
say('open', found)
if (save) {
  await store.saveEdits(account_id, save)
  say('saved', true)
}
if (reopen) {
  await store.close()
  store = await openStore({ workerFile: storeWorker, folder, clock: testClock })
}

const http = makeRequest({ clock, answerWorker })
const services = makeServices({
  send: http.send,
  keychain: makeKeychain({
    keytar: () => Promise.resolve(keytar),
    clock,
    serviceName: 'Cuepoint',
    notes: newKeyNotes(),
  }),
  clock,
  random: Math.random,
  activity: makeActivity({ clock }),
  locate: () => Promise.resolve({ base_url: api_base_url, api_base_url }),
  version: '0.0.0',
})
const outbox = makeOutbox({
  store,
  videos: services.videos,
  clock,
  random: Math.random,
  onChange: () => undefined,
  check: checkVideo,
})
const rows = () => store.editRows(account_id, null)
// Named explicitly, so that edits that were sent too often without an answer are tried again.
await outbox.post(account_id, [...new Set((await rows()).map(({ video_id }) => video_id))])
const goesByItself = new Set(['queued', 'sending', 'confirming'])
for (;;) {
  const left = await rows()
  if (!left.some(({ status }) => goesByItself.has(status))) {
    say('ended', { left: left.map(({ key, status }) => `${key} ${status}`) })
    break
  }
  await new Promise((next) => setTimeout(next, 10))
}
outbox.close()
await store.close()
process.exit(0)
