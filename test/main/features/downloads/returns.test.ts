import { expect, test } from 'vitest'
import { listen } from '../../../../src/service/server.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import type { Period } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { fastClock } from '../../../support/fast-clock.ts'
import { closedLater } from '../../../support/opened.ts'
import { ago } from '../../../support/requests.ts'
import { waveOf } from '../../../support/six-kinds.ts'

const SPEED = 20
const PATIENT = { timeout: 20_000 }
const timezone = 'UTC'
const period: Period = { start: ago(13), end: ago(7) }
const scope = { period, comparison: null, withPlayers: true }

let desk: ConnectedDesk

const open = async () => {
  const clock = fastClock(testClock.now(), SPEED)
  desk = await connectedDesk({
    ...{ timezone, latencyMs: 20 },
    service: { players: 12, days: 60, now: clock.now },
    desk: { clock },
  })
}
const state = async () => (await desk.handlers.downloads.list(undefined))[0]
const connection = () => desk.handlers.app.connection(undefined)

test('a download continues by itself when the service disappears and returns', async () => {
  await open()
  const account_id = desk.account.id
  const port = Number(new URL(desk.account.base_url).port)
  await desk.handlers.videos.refresh({ account_id, video_id: null })
  const { rows } = await desk.handlers.videos.list({ account_id })
  const video_id = rows[0]?.id ?? ''
  await desk.handlers.downloads.start({ account_id, player_ids: null, ...scope })
  await expect.poll(async () => (await state())?.done, PATIENT).toBeGreaterThan(5)
  await desk.goAway()
  await expect.poll(async () => (await state())?.status, PATIENT).toBe('waiting')
  const { shown } = await desk.handlers.videos.open({ account_id, video_id })
  const changes = waveOf(shown as Video, 1)
  await desk.handlers.edits.save({ account_id, edits: [{ video_id, changes }] })
  await desk.handlers.edits.post({ account_id, video_ids: [video_id] })
  expect(await connection()).toMatchObject({ lost: [{ account_id }] })
  // Longer than any try of a request lasts.
  await new Promise((next) => setTimeout(next, 60_000 / SPEED))
  expect(await state()).toMatchObject({ status: 'waiting', failures: [] })

  const before = desk.service.log.length
  const back = await listen(desk.service, { port, latencyMs: 20 })
  closedLater(back.close)
  // How soon is shown by test/main/http/services.test.ts.
  await expect.poll(async () => (await connection()).lost, PATIENT).toEqual([])
  expect(await desk.downloadEnd()).toMatchObject({ status: 'done', failures: [] })
  await expect
    .poll(async () => (await desk.handlers.edits.list({ account_id })).edits, PATIENT)
    .toEqual([])
  // One probe at a time, without a key. What waits comes after it, or after the post's own read of
  // the video, which may come first.
  const since = desk.service.log.slice(before)
  expect(since[0]).toMatchObject({ method: 'GET' })
  expect(since.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(2)
  const asked = desk.service.log.filter(
    ({ status, path }) => status === 200 && path !== '/quota/usage',
  )
  const once = new Set(asked.map(({ path, body, query }) => path + query + body))
  // Those that were cut off are asked again.
  expect(
    asked.filter(({ path }) => !path.startsWith('/v1')).length -
      [...once].filter((one) => !one.startsWith('/v1')).length,
  ).toBeLessThanOrEqual(6)
})

test('a download that waits for the service can be cancelled', async () => {
  await open()
  const account_id = desk.account.id
  await desk.handlers.downloads.start({ account_id, player_ids: null, ...scope })
  await expect.poll(async () => (await state())?.done, PATIENT).toBeGreaterThan(2)
  await desk.goAway()
  await expect.poll(async () => (await state())?.status, PATIENT).toBe('waiting')
  await desk.handlers.downloads.cancel({ account_id })
  expect(await state()).toMatchObject({ status: 'cancelled' })
})

test('a download waits while the user works offline, and goes on by itself afterwards', async () => {
  await open()
  const account_id = desk.account.id
  await desk.handlers.downloads.start({ account_id, player_ids: null, ...scope })
  await expect.poll(async () => (await state())?.done, PATIENT).toBeGreaterThan(2)
  await desk.handlers.app.prefer({ isOffline: true })
  await expect.poll(async () => (await state())?.status, PATIENT).toBe('waiting')
  await desk.handlers.app.prefer({ isOffline: false })
  expect(await desk.downloadEnd()).toMatchObject({ status: 'done', failures: [] })
})
