// What may have been applied although no answer says so: a create is on the service once.
import { expect, test } from 'vitest'
import type { Video } from '../../../../src/shared/api/video.ts'
import { AppError, type Failure } from '../../../../src/shared/failure.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import { storeOver } from '../../../support/posting.ts'
import { aDesk, ended, named, over, pixelNamed, tokenOf } from '../../../support/posting-desk.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

type OutboxStore = ReturnType<typeof storeOver>

test.each<[string, Failure]>([
  ['a page', { kind: 'edge', status: 200, text: 'Saved' }],
  ['a redirect', { kind: 'malformed', reason: 'redirect', where: 'HTTP 303' }],
])('an item that is answered with %s is created once', async (_, failure) => {
  const desk = aDesk()
  const videos = over(desk, ({ patch }) => ({
    async patch(...of) {
      await patch(...of)
      throw new AppError(failure)
    },
  }))
  desk.save(pixelNamed('New'))
  await desk.made({ videos }).post(ACCOUNT, null)
  await desk.clock.advance(600_000)
  expect(ended(desk)).toEqual([[], 1, 1])
})

test('an item that someone changed before it was found is not created again, until the user says so', async () => {
  const desk = aDesk({ fates: ['answer-lost'] })
  desk.save(pixelNamed('New'))
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(35)
  desk.outbox.close()
  const [made] = named(desk.read(), 'New')
  const items = [{ id: made?.id ?? '', base: { name: 'New, checked' } }]
  desk.service.video.colleague(desk.video.id, { pixels: { items } })
  const outbox = desk.made()
  await outbox.start([ACCOUNT])
  await desk.clock.advance(600_000)
  expect(desk.over.sent).toHaveLength(1)
  const [row] = desk.rows()
  expect(row).toMatchObject({ status: 'rejected', failure: { reason: 'other-item' } })
  await outbox.post(ACCOUNT, [desk.video.id])
  await desk.clock.advance(600_000)
  expect([desk.statuses(), named(desk.read(), 'New').length]).toEqual([[], 1])
})

test.each([
  ['lost', ['answer-lost' as const]],
  ['a failure each time', Array.from({ length: 5 }, () => '503-after' as const)],
  ['a success', []],
])(
  'an item that the service stores in another form is not created again; its answer is %s',
  async (_, fates) => {
    const desk = aDesk({ fates: [...fates] })
    const videos = over(desk, ({ patch }) => ({
      patch: (account_id, video_id, body) =>
        patch(account_id, video_id, JSON.parse(JSON.stringify(body).replace('New ', 'New'))),
    }))
    desk.save(pixelNamed('New '))
    await desk.made({ videos }).post(ACCOUNT, null)
    await desk.clock.advance(3_600_000)
    expect(named(desk.read(), 'New')).toHaveLength(1)
    expect(desk.rows()).toMatchObject([{ status: 'rejected', failure: { reason: 'other-item' } }])
  },
)

test.each(['well' as const, 'answer-lost' as const])(
  'an item is created once although its video is not found for a moment; its request went %s',
  async (fate) => {
    const desk = aDesk({ fates: [fate] })
    let isGone = false
    const videos = over(desk, ({ read, patch }) => ({
      patch(...of) {
        isGone = true
        return patch(...of)
      },
      async read(...of) {
        if (!isGone) return read(...of)
        isGone = false
        throw new AppError({ kind: 'not-found', text: 'Not found' })
      },
    }))
    desk.save(pixelNamed('New'))
    await desk.made({ videos }).post(ACCOUNT, null)
    await desk.clock.advance(60_000)
    expect(ended(desk)).toEqual([[], 1, 1])
  },
)

test.each([30_000, 89_000])(
  'a request that leaves after the computer slept, and is applied %s ms late, is not sent again',
  async (lateMs) => {
    const desk = aDesk({ fates: [{ lateMs }] })
    let asleep = 0
    const clock = {
      ...desk.clock,
      now: () => desk.clock.now() + asleep,
      monotonic: () => desk.clock.monotonic() + asleep,
    }
    const videos = over(desk, ({ patch }) => ({
      patch(...of) {
        asleep = 3_600_000
        return patch(...of)
      },
    }))
    desk.save(pixelNamed('New'))
    await desk.made({ clock, videos }).post(ACCOUNT, null)
    await desk.clock.advance(600_000)
    expect(ended(desk)).toEqual([[], 1, 1])
  },
)

