import { expect, test } from 'vitest'
import { AppError, type Failure } from '../../../../src/shared/failure.ts'
import { pictureReference } from '../../../../src/shared/features/pictures/picture.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import type { Fate } from '../../../support/posting.ts'
import { aDesk, named, pixelNamed, tokenOf } from '../../../support/posting-desk.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

const overLimit = (resetsAt: number) =>
  new AppError({ kind: 'quota', limit_kind: 'queries', used: 1, limit: 1, resetsAt, text: '' })

test('a published edit is verified by a read, added to the history and removed from the drafts', async () => {
  const { outbox, save, rows, read, clock, verbs, video } = aDesk()
  save(pixelNamed('New'), tokenOf('secret'))
  await outbox.post(ACCOUNT, null)
  expect(outbox.isPosting(ACCOUNT)).toBe(true)
  await clock.advance(1000)
  const [item] = named(read(), 'New')
  expect([rows(), outbox.isPosting(ACCOUNT), read().traffic_filter?.token]).toEqual([
    [],
    false,
    'secret',
  ])
  const history = verbs.history(ACCOUNT, video.id).filter(({ event }) => event === 'posted')
  expect(history.map(({ item_id, after }) => [item_id, after])).toEqual([
    [null, 'secret'],
    [item?.id, item],
  ])
  expect(verbs.videoBase(ACCOUNT, video.id)?.video).toEqual(read())
})

test('before a request is sent, the edit is stored as being sent, with the time until which it may arrive late', async () => {
  const { outbox, save, rows, clock, read } = aDesk({ fates: ['lost'] })
  save(pixelNamed('New'))
  const ids = (read().pixels?.items ?? []).map(({ id }) => id)
  await outbox.post(ACCOUNT, null)
  await clock.advance(1000)
  const [row] = rows()
  expect(row).toMatchObject({ status: 'sending', attempt: 1, knownIds: ids })
  expect((row?.quarantineUntil ?? 0) - (row?.sentAt ?? 0)).toBe(180_000)
})

