import { expect, test } from 'vitest'
import { type Fault, readFaults } from '../../src/service/faults.ts'
import type { Video } from '../../src/shared/api/video.ts'
import { ask } from './asking.ts'
import { aService, askVideos, aVideo, NOW, patch, textButton } from './video-asking.ts'

const ON = { playback: { disable_pause: true } }
const OFF = { playback: { disable_pause: false } }
const PATCHES = { method: 'PATCH', path: '/v1/videos/{id}' }

/** A service whose clock is set by hand, and the id of one of its videos. */
async function setUp() {
  const clock = { now: NOW }
  const service = aService({ now: () => clock.now })
  const { id } = await aVideo(service, ({ playback }) => playback?.disable_pause === false)
  const isOn = () => service.video.read(id).playback?.disable_pause
  return { clock, service, id, isOn, faulty: (fault: Fault) => service.setFaults([fault]) }
}

test('a fault can be limited to a method and the path of any video', async () => {
  const { service, id, faulty } = await setUp()
  faulty({ match: PATCHES, action: { kind: 'status', status: 503 } })
  expect((await askVideos(service, '/v1/videos')).status).toBe(200)
  expect((await askVideos(service, `/v1/videos/${id}`)).status).toBe(200)
  expect((await patch(service, id, ON)).status).toBe(503)
})

test('a fault path of /v1 matches as a prefix, and any other exactly', async () => {
  const { service, id, faulty } = await setUp()
  faulty({ match: { path: '/v1/videos' }, action: { kind: 'edge-html' } })
  expect((await askVideos(service, '/v1/videos')).status).toBe(403)
  expect((await askVideos(service, `/v1/videos/${id}`)).status).toBe(403)
  faulty({ match: { path: '/v1/videos/{id}' }, action: { kind: 'edge-html' } })
  expect((await askVideos(service, '/v1/videos')).status).toBe(200)
  faulty({ match: { path: '/quota' }, action: { kind: 'edge-html' } })
  expect((await ask(service, '/quota/usage')).status).toBe(200)
})

test('a fault of one video leaves the others alone', async () => {
  const { service, id, faulty } = await setUp()
  const other = await aVideo(service, (video) => video.id !== id)
  faulty({ match: { path: `/v1/videos/${id}` }, action: { kind: 'status', status: 500 } })
  expect((await patch(service, id, ON)).status).toBe(500)
  expect((await patch(service, other.id, ON)).status).toBe(200)
})

test('a 503 comes before or after the PATCH was applied', async () => {
  for (const when of ['before', 'after'] as const) {
    const { service, id, isOn, faulty } = await setUp()
    faulty({ match: PATCHES, action: { kind: 'status', status: 503, when } })
    expect((await patch(service, id, ON)).status).toBe(503)
    expect(isOn()).toBe(when === 'after')
  }
})

test('a connection is cut, or never answers, before or after the PATCH was applied', async () => {
  for (const when of ['before', 'after'] as const) {
    for (const wire of [{ kind: 'cut', at: 'before-headers' }, { kind: 'never' }] as const) {
      const { service, id, isOn, faulty } = await setUp()
      faulty({ match: PATCHES, action: { ...wire, when } })
      await patch(service, id, ON)
      expect(isOn()).toBe(when === 'after')
    }
  }
})

test('a late PATCH answers 503 at once and is applied later', async () => {
  const { clock, service, id, isOn, faulty } = await setUp()
  faulty({ match: PATCHES, action: { kind: 'late', afterMs: 90_000 } })
  expect((await patch(service, id, ON)).status).toBe(503)
  clock.now += 89_999
  expect(isOn()).toBe(false)
  expect(service.video.applied).toEqual([])
  clock.now += 1
  expect(isOn()).toBe(true)
  expect(service.video.applied).toEqual([{ video_id: id, at: NOW + 90_000, body: ON }])
})

test('a late PATCH is applied before the request that comes after its time', async () => {
  const { clock, service, id, isOn, faulty } = await setUp()
  faulty({ match: { ...PATCHES, nth: 1 }, action: { kind: 'late', afterMs: 5000 } })
  await patch(service, id, ON)
  clock.now += 10_000
  await patch(service, id, OFF)
  expect(isOn()).toBe(false)
  expect(service.video.applied.map(({ body }) => body)).toEqual([ON, OFF])
})

test('a late PATCH overwrites one that was answered meanwhile', async () => {
  const { clock, service, id, isOn, faulty } = await setUp()
  faulty({ match: { ...PATCHES, nth: 1 }, action: { kind: 'late', afterMs: 5000 } })
  await patch(service, id, ON)
  await patch(service, id, OFF)
  expect(isOn()).toBe(false)
  clock.now += 5000
  expect(isOn()).toBe(true)
})

test('late PATCHes are applied in the order of their times', async () => {
  const { clock, service, id, isOn } = await setUp()
  service.setFaults([
    { match: { ...PATCHES, nth: 1 }, action: { kind: 'late', afterMs: 9000 } },
    { match: { ...PATCHES, nth: 2 }, action: { kind: 'late', afterMs: 3000 } },
  ])
  await patch(service, id, ON)
  await patch(service, id, OFF)
  clock.now += 60_000
  expect(service.video.applied.map(({ body }) => body)).toEqual([OFF, ON])
  expect(isOn()).toBe(true)
})