test('a deletion that got no answer is not believed by one read, which may be outdated', async () => {
  let reads = 0
  const read = () => (++reads === 2 ? 'stale' : 'well')
  const desk = aDesk({ fates: ['lost'], journey: { read } })
  const { item } = pixelNamed('Theirs') as Extract<Change, { kind: 'create' }>
  desk.service.video.colleague(desk.video.id, { pixels: { items: [item] } })
  const video = desk.read()
  desk.verbs.keepVideo(ACCOUNT, { video, fetchedAt: desk.clock.now() })
  const item_id = named(video, 'Theirs')[0]?.id ?? ''
  desk.save({ kind: 'delete', group: 'pixels', item_id })
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(300_000)
  expect(ended(desk, 'Theirs')).toEqual([[], 0, 2])
})

test('after a restart the wait for a late request goes on where it was', async () => {
  const desk = aDesk({ fates: ['lost'] })
  desk.save(pixelNamed('New'))
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(100_000)
  desk.outbox.close()
  await desk.made().start([ACCOUNT])
  await desk.clock.advance(70_000)
  expect(desk.over.sent).toHaveLength(1)
  await desk.clock.advance(30_000)
  expect([desk.statuses(), desk.over.sent.length]).toEqual([[], 2])
})

test('an item that appears after all is taken for the one sent when it is published again', async () => {
  const desk = aDesk({ journey: { patch: () => 'lost' } })
  desk.save(pixelNamed('New'))
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(3_600_000)
  expect(desk.rows()).toMatchObject([{ failure: { reason: 'too-often' } }])
  const { item } = pixelNamed('New') as Extract<Change, { kind: 'create' }>
  desk.service.video.colleague(desk.video.id, { pixels: { items: [item] } })
  await desk.outbox.post(ACCOUNT, [desk.video.id])
  await desk.clock.advance(60_000)
  expect(ended(desk)).toEqual([[], 1, 5])
})

test('an item that appears after all stands for one of two equal ones, and the other is created', async () => {
  let isLost = true
  const desk = aDesk({ journey: { patch: () => (isLost ? 'lost' : 'well') } })
  const twin = pixelNamed('Twin') as Extract<Change, { kind: 'create' }>
  desk.save(twin, twin)
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(7_200_000)
  expect(desk.statuses()).toEqual(['rejected', 'rejected'])
  isLost = false
  desk.service.video.colleague(desk.video.id, { pixels: { items: [twin.item] } })
  await desk.outbox.post(ACCOUNT, [desk.video.id])
  await desk.clock.advance(60_000)
  expect([desk.statuses(), named(desk.read(), 'Twin').length]).toEqual([[], 2])
})

const country = (code: string): Change => ({
  ...{ kind: 'list', group: 'traffic_filter', register: 'countries' },
  ...{ add: [code], remove: [] },
})

test('a read from before the last publish loses nothing of it in the next one', async () => {
  let reads = 0
  const desk = aDesk({ journey: { read: () => (++reads === 3 ? 'stale' : 'well') } })
  const before = desk.read().traffic_filter?.countries ?? []
  for (const code of ['AQ', 'GL']) {
    desk.save(country(code))
    await desk.outbox.post(ACCOUNT, null)
    await desk.clock.advance(3_000)
  }
  await desk.clock.advance(30_000)
  expect(desk.statuses()).toEqual([])
  expect(desk.read().traffic_filter?.countries?.toSorted()).toEqual(
    [...before, 'AQ', 'GL'].toSorted(),
  )
})

test('a value that is changed again soon is no conflict because a read is outdated', async () => {
  let reads = 0
  const desk = aDesk({ journey: { read: () => (++reads === 3 ? 'stale' : 'well') } })
  for (const value of ['first', 'second']) {
    desk.save(tokenOf(value))
    await desk.outbox.post(ACCOUNT, null)
    await desk.clock.advance(3_000)
  }
  await desk.clock.advance(30_000)
  expect([desk.statuses(), desk.read().traffic_filter?.token]).toEqual([[], 'second'])
})

test('a value is not called overwritten by one read, which may be outdated', async () => {
  const desk = aDesk()
  const first = structuredClone(desk.read())
  let reads = 0
  const videos = over(desk, ({ read }) => ({
    read: async (...of) => {
      const answer = await read(...of)
      return ++reads === 4 ? { ...answer, value: first } : answer
    },
  }))
  const outbox = desk.made({ videos })
  for (const value of ['first', 'second']) {
    desk.save(tokenOf(value))
    await outbox.post(ACCOUNT, null)
    await desk.clock.advance(60_000)
  }
  expect([desk.statuses(), desk.told]).toEqual([[], []])
})

