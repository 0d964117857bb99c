// Requests that are applied late, while their edits wait or the user goes on.
import { expect, test } from 'vitest'
import { AppError } from '../../../../src/shared/failure.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import {
  aDesk,
  type Desk,
  ended,
  named,
  over,
  pixelNamed,
  tokenOf,
  withCountry,
} from '../../../support/posting-desk.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

/** Its video is not found from the first request on, until `isGone` is set to false. */
function whoseVideoGoes(desk: Desk) {
  const state = { isGone: false }
  const videos = over(desk, ({ read, patch }) => ({
    patch(...of) {
      state.isGone = true
      return patch(...of)
    },
    async read(...of) {
      if (state.isGone) throw new AppError({ kind: 'not-found', text: 'Not found' })
      return read(...of)
    },
  }))
  return { state, videos }
}

test('a video that stays away ends the wait for its edits', async () => {
  const desk = aDesk({ fates: ['answer-lost'] })
  const { videos } = whoseVideoGoes(desk)
  desk.save(pixelNamed('New'))
  await desk.made({ videos }).post(ACCOUNT, null)
  await desk.clock.advance(200_000)
  expect(desk.rows()).toMatchObject([{ status: 'rejected', rounds: 1, failure: { what: 'video' } }])
})

test('an item is created once although its video is not found while its request is late', async () => {
  const desk = aDesk({ fates: [{ lateMs: 80_000 }] })
  const { state, videos } = whoseVideoGoes(desk)
  desk.save(pixelNamed('New'))
  const outbox = desk.made({ videos })
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  state.isGone = false
  await outbox.post(ACCOUNT, [desk.video.id])
  await desk.clock.advance(600_000)
  expect(ended(desk)).toEqual([[], 1, 1])
})

test('a request that took long to arrive is waited for after a restart too', async () => {
  const desk = aDesk({ fates: [{ lateMs: 85_000 }] })
  const videos = over(desk, ({ patch }) => ({
    async patch(...of) {
      if (desk.over.sent.length === 0) await desk.clock.wait(40_000)
      return patch(...of)
    },
  }))
  desk.save(pixelNamed('New'))
  const outbox = desk.made({ videos })
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(42_000)
  outbox.close()
  await desk.made({ videos }).start([ACCOUNT])
  await desk.clock.advance(600_000)
  expect(ended(desk)).toEqual([[], 1, 1])
})

test.each<[string, Change, { token: string } | { countries: string[] }]>([
  ['a value', tokenOf('ours'), { token: 'theirs' }],
  ['a list', withCountry('AQ'), { countries: ['theirs'] }],
])(
  "the history tells what a late request overwrote of a colleague's: %s",
  async (_, change, filter) => {
    const desk = aDesk({ fates: [{ lateMs: 80_000 }] })
    desk.save(change)
    await desk.outbox.post(ACCOUNT, null)
    await desk.clock.advance(8_000)
    desk.service.video.colleague(desk.video.id, { traffic_filter: filter })
    await desk.clock.advance(600_000)
    const [posted] = desk.verbs.history(ACCOUNT, desk.video.id)
    expect([desk.statuses(), desk.over.sent.length]).toEqual([[], 1])
    expect(posted).toMatchObject({ event: 'posted' })
    expect(JSON.stringify(posted?.before)).toContain('theirs')
  },
)

test("a colleague's value that was set back is not told as overwritten", async () => {
  const desk = aDesk({ fates: [{ lateMs: 80_000 }] })
  const theySet = (token: string) =>
    desk.service.video.colleague(desk.video.id, { traffic_filter: { token } })
  theySet('was')
  desk.verbs.keepVideo(ACCOUNT, { video: desk.read(), fetchedAt: desk.clock.now() })
  desk.save(tokenOf('ours'))
  await desk.outbox.post(ACCOUNT, null)
  for (const token of ['theirs', 'was']) {
    await desk.clock.advance(10_000)
    theySet(token)
  }
  await desk.clock.advance(600_000)
  const [posted] = desk.verbs.history(ACCOUNT, desk.video.id)
  expect(posted).toMatchObject({ event: 'posted', before: 'was', after: 'ours' })
})

test('undoing the discard of an item to be created again asks for the decision again', async () => {
  const desk = aDesk()
  const { item } = pixelNamed('New') as Extract<Change, { kind: 'create' }>
  desk.service.video.colleague(desk.video.id, { pixels: { items: [item] } })
  desk.verbs.keepVideo(ACCOUNT, { video: desk.read(), fetchedAt: desk.clock.now() })
  const item_id = named(desk.read(), 'New')[0]?.id ?? ''
  const place = { group: 'pixels', item_id, register: 'dispatch.threshold' } as const
  desk.save({ kind: 'set', ...place, value: 60 })
  const items = [{ id: item_id, _destroy: true }]
  desk.service.video.colleague(desk.video.id, { pixels: { items } })
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  expect(desk.rows()).toMatchObject([{ kind: 'create', status: 'conflict' }])
  desk.verbs.discardEdits(ACCOUNT, null, desk.clock.now())
  desk.verbs.undoStep(ACCOUNT)
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  expect(ended(desk)).toEqual([['conflict'], 0, 0])
})
