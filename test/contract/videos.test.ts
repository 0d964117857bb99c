import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeActivity } from '../../src/main/http/activity.ts'
import { makeRequest } from '../../src/main/http/request.ts'
import { makeServices } from '../../src/main/http/services.ts'
import { makeKeychain } from '../../src/main/keychain/keychain.ts'
import { listen } from '../../src/service/server.ts'
import { makeService } from '../../src/service/service.ts'
import { type VideoEndpoint, videos } from '../../src/shared/api/video.ts'
import { type Failure, failureOf } from '../../src/shared/failure.ts'
import type { Endpoint } from '../../src/shared/operation.ts'
import { testClock } from '../support/clock.ts'
import { memoryKeytar, newKeyNotes } from '../support/keychain.ts'
import { answerWorker } from '../support/threads.ts'

const account_id = 'abcdefghijkl'
const clock = testClock
const request = makeRequest({ clock, answerWorker })
const service = makeService({ now: testClock.now, players: 4, days: 30 })
let listening: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  listening = await listen(service, { port: 0 })
})
afterAll(async () => {
  await request.close()
  await listening.close()
})

function makeDesk(token = service.video_token) {
  const memory = memoryKeytar()
  const keychain = makeKeychain({
    ...{ keytar: async () => memory.keytar, clock, serviceName: 'test' },
    notes: newKeyNotes(),
  })
  return makeServices({
    send: request.send,
    keychain,
    clock,
    random: () => 0.01,
    activity: makeActivity({ clock }),
    locate: async () => ({ ...listening, sessionToken: token }),
    version: '1.0.0',
  }).videos
}

const video_id = () => service.world.players(testClock.now() / 1000)[0]?.id ?? ''
const PNG = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (letter) => letter.charCodeAt(0),
)

/** What every row is asked with; a row without an entry fails the compiler. */
const inputs: { [N in VideoEndpoint]: () => unknown } = {
  list: () => ({ per_page: 2 }),
  read: () => ({ id: video_id() }),
  patch: () => ({ id: video_id(), immersive_mode: { enabled: true } }),
  upload: () => ({ name: 'poster.png', type: 'image/png', bytes: PNG }),
}

test.each(Object.keys(videos) as VideoEndpoint[])(
  '%s is requested, and its response parses',
  async (name) => {
    const endpoint: Endpoint = videos[name]
    const isJson = endpoint.method === 'PATCH'
    const { value } = await request.send(endpoint, inputs[name]() as never, {
      base_url: listening.api_base_url,
      headers: {
        Authorization: `Bearer ${service.video_token}`,
        ...(isJson && { 'Content-Type': 'application/json' }),
      },
      deadlineMs: 5_000,
    })
    expect(endpoint.output.safeParse(value).success).toBe(true)
    expect(service.log.at(-1)?.path).toMatch(/^\/v1\//)
  },
)

const failureFrom = (promise: Promise<unknown>) => promise.then(() => null, failureOf)
const patched = (token: string, body: Record<string, unknown>, id = video_id()) =>
  failureFrom(makeDesk(token).patch(account_id, id, body))

test.each<[string, () => Promise<unknown>, Partial<Failure>]>([
  ['unauthorized', () => patched('nobody', {}), { kind: 'unauthorized' }],
  [
    'forbidden',
    () => patched(service.keys.videoReader, {}),
    { kind: 'forbidden', code: 'forbidden' },
  ],
  [
    'org_not_enabled',
    () => patched(service.keys.videoNotEnabled, {}),
    { kind: 'forbidden', code: 'org_not_enabled' },
  ],
  ['not_found', () => patched(service.video_token, {}, 'f'.repeat(24)), { kind: 'not-found' }],
  [
    'unprocessable_content',
    () =>
      patched(service.video_token, {
        smart_autoplay: { variants: [{ template_name: 'none', template_position: 'top-left' }] },
      }),
    { kind: 'invalid' },
  ],
])('the code %s becomes its failure, with the request id', async (_code, ask, expected) => {
  expect(await ask()).toMatchObject(expected)
})

test('all pages of a list are read through the cursor', async () => {
  const many = makeService({ now: testClock.now, players: 205, days: 3 })
  const server = await listen(many, { port: 0 })
  const { value } = await makeServices({
    send: request.send,
    keychain: makeKeychain({
      keytar: async () => memoryKeytar().keytar,
      clock,
      serviceName: 'test',
      notes: newKeyNotes(),
    }),
    clock,
    random: () => 0.01,
    activity: makeActivity({ clock }),
    locate: async () => ({ ...server, sessionToken: many.video_token }),
    version: '1.0.0',
  }).videos.list(account_id)
  expect(new Set(value.map(({ id }) => id)).size).toBe(205)
  expect(many.log.filter(({ path }) => path === '/v1/videos')).toHaveLength(3)
  await server.close()
})