test('a refresh does not show what a request in flight created as an item of its own', async () => {
  const { outbox, save, clock, verbs, video, read } = aDesk({ fates: [{ lateMs: 20_000 }] })
  save(pixelNamed('New'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(25_000)
  const base = () => named(verbs.videoBase(ACCOUNT, video.id)?.video ?? video, 'New')
  verbs.keepVideo(ACCOUNT, { video: read(), fetchedAt: clock.now() })
  expect([named(read(), 'New').length, base()]).toEqual([1, []])
  await clock.advance(60_000)
  expect(base()).toHaveLength(1)
  expect(verbs.history(ACCOUNT, video.id).map(({ event }) => event)).toEqual(['posted'])
})

test('an outdated read just after a publish is not believed, and one that is later is', async () => {
  const { outbox, save, clock, verbs, video } = aDesk()
  const before = video.traffic_filter?.token
  save(tokenOf('new'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(2_000)
  const base = () => verbs.videoBase(ACCOUNT, video.id)?.video.traffic_filter?.token
  verbs.keepVideo(ACCOUNT, { video, fetchedAt: clock.now() })
  expect(base()).toBe('new')
  await clock.advance(16_000)
  verbs.keepVideo(ACCOUNT, { video, fetchedAt: clock.now() })
  expect(base()).toBe(before)
})

const OVERLAY = { template_name: 'default', template_position: 'middle-center' }

test('own overlays do not replace a list with one that was built by hand meanwhile', async () => {
  const { save, rows, statuses, clock, verbs, video, made } = aDesk()
  const withOverlays = (...variants: object[]) =>
    ({ ...video, smart_autoplay: { ...video.smart_autoplay, enabled: true, variants } }) as Video
  verbs.keepVideo(ACCOUNT, { video: withOverlays(OVERLAY), fetchedAt: clock.now() })
  save({
    ...{ kind: 'set', group: 'smart_autoplay', item_id: null, register: 'variants' },
    value: [{ template_name: 'modern', template_position: 'top-left' }],
  } as Change)
  const sent: unknown[] = []
  const theirs = withOverlays(OVERLAY, { id: 'abc', layers: [{ text: 'Tap' }] })
  const outbox = made({
    videos: {
      read: async () => ({ value: theirs, asOf: clock.now() }),
      patch: async (_account, _video, body) => void sent.push(body),
    },
  })
  await outbox.post(ACCOUNT, null)
  await clock.advance(1_000)
  expect(statuses()).toEqual(['conflict'])
  const keys = rows().map(({ key }) => key)
  const mine = outbox.resolve(ACCOUNT, video.id, { keys, choice: 'mine' })
  await expect(mine).rejects.toMatchObject({ failure: { kind: 'hand-built' } })
  await clock.advance(60_000)
  expect([statuses(), sent]).toEqual([['conflict'], []])
})

/** A video whose request is still to be read back, and an account paused for want of the right to write. */
async function readBackWithoutWriting(
  read: Partial<ReturnType<typeof over>> = {},
  storing: (store: OutboxStore) => Partial<OutboxStore> = () => ({}),
) {
  const desk = aDesk({ fates: ['answer-lost'] })
  const videos = { ...desk.over.videos, ...read }
  const store = storeOver(desk.verbs)
  const outbox = desk.made({ videos, store: { ...store, ...storing(store) } })
  desk.saveOther(pixelNamed('Sent'))
  desk.save(pixelNamed('New'))
  const [video, other] = desk.videos
  await outbox.post(ACCOUNT, [other?.id ?? ''])
  await desk.clock.advance(31)
  desk.service.video.staleReads(1)
  await desk.clock.advance(1_000)
  desk.service.video.allow({ scopes: ['videos:read'] })
  await outbox.post(ACCOUNT, [video?.id ?? ''])
  await desk.clock.advance(500)
  return { desk, outbox, videos }
}

test.each<Failure>([
  { kind: 'forbidden', code: 'org_not_enabled', text: '' },
  { kind: 'offline', reason: 'unreachable', host: 'example.com' },
  { kind: 'quota', limit_kind: 'unknown', used: 0, limit: 0, resetsAt: 0, text: '' },
  { kind: 'unavailable', status: 503, text: '' },
])(
  'a read back that fails ($kind) without the right to write is repeated with pauses',
  async (failure) => {
    const { desk, videos } = await readBackWithoutWriting()
    let reads = 0
    videos.read = () => {
      reads += 1
      return reads > 100 ? new Promise(() => undefined) : Promise.reject(new AppError(failure))
    }
    await desk.clock.advance(30_000)
    expect(reads).toBeGreaterThan(0)
    expect(reads).toBeLessThan(40)
  },
)

test('after a passing failure, and after a restart, requests are read back without the right to write', async () => {
  const { desk, outbox, videos } = await readBackWithoutWriting()
  const { read } = videos
  videos.read = () => {
    videos.read = read
    return Promise.reject(new AppError({ kind: 'unavailable', status: 503, text: '' }))
  }
  await desk.clock.advance(600_000)
  expect(desk.statuses()).toEqual(['queued'])
  outbox.close()

  const again = aDesk({ fates: ['answer-lost'] })
  const ids = again.videos.map(({ id }) => id)
  const [last = '', ...others] = ids.toReversed()
  for (const video_id of ids)
    again.verbs.saveEdits(ACCOUNT, [{ video_id, changes: [pixelNamed('New')] }])
  await again.outbox.post(ACCOUNT, [last])
  await again.clock.advance(25)
  again.outbox.close()
  again.verbs.queueEdits(ACCOUNT, others)
  again.service.video.allow({ scopes: ['videos:read'] })
  await again.made().start([ACCOUNT])
  await again.clock.advance(600_000)
  expect(new Set(again.statuses())).toEqual(new Set(['queued']))
})

test('of two requests sent at once, the one applied late is read back although the other lacks the right to write', async () => {
  const desk = aDesk()
  const [, other] = desk.videos
  desk.save(pixelNamed('New'))
  desk.saveOther(pixelNamed('Sent'))
  const outbox = desk.made({
    videos: over(desk, ({ patch }) => ({
      async patch(account_id, video_id, body) {
        if (video_id !== other?.id) {
          await desk.clock.wait(100)
          throw new AppError({ kind: 'forbidden', code: 'forbidden', text: '' })
        }
        await patch(account_id, video_id, body)
        await desk.clock.wait(2_000)
        throw new AppError({ kind: 'unavailable', status: 503, text: '' })
      },
    })),
  })
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(600_000)
  expect(desk.statuses()).toEqual(['queued'])
  expect(outbox.blocked(ACCOUNT)).toMatchObject({ kind: 'forbidden' })
})

test.each(['refused', 'storage'] as const)(
  'what a read back found is stored later when that failed (%s), without the right to write',
  async (kind) => {
    let isFailing = false
    const { desk } = await readBackWithoutWriting({}, (store) => ({
      commitEdits: (...of) => {
        const isNow = isFailing
        isFailing = false
        const failure = { kind, reason: 'full', path: '', text: '' } as Failure
        return isNow ? Promise.reject(new AppError(failure)) : store.commitEdits(...of)
      },
    }))
    const sent = desk.over.sent.length
    isFailing = true
    await desk.clock.advance(600_000)
    expect(desk.statuses()).toEqual(['queued'])
    expect(desk.over.sent.length - sent).toBeLessThanOrEqual(1)
  },
)

test('edits count as in flight while they are read back, and not while nothing can be sent', async () => {
  const desk = aDesk({ fates: ['answer-lost'] })
  let isLost = true
  const lost = async (): Promise<never> => {
    throw new AppError({ kind: 'offline', reason: 'unreachable', host: 'video.example.com' })
  }
  const videos = over(desk, ({ read, patch }) => ({
    read: (...of) => (isLost ? lost() : read(...of)),
    patch,
  }))
  const outbox = desk.made({ videos })
  desk.save(pixelNamed('New'))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(10)
  expect([desk.statuses(), await outbox.inFlight(ACCOUNT)]).toEqual([['queued'], 0])
  isLost = false
  await outbox.resume(ACCOUNT)
  await desk.clock.advance(35)
  expect([desk.statuses(), await outbox.inFlight(ACCOUNT)]).toEqual([['sending'], 1])
  isLost = true
  await desk.clock.advance(60_000)
  expect([desk.statuses().length, await outbox.inFlight(ACCOUNT)]).toEqual([1, 0])
  isLost = false
  await desk.clock.advance(600_000)
  expect([desk.statuses(), await outbox.inFlight(ACCOUNT)]).toEqual([[], 0])
})
