import { expect, test } from 'vitest'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import { sumOf } from '../../../../src/shared/features/publishing/publish.ts'
import { testClock } from '../../../support/clock.ts'
import { closedLater } from '../../../support/opened.ts'
import { aDesk, pixelNamed, tokenOf } from '../../../support/posting-desk.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

const lastOf = (verbs: Verbs) => verbs.publishes.last({ account_id: ACCOUNT })

const videosOf = (verbs: Verbs) => lastOf(verbs)?.videos ?? []
const statesOf = (verbs: Verbs) => videosOf(verbs).map(({ state }) => state)

/** The desk as another process finds it, also while the first one has it open no more. */
function reopened(desk: ReturnType<typeof aDesk>) {
  desk.close()
  const verbs = makeVerbs(desk.folder, testClock)
  closedLater(verbs.close)
  return verbs
}

/** Each of the first videos with a changed token. */
function editEach(desk: ReturnType<typeof aDesk>, count: number) {
  const videos = desk.videos.slice(0, count)
  desk.verbs.saveEdits(
    ACCOUNT,
    videos.map(({ id }) => ({ video_id: id, changes: [tokenOf(`of ${id}`)] })),
  )
  return videos.map(({ id }) => id)
}

test('a publish counts its changes by kind, and ends when each video was verified by a read', async () => {
  const { outbox, save, clock, verbs, video } = aDesk()
  save(pixelNamed('New'), tokenOf('secret'))
  await outbox.post(ACCOUNT, null)
  expect(lastOf(verbs)).toMatchObject({
    endedAt: null,
    isStopped: false,
    videos: [
      {
        video_id: video.id,
        name: video.name,
        state: 'waiting',
        changes: { texts: 1, pixels_added: 1 },
        published: {},
      },
    ],
  })
  await clock.advance(1000)
  const publish = lastOf(verbs)
  expect(publish?.endedAt).not.toBeNull()
  expect(publish?.videos).toMatchObject([
    { state: 'published', published: { texts: 1, pixels_added: 1 }, requests: 1, unneeded: 0 },
  ])
  const history = verbs.history(ACCOUNT, video.id).filter(({ event }) => event === 'posted')
  expect(history.map((entry) => entry.publish)).toEqual([publish?.id, publish?.id])
})

test('a publish interrupted while a request is in flight is still in progress after a restart', async () => {
  const desk = aDesk({ fates: ['answer-lost'] })
  desk.save(pixelNamed('New'))
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(25)
  desk.outbox.close()
  const verbs = reopened(desk)
  expect(statesOf(verbs)).toEqual(['sending'])
  expect(lastOf(verbs)?.endedAt).toBeNull()
})

