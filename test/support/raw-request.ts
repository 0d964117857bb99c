import { beforeAll } from 'vitest'
import { makeRequest } from '../../src/main/http/request.ts'
import { testClock } from './clock.ts'
import { closedLater } from './opened.ts'
import { answerWorker } from './threads.ts'
import { rawServer } from './wire.ts'

/** Requests of a test file to a raw server, which exists while its tests run. */
export function requestsToRawServer() {
  const request = makeRequest({ clock: testClock, answerWorker })
  closedLater(request.close)
  let server: Awaited<ReturnType<typeof rawServer>>
  beforeAll(async () => {
    server = await rawServer(() => undefined)
  })
  return { request, server: () => server }
}
