// What a read of the service is taken for.
import { expect, test } from 'vitest'
import type { VideoService } from '../../../../src/main/features/publishing/edit-row.ts'
import { rewound } from '../../../../src/main/features/publishing/restore.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import { AppError } from '../../../../src/shared/failure.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import type { Fate } from '../../../support/posting.ts'
import { aDesk, named, pixelNamed, tokenOf } from '../../../support/posting-desk.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

type Desk = ReturnType<typeof aDesk>
type Videos = Pick<VideoService, 'read' | 'patch'>

/** A service whose thumbnail has another address, and each overlay another count, at each read. */
function signing(desk: Desk) {
  let reads = 0
  const signed = (video: Video): Video => {
    reads += 1
    const { smart_autoplay, call_actions } = video
    const mark = <T extends object>(one: T): T => ({ ...one, signature: reads })
    return {
      ...mark(video),
      ...(smart_autoplay && {
        smart_autoplay: mark({ ...smart_autoplay, variants: smart_autoplay.variants?.map(mark) }),
      }),
      ...(call_actions && {
        call_actions: mark({ ...call_actions, items: call_actions.items?.map(mark) }),
      }),
    }
  }
  const { read, patch } = desk.over.videos
  const videos: Videos = {
    patch,
    async read(...of) {
      const answer = await read(...of)
      return { ...answer, value: signed(answer.value) }
    },
  }
  return { videos, signed }
}

test('what the document does not name makes no request wait, although each read shows another value', async () => {
  const desk = aDesk()
  const { videos } = signing(desk)
  const outbox = desk.made({ videos })
  desk.save(pixelNamed('One'), pixelNamed('Two'))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(1_000)
  expect([desk.statuses(), desk.over.sent.length]).toEqual([[], 2])
})

test('what the document does not name is no change by someone else', () => {
  const desk = aDesk()
  const { signed } = signing(desk)
  const items = desk.read().call_actions?.items ?? []
  const call_actions = { ...desk.read().call_actions, items: items.toReversed() }
  for (const video of [signed(desk.read()), signed({ ...desk.read(), call_actions })]) {
    desk.verbs.keepVideo(ACCOUNT, { video, fetchedAt: desk.clock.now() })
    expect(desk.verbs.videoBase(ACCOUNT, video.id)?.video).toEqual(video)
  }
  expect(desk.verbs.history(ACCOUNT, desk.video.id)).toEqual([])
})

test.each<Fate>(['well', 'answer-lost', 'lost'])(
  'what a colleague deletes while a request is on its way is in the history, and can be restored; it went %s',
  async (fate) => {
    const desk = aDesk({ fates: [fate] })
    const [pixel] = desk.read().pixels?.items ?? []
    desk.save(tokenOf('mine'), pixelNamed('New'))
    await desk.outbox.post(ACCOUNT, null)
    await desk.clock.advance(25)
    expect(desk.statuses()).toEqual(['sending', 'sending'])
    const gone = { pixels: { items: [{ id: pixel?.id, _destroy: true }] } }
    desk.service.video.colleague(desk.video.id, gone)
    await desk.clock.advance(300_000)
    expect([desk.statuses(), desk.verbs.videoBase(ACCOUNT, desk.video.id)?.video]).toEqual([
      ...[[], desk.read()],
    ])
    const history = desk.verbs.history(ACCOUNT, desk.video.id)
    const [downloaded, ...others] = history.filter(({ event }) => event === 'downloaded')
    expect([others, rewound(desk.read(), history).pixels]).toEqual([[], desk.video.pixels])
    desk.verbs.restoreVideo(ACCOUNT, desk.video.id, downloaded?.id ?? 0)
    const again = desk.rows().filter(({ kind }) => kind === 'create')
    expect(again).toMatchObject([{ group: 'pixels', want: { base: pixel?.base } }])
  },
)

/** The desk, and an outbox for which each read in turn lacks the first pixel, or the video, or nothing. */
function lacking(reads: ('item' | 'video' | null)[]) {
  const desk = aDesk()
  const [pixel] = desk.video.pixels?.items ?? []
  if (!pixel) throw new Error('the video has no pixel')
  const { read, patch } = desk.over.videos
  const videos: Videos = {
    patch,
    async read(...of) {
      const answer = await read(...of)
      const lacks = reads.shift()
      if (lacks === 'video') throw new AppError({ kind: 'not-found', text: 'Not found' })
      return lacks === 'item' ? { ...answer, value: without(answer.value, pixel.id) } : answer
    },
  }
  return { ...desk, pixel, outbox: desk.made({ videos }), at: desk.clock.now() }
}

function without(video: Video, gone: string): Video {
  const items = (video.pixels?.items ?? []).filter(({ id }) => id !== gone)
  return { ...video, pixels: { ...video.pixels, items } }
}