test('a request without a response is unknown until a read decides', async () => {
  const { outbox, save, clock, verbs } = aDesk({ fates: ['lost'] })
  save(pixelNamed('New'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(60_000)
  expect(statesOf(verbs)).toEqual(['unknown'])
  await clock.advance(120_000)
  expect(lastOf(verbs)?.videos).toMatchObject([{ state: 'published', requests: 2 }])
})

test('a refused video keeps its reason, and its retry belongs to the same publish', async () => {
  const desk = aDesk()
  const ids = editEach(desk, 3)
  const [first = ''] = ids
  const overlayOf = (template_name: string) =>
    desk.save({
      ...{ kind: 'set', group: 'smart_autoplay', item_id: null, register: 'variants' },
      value: [{ template_name, template_position: 'top-left' }],
    })
  overlayOf('unheard')
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  const id = lastOf(desk.verbs)?.id
  expect(statesOf(desk.verbs)).toEqual(['refused', 'published', 'published'])
  expect(videosOf(desk.verbs)[0]).toMatchObject({
    failure: { kind: 'invalid' },
    published: { texts: 1 },
  })

  overlayOf('discrete')
  expect(statesOf(desk.verbs)[0]).toBe('left')
  await desk.outbox.post(ACCOUNT, [first])
  expect(lastOf(desk.verbs)).toMatchObject({ id, endedAt: null })
  await desk.clock.advance(60_000)
  expect(lastOf(desk.verbs)).toMatchObject({ id, endedAt: expect.any(Number) })
  expect(
    videosOf(desk.verbs).map(({ state, changes, published }) => [
      ...[state, sumOf(changes), sumOf(published)],
    ]),
  ).toEqual([
    ['published', 2, 2],
    ['published', 1, 1],
    ['published', 1, 1],
  ])
})

test('a publish stopped between videos leaves drafts, and can be continued after a restart', async () => {
  const desk = aDesk()
  const ids = editEach(desk, 6)
  await desk.outbox.post(ACCOUNT, null)
  await desk.outbox.stop(ACCOUNT)
  await desk.clock.advance(60_000)
  const stopped = lastOf(desk.verbs)
  expect(stopped).toMatchObject({ isStopped: true, endedAt: expect.any(Number) })
  const left = stopped?.videos.filter(({ state }) => state === 'left') ?? []
  const done = stopped?.videos.filter(({ state }) => state === 'published') ?? []
  expect([left.length + done.length, left.length > 0]).toEqual([ids.length, true])
  expect(desk.rows().map(({ status }) => status)).toEqual(left.map(() => 'draft'))
  desk.outbox.close()

  const again = desk.made()
  await again.post(
    ACCOUNT,
    left.map(({ video_id }) => video_id),
  )
  await desk.clock.advance(60_000)
  expect(lastOf(desk.verbs)).toMatchObject({ id: stopped?.id, isStopped: false })
  expect(statesOf(desk.verbs)).toEqual(ids.map(() => 'published'))
})

test('publishing another video does not continue what was stopped while it was in flight', async () => {
  const desk = aDesk({ fates: ['lost'] })
  const [first = '', second = ''] = editEach(desk, 2)
  await desk.outbox.post(ACCOUNT, [first])
  await desk.clock.advance(25)
  await desk.outbox.stop(ACCOUNT)
  await desk.outbox.post(ACCOUNT, [second])
  await desk.clock.advance(600_000)
  expect(desk.rows()).toMatchObject([{ video_id: first, status: 'draft' }])
  const list = desk.verbs.publishes.list({ account_id: ACCOUNT })
  expect(list.map(({ isStopped, published, endedAt }) => [isStopped, published, endedAt])).toEqual([
    [false, 1, expect.any(Number)],
    [true, 0, expect.any(Number)],
  ])
})

test('continuing a stopped publish with one video sends no other that was in flight', async () => {
  const desk = aDesk({ fates: ['lost', 'unreachable'] })
  const [first = '', second = ''] = editEach(desk, 2)
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(25)
  await desk.outbox.stop(ACCOUNT)
  await desk.clock.advance(10_000)
  await desk.outbox.post(ACCOUNT, [second])
  await desk.clock.advance(600_000)
  expect(desk.rows()).toMatchObject([{ video_id: first, status: 'draft' }])
  expect(statesOf(desk.verbs)).toEqual(['left', 'published'])
})

test('an edit that became a draft after Stop is published at the next press, also after undo', async () => {
  const desk = aDesk({ fates: ['lost'] })
  editEach(desk, 1)
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(25)
  await desk.outbox.stop(ACCOUNT)
  const at = { group: 'traffic_filter', item_id: null, register: 'token' } as const
  desk.save({ kind: 'note', ...at, note: 'Why' })
  await desk.clock.advance(600_000)
  // The step has the edit as it was in flight.
  desk.verbs.undoStep(ACCOUNT)
  expect(desk.rows()).toMatchObject([{ status: 'draft' }])
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(600_000)
  expect([desk.rows(), statesOf(desk.verbs)]).toEqual([[], ['published']])
})

test('publishing a video again continues its edits that were in flight when stopped', async () => {
  const desk = aDesk({ fates: ['lost'] })
  const [first = ''] = editEach(desk, 1)
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(25)
  await desk.outbox.stop(ACCOUNT)
  desk.save(pixelNamed('New'))
  await desk.outbox.post(ACCOUNT, [first])
  await desk.clock.advance(600_000)
  expect([desk.rows(), statesOf(desk.verbs)]).toEqual([[], ['published']])
})

test('changes published after a publish was dismissed belong to a new one', async () => {
  const desk = aDesk()
  editEach(desk, 1)
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(1000)
  const first = lastOf(desk.verbs)
  desk.verbs.publishes.dismiss({ account_id: ACCOUNT, publish: first?.id ?? 0 })
  expect(lastOf(desk.verbs)).toBeNull()
  desk.save(pixelNamed('New'))
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(1000)
  const list = desk.verbs.publishes.list({ account_id: ACCOUNT })
  expect(list.map(({ changes, published }) => [changes, published])).toEqual([
    [1, 1],
    [1, 1],
  ])
  expect(list[1]?.id).toBe(first?.id)
})

test('a publish ends when all of its waiting changes are reverted', async () => {
  const desk = aDesk()
  desk.save(tokenOf('secret'))
  desk.verbs.queueEdits(ACCOUNT, null)
  expect(lastOf(desk.verbs)?.endedAt).toBeNull()
  desk.verbs.discardEdits(ACCOUNT, null, desk.clock.now())
  expect(lastOf(desk.verbs)).toMatchObject({
    endedAt: expect.any(Number),
    videos: [{ state: 'unneeded', unneeded: 1 }],
  })
})

test('a publish counts an edit once that was undone and redone before it was published', async () => {
  const desk = aDesk()
  desk.save(tokenOf('one'))
  desk.verbs.queueEdits(ACCOUNT, null)
  for (const _ of ['once', 'twice']) {
    desk.verbs.undoStep(ACCOUNT)
    expect(videosOf(desk.verbs)).toMatchObject([{ state: 'unneeded', unneeded: 1 }])
    desk.verbs.redoStep(ACCOUNT)
    expect(videosOf(desk.verbs)).toMatchObject([{ state: 'left', unneeded: 0 }])
  }
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  expect(videosOf(desk.verbs)).toMatchObject([
    { state: 'published', changes: { texts: 1 }, published: { texts: 1 }, unneeded: 0 },
  ])
})

test('a publish counts an edit once whose item was deleted and is made again', async () => {
  const desk = aDesk()
  const id = desk.video.pixels?.items?.[0]?.id ?? ''
  const at = { group: 'pixels', item_id: id } as const
  desk.save({ kind: 'set', ...at, register: 'base.name', value: 'Mine' })
  desk.service.video.colleague(desk.video.id, { pixels: { items: [{ id, _destroy: true }] } })
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  expect(videosOf(desk.verbs)).toMatchObject([{ state: 'conflict', unneeded: 0 }])
  const keys = desk.rows().map(({ key }) => key)
  await desk.outbox.resolve(ACCOUNT, desk.video.id, { keys, choice: 'mine' })
  await desk.clock.advance(60_000)
  expect(videosOf(desk.verbs)).toMatchObject([{ published: { pixels_added: 1 }, unneeded: 0 }])
})

test('a publish ends when its waiting edit is undone to a value from before the publish', () => {
  const desk = aDesk()
  desk.save(tokenOf('one'))
  desk.verbs.queueEdits(ACCOUNT, null)
  desk.save(tokenOf('two'))
  expect(statesOf(desk.verbs)).toEqual(['left'])
  desk.verbs.undoStep(ACCOUNT)
  desk.verbs.undoStep(ACCOUNT)
  expect(lastOf(desk.verbs)?.endedAt).not.toBeNull()
})

test('old publishes are deleted with the history, except those in progress', async () => {
  const desk = aDesk()
  editEach(desk, 2)
  await desk.outbox.post(ACCOUNT, null)
  const later = testClock.now() + 91 * 24 * 3_600_000
  const pruneLater = () => {
    desk.verbs.saveEdits(ACCOUNT, [{ video_id: desk.videos[2]?.id ?? '', changes: [tokenOf('x')] }])
    desk.verbs.discardEdits(ACCOUNT, [desk.videos[2]?.id ?? ''], later)
    desk.verbs.pruneEdits(later)
  }
  pruneLater()
  expect(lastOf(desk.verbs)?.videos).toHaveLength(2)
  await desk.clock.advance(60_000)
  pruneLater()
  expect(desk.verbs.publishes.list({ account_id: ACCOUNT })).toEqual([])
})