test('an item whose response was lost is created once, and confirmed by a read', async () => {
  const { outbox, save, statuses, clock, read, over } = aDesk({ fates: ['answer-lost'] })
  save(pixelNamed('New'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(10_000)
  expect([statuses(), named(read(), 'New').length, over.sent.length]).toEqual([[], 1, 1])
})

test('a lost request is sent again only once it can no longer arrive late', async () => {
  const { outbox, save, statuses, clock, read, over } = aDesk({ fates: ['lost'] })
  save(pixelNamed('New'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(100_000)
  expect([statuses(), over.sent.length]).toEqual([['confirming'], 1])
  await clock.advance(60_000)
  expect([statuses(), named(read(), 'New').length, over.sent.length]).toEqual([[], 1, 2])
  const [first, second] = over.sent
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(120_000)
})

test('a request applied 90 seconds late is not sent again', async () => {
  const { outbox, save, statuses, clock, read, over } = aDesk({ fates: [{ lateMs: 90_000 }] })
  save(pixelNamed('New'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(300_000)
  expect([statuses(), named(read(), 'New').length, over.sent.length]).toEqual([[], 1, 1])
})

test('after a restart, edits that were being sent are looked for before anything is sent', async () => {
  const desk = aDesk({ fates: ['answer-lost'] })
  desk.save(pixelNamed('New'))
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(25)
  desk.outbox.close()
  expect(desk.statuses()).toEqual(['sending'])
  await desk.clock.advance(5_000)
  await desk.made().start([ACCOUNT])
  await desk.clock.advance(1_000)
  expect([desk.statuses(), named(desk.read(), 'New').length]).toEqual([[], 1])
  expect(desk.over.sent).toHaveLength(1)
})

test('two equal items are both created, one after the other', async () => {
  const { outbox, save, clock, read, over, told } = aDesk()
  save(pixelNamed('Twin'), pixelNamed('Twin'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(2_000)
  expect([named(read(), 'Twin').length, over.sent.length, told]).toEqual([2, 2, []])
})

test('a possible duplicate is reported and never deleted', async () => {
  const { outbox, save, clock, read, told, service, video, verbs } = aDesk({
    fates: ['answer-lost'],
  })
  save(pixelNamed('Same'))
  await outbox.post(ACCOUNT, null)
  const { item } = pixelNamed('Same') as Extract<Change, { kind: 'create' }>
  service.video.colleague(video.id, { pixels: { items: [item] } })
  // The colleague's was there before ours was sent, so it is not taken for it.
  await clock.advance(35)
  service.video.colleague(video.id, { pixels: { items: [item] } })
  await clock.advance(10_000)
  const twins = named(read(), 'Same')
  expect(twins).toHaveLength(3)
  expect(told).toMatchObject([{ event: 'duplicate', item_id: twins[2]?.id }])
  expect(verbs.history(ACCOUNT, video.id)[0]).toMatchObject({
    event: 'duplicate',
    item_id: twins[2]?.id,
    before: { id: twins[1]?.id },
  })
})

test('a token without the scope pauses the account with the reason, until it is resumed', async () => {
  const desk = aDesk()
  desk.service.video.allow({ scopes: ['videos:read'] })
  desk.save(tokenOf('mine'))
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(600_000)
  expect(desk.outbox.blocked(ACCOUNT)).toMatchObject({ kind: 'forbidden', code: 'forbidden' })
  expect([desk.statuses(), desk.over.sent.length]).toEqual([['queued'], 1])
  desk.service.video.allow({ scopes: ['videos:read', 'videos:write'] })
  await desk.outbox.resume(ACCOUNT)
  await desk.clock.advance(1_000)
  expect([desk.rows(), desk.outbox.blocked(ACCOUNT)]).toEqual([[], null])
})

test('without the right to write, requests in flight are still read back', async () => {
  const desk = aDesk({ fates: ['answer-lost'] })
  desk.saveOther(pixelNamed('Sent'))
  desk.save(pixelNamed('New'))
  const [video, other] = desk.videos
  await desk.outbox.post(ACCOUNT, [other?.id ?? ''])
  await desk.clock.advance(31)
  desk.service.video.staleReads(1)
  await desk.clock.advance(1_000)
  expect(desk.statuses()).toEqual(expect.arrayContaining(['confirming']))
  desk.service.video.allow({ scopes: ['videos:read'] })
  await desk.outbox.post(ACCOUNT, [video?.id ?? ''])
  await desk.clock.advance(600_000)
  expect(desk.statuses()).toEqual(['queued'])
  expect(desk.outbox.blocked(ACCOUNT)).toMatchObject({ kind: 'forbidden' })
  expect(desk.over.sent).toHaveLength(3)
})

test('without a network nothing is lost, and sending is retried automatically', async () => {
  const fates: Fate[] = ['unreachable', 'unreachable', 'unreachable']
  const { outbox, save, rows, clock, read } = aDesk({ fates })
  save(tokenOf('mine'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(500)
  expect(outbox.blocked(ACCOUNT)).toMatchObject({ kind: 'offline' })
  await clock.advance(120_000)
  expect([rows(), read().traffic_filter?.token, outbox.blocked(ACCOUNT)]).toEqual([
    [],
    'mine',
    null,
  ])
})

test.each([
  { restarts: false, until: 'it resets' },
  { restarts: true, until: 'it resets, also after a restart' },
])('after the quota ran out no request is sent until $until', async ({ restarts }) => {
  const reads: number[] = []
  let isLimited = true
  const desk = aDesk()
  const { videos } = desk.over
  const resetsAt = desk.clock.now() + 300_000
  const limit = {
    kind: 'quota',
    limit_kind: 'queries',
    used: 1,
    limit: 1,
    resetsAt,
    text: '',
  } as const
  const opened = () =>
    desk.made({
      videos: {
        read: (...of) => {
          reads.push(desk.clock.now())
          return videos.read(...of)
        },
        async patch(...of) {
          if (isLimited) throw new AppError(limit)
          await videos.patch(...of)
        },
      },
    })
  let outbox = opened()
  desk.save(tokenOf('mine'))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(1_000)
  isLimited = false
  expect(desk.rows()).toMatchObject([{ status: 'queued', waitsUntil: resetsAt }])
  if (restarts) {
    outbox.close()
    outbox = opened()
    await outbox.start([ACCOUNT])
  }
  // Neither another publish nor the network's return changes that.
  desk.save(pixelNamed('New'))
  if (!restarts) desk.saveOther(tokenOf('other'))
  await outbox.post(ACCOUNT, null)
  await outbox.resume(ACCOUNT)
  await desk.clock.advance(400_000)
  expect(desk.rows()).toEqual([])
  expect(reads.slice(1).every((at) => at >= resetsAt)).toBe(true)
})

test('after five requests without a response it stops and asks the user', async () => {
  const { outbox, save, rows, clock, over } = aDesk({ journey: { patch: () => 'lost' } })
  save(pixelNamed('New'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(3_600_000)
  const failure = { kind: 'unconfirmed', reason: 'too-often', requests: 5 }
  expect(rows()).toMatchObject([{ status: 'rejected', rounds: 5, failure }])
  expect([over.sent.length, outbox.isPosting(ACCOUNT)]).toEqual([5, false])
})

test('stopping turns queued edits into drafts, and verifies those already sent', async () => {
  const { outbox, save, rows, clock, read } = aDesk({ fates: ['answer-lost'] })
  save(pixelNamed('First'), pixelNamed('Second'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(30)
  await outbox.stop(ACCOUNT)
  await clock.advance(300_000)
  expect([named(read(), 'First').length, named(read(), 'Second').length]).toEqual([1, 0])
  expect(rows()).toMatchObject([{ kind: 'create', status: 'draft' }])
})

test('stopping while a video is read sends nothing of it', async () => {
  const { outbox, save, statuses, clock, over } = aDesk({ journey: { travelMs: () => 1_000 } })
  save(tokenOf('mine'), pixelNamed('New'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(500)
  await outbox.stop(ACCOUNT)
  await clock.advance(600_000)
  expect([statuses(), over.sent]).toEqual([['draft', 'draft'], []])
})

test.each<{ name: string; fate: Fate; limitMs?: number }>([
  { name: 'a request over the limit', fate: 'well', limitMs: 30_000 },
  { name: 'a request with a refused key', fate: 'unauthorized' },
  { name: 'a request without a network', fate: 'unreachable' },
  { name: 'a request without a response', fate: 'lost' },
  { name: 'a request that the service could not take', fate: '503-before' },
])('after stopping, $name is not sent again', async ({ fate, limitMs }) => {
  let limits = limitMs === undefined ? [] : [limitMs]
  const desk = aDesk({ fates: [fate] })
  const { videos } = desk.over
  const patch: typeof videos.patch = async (...of) => {
    const [wait] = limits
    limits = []
    if (wait === undefined) return videos.patch(...of)
    await desk.clock.wait(10)
    throw overLimit(desk.clock.now() + wait)
  }
  const outbox = desk.made({ videos: { ...videos, patch } })
  desk.save(pixelNamed('New'))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(25)
  expect(desk.statuses()).toEqual(['sending'])
  await outbox.stop(ACCOUNT)
  await desk.clock.advance(300_000)
  await outbox.resume(ACCOUNT)
  await desk.clock.advance(300_000)
  expect(desk.rows()).toMatchObject([{ status: 'draft', waitsUntil: null }])
  expect(named(desk.read(), 'New')).toEqual([])
  expect(desk.verbs.publishes.last({ account_id: ACCOUNT })).toMatchObject({
    isStopped: true,
    endedAt: expect.any(Number),
  })
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(300_000)
  expect([desk.rows(), named(desk.read(), 'New').length]).toEqual([[], 1])
})

test('resolving a conflict of a stopped publish sends that edit, and none that was in flight', async () => {
  const desk = aDesk({ fates: ['lost', 'unreachable'] })
  const { outbox, save, rows, read, clock, service, video } = desk
  save(tokenOf('mine'), pixelNamed('New'))
  service.video.colleague(video.id, { traffic_filter: { token: 'theirs' } })
  await outbox.post(ACCOUNT, null)
  await clock.advance(25)
  const [conflict, sending] = rows()
  expect([conflict?.status, sending?.status]).toEqual(['conflict', 'sending'])
  await outbox.stop(ACCOUNT)
  await outbox.resolve(ACCOUNT, video.id, { keys: [conflict?.key ?? ''], choice: 'mine' })
  await clock.advance(600_000)
  expect(rows()).toMatchObject([{ kind: 'create', status: 'draft' }])
  expect([read().traffic_filter?.token, named(read(), 'New').length]).toEqual(['mine', 0])
  await outbox.post(ACCOUNT, null)
  await clock.advance(600_000)
  expect([rows(), named(read(), 'New').length]).toEqual([[], 1])
})

test('one request per video and four in total run at the same time', async () => {
  const { outbox, clock, videos, verbs, over } = aDesk({ journey: { travelMs: () => 5_000 } })
  expect(videos.length).toBeGreaterThan(4)
  for (const { id } of videos) {
    const changes = [pixelNamed('One'), pixelNamed('Two'), tokenOf('mine')]
    verbs.saveEdits(ACCOUNT, [{ video_id: id, changes }])
  }
  await outbox.post(ACCOUNT, null)
  await clock.advance(600_000)
  expect(verbs.editRows(ACCOUNT, null)).toEqual([])
  expect([over.mostInFlight(), over.sent.length]).toEqual([4, 2 * videos.length])
})

test('the preview shows the requests that are sent, in order, without edits that fail the check', async () => {
  const { outbox, save, clock, over, video, rows } = aDesk()
  const register = 'action_after_finish'
  const value = { type: 'loop', start: 9_999_999 }
  save(
    pixelNamed('One'),
    tokenOf('mine'),
    { kind: 'set', group: 'playback', item_id: null, register, value },
    pixelNamed('Two'),
    pixelNamed('Three'),
  )
  const shown = await outbox.requests(ACCOUNT, video.id)
  expect(shown).toHaveLength(3)
  await outbox.post(ACCOUNT, null)
  await clock.advance(5_000)
  expect(over.sent.map(({ body }) => body)).toEqual(shown)
  expect(rows()).toMatchObject([
    {
      register,
      status: 'rejected',
      failure: { fields: [{ message: 'loop-beyond-duration', details: { value: 9_999_999 } }] },
    },
  ])
  expect(await outbox.requests(ACCOUNT, video.id)).toEqual([])
})

test('the preview shows what was refused, as a post that names its video sends it again', async () => {
  const failWith = (): Failure => ({ kind: 'invalid', text: 'Refused', fields: [] })
  const { outbox, save, clock, over, video, statuses } = aDesk({ journey: { failWith } })
  save(tokenOf('mine'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(5_000)
  expect([statuses(), over.sent.length]).toEqual([['rejected'], 1])
  save(pixelNamed('New'))
  const shown = await outbox.requests(ACCOUNT, video.id)
  await outbox.post(ACCOUNT, [video.id])
  await clock.advance(5_000)
  expect([over.sent[1]?.body]).toEqual(shown)
})

test('a forgotten account sends nothing more, and a late response stores nothing', async () => {
  const { outbox, save, clock, over, verbs } = aDesk({ journey: { travelMs: () => 1_000 } })
  save(pixelNamed('One'), pixelNamed('Two'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(2_500)
  expect(over.sent).toHaveLength(1)
  outbox.forget(ACCOUNT)
  await outbox.resume(ACCOUNT)
  expect(verbs.removeAccount(ACCOUNT)).toMatchObject({ edits: 2 })
  await clock.advance(600_000)
  expect([over.sent.length, verbs.editRows(ACCOUNT, null), verbs.accounts()]).toEqual([1, [], []])
})

test('an account removed while a video is read sends nothing, and once when it is used again', async () => {
  const desk = aDesk({ journey: { travelMs: () => 1_000 } })
  const { outbox, save, rows, read, clock, over } = desk
  save(pixelNamed('New'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(500)
  outbox.forget(ACCOUNT)
  await clock.advance(1_000)
  expect([over.sent, rows()]).toMatchObject([[], [{ status: 'queued' }]])
  // Removing it failed.
  await outbox.post(ACCOUNT, null)
  await clock.advance(500)
  outbox.forget(ACCOUNT)
  await outbox.post(ACCOUNT, null)
  await clock.advance(60_000)
  expect([over.sent.length, named(read(), 'New').length, rows()]).toEqual([1, 1, []])
})

test('an edit without a response is confirmed although the clock was set back', async () => {
  const { outbox, save, rows, read, clock, over } = aDesk({ fates: ['lost'] })
  save(tokenOf('mine'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(25_000)
  expect(rows()).toMatchObject([{ status: 'confirming', missedAt: expect.any(Number) }])
  clock.setBack(86_400_000)
  await clock.advance(200_000)
  expect([rows(), read().traffic_filter?.token, over.sent.length]).toEqual([[], 'mine', 2])
})

test.each([false, true])(
  'the wait for the limit ends although the clock was set back, with the app restarted: %s',
  async (isRestarted) => {
    const desk = aDesk()
    const { videos } = desk.over
    let resetsAt: number | null = desk.clock.now() + 30_000
    const patch: typeof videos.patch = async (...of) => {
      if (resetsAt !== null) throw overLimit(resetsAt)
      await videos.patch(...of)
    }
    const outbox = desk.made({ videos: { ...videos, patch } })
    desk.save(tokenOf('mine'))
    await outbox.post(ACCOUNT, null)
    await desk.clock.advance(1_000)
    expect(desk.rows()).toMatchObject([{ status: 'queued', waitsUntil: resetsAt }])
    resetsAt = null
    desk.clock.setBack(86_400_000)
    if (isRestarted) {
      outbox.close()
      await desk.made().start([ACCOUNT])
    }
    await desk.clock.advance(60_000)
    expect([desk.rows(), desk.read().traffic_filter?.token]).toEqual([[], 'mine'])
  },
)

test('publishing a refused edit again is not undone by the id that another one gets', async () => {
  let isRefused = true
  const desk = aDesk({ journey: { travelMs: () => 1_000 } })
  const { videos } = desk.over
  const patch: typeof videos.patch = async (...of) => {
    if (isRefused) throw new AppError({ kind: 'invalid', fields: [], text: 'no' })
    await videos.patch(...of)
  }
  const outbox = desk.made({ videos: { ...videos, patch } })
  desk.save(pixelNamed('First'))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(5_000)
  isRefused = false
  desk.save(pixelNamed('Second'))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(5_500)
  expect(desk.statuses()).toEqual(['rejected', 'sending'])
  await outbox.post(ACCOUNT, [desk.video.id])
  await desk.clock.advance(60_000)
  expect(desk.rows()).toEqual([])
  expect(named(desk.read(), 'First')).toHaveLength(1)
})

test('a picture is uploaded first, and its id is kept before it is sent', async () => {
  const hash = 'a1'.repeat(32)
  const asked: string[] = []
  const upload = async (_: string, picture: string) => {
    asked.push(picture)
    return 'file-1'
  }
  const desk = aDesk({ parts: { upload, check: () => [] } })
  const variant = { template_name: 'image', template_position: 'top-left', scale: 0.5 }
  const value = [{ ...variant, file_id: pictureReference(hash) }]
  desk.save({ kind: 'set', group: 'smart_autoplay', item_id: null, register: 'variants', value })
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(1_000)
  expect(asked).toEqual([hash])
  expect(desk.over.sent[0]?.body).toEqual({
    smart_autoplay: { variants: [{ ...variant, file_id: 'file-1' }] },
  })
})