test('a late creation that was sent again creates a duplicate', async () => {
  const { clock, service, id, faulty } = await setUp()
  const count = () => service.video.read(id).call_actions?.items?.length ?? 0
  const before = count()
  faulty({ match: { ...PATCHES, nth: 1 }, action: { kind: 'late', afterMs: 30_000, with: 'cut' } })
  for (let round = 0; round < 2; round++) {
    await patch(service, id, { call_actions: { items: [textButton()] } })
  }
  expect(count()).toBe(before + 1)
  clock.now += 30_000
  expect(count()).toBe(before + 2)
})

test('a late PATCH with an invalid body, or a token revoked by then, changes nothing', async () => {
  const { clock, service, id, faulty, isOn } = await setUp()
  faulty({ match: PATCHES, action: { kind: 'late', afterMs: 1000 } })
  await patch(service, id, { playback: { disable_pause: 'yes' } })
  service.video.allow({ state: 'revoked' })
  await patch(service, id, ON)
  clock.now += 2000
  expect(isOn()).toBe(false)
  expect(service.video.applied).toEqual([])
})

test('a late PATCH is cut or never answered if the fault says so', async () => {
  const { service, id } = await setUp()
  const wire = async (how: 'status' | 'cut' | 'never') => {
    service.setFaults([{ match: {}, action: { kind: 'late', afterMs: 1, with: how } }])
    const headers = { authorization: `Bearer ${service.video_token}` }
    const request = new Request(`http://x/v1/videos/${id}`, { headers })
    return service.wireFaultOf(await service.answer(request))?.kind ?? null
  }
  expect([await wire('status'), await wire('cut'), await wire('never')]).toEqual([
    null,
    'cut',
    'never',
  ])
})

test('any problem can be answered with any status', async () => {
  const { service, id, faulty } = await setUp()
  faulty({ match: PATCHES, action: { kind: 'problem', code: 'not_found', status: 400 } })
  const { status, type, json } = await patch(service, id, ON)
  expect({ status, type }).toEqual({ status: 400, type: 'application/problem+json' })
  expect(json).toMatchObject({ code: 'not_found', request_id: expect.any(String) })
  faulty({ match: PATCHES, action: { kind: 'problem', code: 'org_not_enabled' } })
  expect((await patch(service, id, ON)).status).toBe(403)
})

test('responses of /v1 can be spoiled like any other', async () => {
  const { service, id, faulty } = await setUp()
  faulty({ match: {}, action: { kind: 'drift', change: 'retype', path: 'playback.enabled' } })
  const { json } = await askVideos(service, `/v1/videos/${id}`)
  expect(json).toMatchObject({ playback: { enabled: 'true' } })
  faulty({ match: PATCHES, action: { kind: 'body', form: 'empty' } })
  expect(await patch(service, id, ON)).toMatchObject({ status: 200, text: '' })
})

test('stale reads return the state before the last change, for a given number of times', async () => {
  const { service, id } = await setUp()
  const shown = async () => {
    const { json } = await askVideos(service, `/v1/videos/${id}`)
    return (json as { playback: { disable_pause: boolean } }).playback.disable_pause
  }
  await patch(service, id, ON)
  service.video.staleReads(2)
  expect([await shown(), await shown(), await shown()]).toEqual([false, false, true])
})

test('a stale list answers the state before the last change', async () => {
  const { service, id } = await setUp()
  const isOn = (video: Video) => video.id === id && video.playback?.disable_pause === true
  await patch(service, id, ON)
  service.video.staleReads(1)
  await expect(aVideo(service, isOn)).rejects.toThrow('no such video')
  await expect(aVideo(service, isOn)).resolves.toMatchObject({ id })
})

test('reading a video outside HTTP returns the current state, as a copy', async () => {
  const { service, id } = await setUp()
  await patch(service, id, ON)
  service.video.staleReads(1)
  const video = service.video.read(id)
  expect(video.playback?.disable_pause).toBe(true)
  Object.assign(video, { playback: null })
  expect(service.video.read(id).playback).toMatchObject({ disable_pause: true })
})

test('a colleague edits, deletes and adds by the same rules, and is not in the log', async () => {
  const { service } = await setUp()
  const { id, pixels } = await aVideo(service, (video) => video.pixels?.items?.length === 2)
  const [first, second] = pixels?.items ?? []
  service.video.colleague(id, {
    pixels: {
      items: [
        { id: first?.id, _destroy: true },
        { id: second?.id, base: { name: 'Deles' } },
        { base: { name: 'Novo', type: 'google' } },
      ],
    },
  })
  const { json } = await askVideos(service, `/v1/videos/${id}`)
  expect(json).toMatchObject({
    pixels: { items: [{ id: second?.id, base: { name: 'Deles' } }, { base: { name: 'Novo' } }] },
  })
  expect(service.video.applied).toEqual([])
  expect(() => service.video.colleague(id, { pixels: 5 })).toThrow('pixels must be an object')
})

test('two services do not share changes', async () => {
  const { service, id } = await setUp()
  const other = aService()
  await patch(service, id, ON)
  expect(other.video.read(id).playback?.disable_pause).toBe(false)
})

test('a fault file may contain these faults, and is refused with a sentence when invalid', () => {
  const late = { match: PATCHES, action: { kind: 'late', afterMs: 5, with: 'cut' } }
  expect(readFaults([late])).toEqual([late])
  const wrong = (entry: object) => () => readFaults([{ match: {}, action: {}, ...entry }])
  expect(wrong({ action: { kind: 'late' } })).toThrow('needs afterMs')
  expect(wrong({ action: { kind: 'problem', code: 'oops' } })).toThrow('code must be one of')
  expect(wrong({ match: { method: 5 } })).toThrow('method must be text')
})
