// Reads one large answer as main does, and reports how long its event loop was blocked.
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../../src/main/clock.ts'
import { openStore } from '../../src/main/database/store.ts'
import { makeRequest } from '../../src/main/http/request.ts'
import { answerText } from '../../src/main/threads/large-json.ts'
import { analytics } from '../../src/shared/api/analytics.ts'
import { peakMb } from '../../test/support/peak-memory.ts'

/** Milliseconds, and MB. */
export interface LargeRead {
  kept: number
  shown: number
  memoryMb: number
}

const EVERY_MS = 2
const ACCOUNT = 'account00001'
const workerFile = path.join(import.meta.dirname, 'store-worker.mjs')
const answerWorker = path.join(import.meta.dirname, 'answer-worker.mjs')
const [base_url = '', folder = ''] = process.argv.slice(2)
const clock = systemClock()

const request = makeRequest({ clock, answerWorker })
const store = await openStore({ workerFile, folder, clock })
const send = (path = '') =>
  request.send(
    analytics.players,
    {},
    { base_url: base_url + path, headers: {}, deadlineMs: 60_000 },
  )
// The HTTP library is loaded with the first request.
await send('/small')
await wait(500)
globalThis.gc?.()
const longest = sample()
await keep()
await wait(100)
const kept = longest()
const text = await answerText(await store.answer(ACCOUNT, 'players', {}))
await wait(100)
const shown = longest()
await request.close()
await store.close()
const memoryMb = peakMb()
process.send?.({ kept, shown, memoryMb } satisfies LargeRead, () => process.exit(text ? 0 : 1))

async function keep() {
  const { value } = await send()
  await store.keepAnswer(ACCOUNT, 'players', {}, value, clock.now(), false)
}

/** Returns a function for the longest block of the event loop since its last call. */
function sample() {
  let last = clock.monotonic()
  let most = 0
  setInterval(() => {
    const now = clock.monotonic()
    most = Math.max(most, now - last - EVERY_MS)
    last = now
  }, EVERY_MS)
  return () => {
    const told = most
    most = 0
    return told
  }
}