const renamed = (item_id: string): Change => ({
  ...{ kind: 'set', group: 'pixels', item_id, register: 'base.name', value: 'Mine' },
})
const deleted = (item_id: string): Change => ({ kind: 'delete', group: 'pixels', item_id })

test.each<[string, ('item' | 'video' | null)[]]>([
  ['its item', ['item']],
  ['its item, and again after one that showed it', ['item', null, 'item', null]],
  ['its item just after it was sent', [null, 'item']],
  ['the video', ['video']],
  ['the video just after it was sent', [null, 'video']],
])('an edit is published although one read lacks %s', async (_, reads) => {
  const { outbox, save, statuses, clock, read, over, pixel, verbs, video } = lacking(reads)
  save(renamed(pixel.id))
  await outbox.post(ACCOUNT, null)
  await clock.advance(60_000)
  expect([statuses(), named(read(), 'Mine').length, over.sent.length]).toEqual([[], 1, 1])
  expect(verbs.history(ACCOUNT, video.id).map(({ event }) => event)).toEqual(['posted'])
})

test('an item is deleted although one read before that lacks it', async () => {
  const { outbox, save, statuses, clock, read, over, pixel } = lacking(['item'])
  save(deleted(pixel.id))
  await outbox.post(ACCOUNT, null)
  await clock.advance(60_000)
  expect([statuses(), over.sent.length]).toEqual([[], 1])
  expect(read().pixels?.items?.map(({ id }) => id)).not.toContain(pixel.id)
})

test('an item that all reads lack for 15 seconds becomes a conflict', async () => {
  const { outbox, save, rows, clock, pixel } = lacking(Array(9).fill('item'))
  save(renamed(pixel.id))
  await outbox.post(ACCOUNT, null)
  await clock.advance(14_900)
  expect(rows()).toMatchObject([{ kind: 'set', status: 'queued' }])
  await clock.advance(1_000)
  expect(rows()).toMatchObject([{ kind: 'create', status: 'conflict' }])
})

test('an item that is there after all is changed, not created a second time, by one’s own version', async () => {
  const { outbox, save, rows, statuses, clock, read, pixel, video } = lacking(['item', 'item'])
  const before = read().pixels?.items?.length
  save(renamed(pixel.id))
  await outbox.post(ACCOUNT, null)
  await clock.advance(20_000)
  expect(statuses()).toEqual(['conflict'])
  const keys = rows().map(({ key }) => key)
  await outbox.resolve(ACCOUNT, video.id, { keys, choice: 'mine' })
  await clock.advance(60_000)
  const mine = read().pixels?.items?.filter(({ base }) => base?.name === 'Mine')
  expect([statuses(), mine?.map(({ id }) => id), read().pixels?.items?.length]).toEqual([
    ...[[], [pixel.id], before],
  ])
})

test('a refresh that lacks an item changes nothing of it until another one lacks it 15 seconds later', () => {
  const { verbs, video, pixel, at } = lacking([])
  const shown = (afterMs: number, read: Video) => {
    verbs.keepVideo(ACCOUNT, { video: read, fetchedAt: at + afterMs })
    return verbs.videoBase(ACCOUNT, video.id)?.video.pixels
  }
  const less = { ...without(video, pixel.id), name: 'Newer' }
  expect(shown(1_000, less)).toEqual(video.pixels)
  expect(verbs.videoBase(ACCOUNT, video.id)?.video.name).toBe('Newer')
  expect(shown(14_000, { ...video, pixels: undefined })).toEqual(video.pixels)
  expect(shown(15_000, video)).toEqual(video.pixels)
  expect(shown(17_000, less)).toEqual(video.pixels)
  expect(verbs.history(ACCOUNT, video.id)).toEqual([])
  expect(shown(32_000, less)).toEqual(less.pixels)
  expect(verbs.history(ACCOUNT, video.id)).toMatchObject([{ event: 'downloaded' }])
})

test('a video that is not found for 15 seconds keeps its edits, which are refused', async () => {
  const { outbox, save, rows, clock } = lacking(Array(9).fill('video'))
  save(tokenOf('mine'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(14_900)
  expect(rows()).toMatchObject([{ status: 'queued' }])
  await clock.advance(1_000)
  expect(rows()).toMatchObject([{ status: 'rejected', failure: { what: 'video' } }])
})

test('after a publish, a refresh is not ignored for longer because the clock was set back', async () => {
  const { outbox, save, clock, verbs, video, read, service } = aDesk()
  save(pixelNamed('New'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(30_000)
  clock.setBack(30_000)
  service.video.colleague(video.id, { playback: { enabled: true, smart_pause: false } })
  const at = { fetchedAt: clock.now(), begunAt: clock.monotonic() }
  verbs.keepVideo(ACCOUNT, { video: read(), ...at })
  expect(verbs.videoBase(ACCOUNT, video.id)?.video).toEqual(read())
})
