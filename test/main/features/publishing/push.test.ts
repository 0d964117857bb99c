import { expect, test } from 'vitest'
import { AppError, type Failure } from '../../../../src/shared/failure.ts'
import { registerKey } from '../../../../src/shared/features/publishing/register.ts'
import { aDesk, named, pixelNamed, tokenOf } from '../../../support/posting-desk.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

const TOKEN = registerKey({ group: 'traffic_filter', item_id: null, register: 'token' })

test('a change of the same setting by someone else is a conflict, which either choice resolves', async () => {
  for (const choice of ['mine', 'theirs'] as const) {
    const { outbox, save, rows, clock, read, service, video, verbs } = aDesk()
    save(tokenOf('mine'))
    service.video.colleague(video.id, { traffic_filter: { token: 'theirs' } })
    await outbox.post(ACCOUNT, null)
    await clock.advance(1_000)
    expect(rows()).toMatchObject([{ status: 'conflict', want: 'mine', theirs: 'theirs' }])
    await outbox.resolve(ACCOUNT, video.id, { keys: [TOKEN], choice })
    await clock.advance(1_000)
    expect([rows(), read().traffic_filter?.token]).toEqual([[], choice])
    const [entry] = verbs.history(ACCOUNT, video.id)
    expect(entry).toMatchObject(
      choice === 'mine'
        ? { event: 'posted', before: 'theirs', after: 'mine' }
        : { event: 'resolved', before: 'mine', after: 'theirs' },
    )
  }
})

test('a note written while its change is in flight goes with it into the history, and delays nothing', async () => {
  const { outbox, save, rows, clock, verbs, video, over } = aDesk({
    journey: { travelMs: () => 1_000 },
  })
  const write = (note: string) =>
    save({ kind: 'note', group: 'traffic_filter', item_id: null, register: 'token', note })
  save(tokenOf('mine'))
  write('Before')
  await outbox.post(ACCOUNT, null)
  await clock.advance(3_000)
  expect(rows()).toMatchObject([{ status: 'sending', note: 'Before' }])
  write('While it is sent')
  await clock.advance(2_500)
  expect(rows()).toMatchObject([{ status: 'sending', note: 'While it is sent' }])
  write('While it is read back')
  await clock.advance(1_000)
  expect([rows(), over.sent.length]).toEqual([[], 1])
  const [entry] = verbs.history(ACCOUNT, video.id)
  expect(entry).toMatchObject({ event: 'posted', note: 'While it is read back' })
})

test('a note written while its change is in flight stays with the change when it is refused', async () => {
  const text = 'The token is not valid.'
  const { outbox, save, rows, clock } = aDesk({
    journey: { travelMs: () => 1_000, failWith: () => ({ kind: 'invalid', text, fields: [] }) },
  })
  save(tokenOf('mine'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(2_500)
  expect(rows()).toMatchObject([{ status: 'sending' }])
  save({ kind: 'note', group: 'traffic_filter', item_id: null, register: 'token', note: 'Why' })
  await clock.advance(1_000)
  expect(rows()).toMatchObject([{ status: 'rejected', note: 'Why', failure: { text } }])
})

test('a change of another setting of the same item by someone else stays', async () => {
  const { outbox, save, clock, read, service, video, over } = aDesk()
  const [item] = video.pixels?.items ?? []
  const id = item?.id ?? ''
  save({ kind: 'set', group: 'pixels', item_id: id, register: 'base.name', value: 'Mine' })
  service.video.colleague(video.id, { pixels: { items: [{ id, dispatch: { active: false } }] } })
  await outbox.post(ACCOUNT, null)
  await clock.advance(1_000)
  expect(over.sent[0]?.body).toEqual({ pixels: { items: [{ id, base: { name: 'Mine' } }] } })
  expect(read().pixels?.items?.[0]).toMatchObject({
    base: { name: 'Mine' },
    dispatch: { active: false },
  })
})

test('an edited item that someone deleted can be made again, or discarded', async () => {
  const { outbox, save, rows, clock, read, service, video } = aDesk()
  const [item] = video.pixels?.items ?? []
  const id = item?.id ?? ''
  save({ kind: 'set', group: 'pixels', item_id: id, register: 'base.name', value: 'Mine' })
  service.video.colleague(video.id, { pixels: { items: [{ id, _destroy: true }] } })
  await outbox.post(ACCOUNT, null)
  await clock.advance(20_000)
  expect(rows()).toMatchObject([
    { kind: 'create', item_id: `local:${id}`, status: 'conflict', knownIds: [id] },
  ])
  const [row] = rows()
  await outbox.resolve(ACCOUNT, video.id, { keys: [row?.key ?? ''], choice: 'mine' })
  await clock.advance(1_000)
  const { dispatch } = item ?? {}
  expect(named(read(), 'Mine')).toMatchObject([{ base: { name: 'Mine' }, dispatch }])
  expect(rows()).toEqual([])
})

/** An outbox with one edit of a call to action that someone deleted, in conflict. */
async function aDeletedItem() {
  const desk = aDesk()
  const { outbox, save, clock, rows, service, video, read } = desk
  const [item] = video.call_actions?.items ?? []
  const id = item?.id ?? ''
  const set = (register: string, value: number) =>
    save({ kind: 'set', group: 'call_actions', item_id: id, register, value })
  set('window.start', 7)
  const resolveAsMine = async () => {
    const keys = rows().flatMap(({ key, status }) => (status === 'conflict' ? [key] : []))
    expect(keys).toHaveLength(1)
    await outbox.resolve(ACCOUNT, video.id, { keys, choice: 'mine' })
  }
  const items = [{ id, _destroy: true as const }]
  service.video.colleague(video.id, { call_actions: { items } })
  await outbox.post(ACCOUNT, null)
  const windows = () => (read().call_actions?.items ?? []).map(({ window }) => window)
  return { ...desk, set, resolveAsMine, windows, advance: (ms: number) => clock.advance(ms) }
}

test('an item that is discarded while it is about to be made again is not made', async () => {
  const { advance, resolveAsMine, verbs, clock, rows, over, windows } = await aDeletedItem()
  await advance(20_000)
  const before = windows()
  await resolveAsMine()
  await clock.settle()
  expect(verbs.discardEdits(ACCOUNT, null, clock.now())).toBe(1)
  await advance(60_000)
  expect([rows(), over.sent, windows()]).toEqual([[], [], before])
})

test('a further edit of a deleted item joins its conflict, also when it was to be made again', async () => {
  const { advance, set, resolveAsMine, outbox, rows, over, windows } = await aDeletedItem()
  set('window.end', 99)
  await advance(20_000)
  expect(rows()).toMatchObject([{ kind: 'create', want: { window: { start: 7 } } }, { want: 99 }])
  await Promise.all([resolveAsMine(), outbox.post(ACCOUNT, null)])
  await advance(60_000)
  const window = { start: 7, end: 99 }
  expect(rows()).toMatchObject([{ kind: 'create', status: 'conflict', want: { window } }])
  expect(over.sent).toEqual([])
  await resolveAsMine()
  await advance(60_000)
  expect([rows(), over.sent.length]).toEqual([[], 1])
  expect(windows().filter((one) => one?.start === 7 && one.end === 99)).toHaveLength(1)
})

test('a draft of a deleted item becomes a draft of the one made in its place, and is posted when published', async () => {
  const { advance, set, resolveAsMine, outbox, rows, over, windows } = await aDeletedItem()
  set('window.end', 99)
  await advance(20_000)
  await resolveAsMine()
  await advance(60_000)
  const [draft] = rows()
  expect(draft).toMatchObject({ kind: 'set', status: 'draft', register: 'window.end', want: 99 })
  expect(over.sent).toHaveLength(1)
  await outbox.post(ACCOUNT, null)
  await advance(60_000)
  expect([rows(), over.sent.length]).toEqual([[], 2])
  expect(windows().filter((one) => one?.start === 7)).toMatchObject([{ start: 7, end: 99 }])
})

test('the notes of all edits of a deleted item stay with its conflict', async () => {
  const { outbox, save, rows, clock, service, video } = aDesk()
  const id = video.pixels?.items?.[0]?.id ?? ''
  const values = { 'base.name': 'Mine', 'dispatch.threshold': 33 }
  for (const [register, value] of Object.entries(values)) {
    const at = { group: 'pixels' as const, item_id: id, register }
    save({ kind: 'set', ...at, value }, { kind: 'note', ...at, note: `Why ${register}` })
  }
  service.video.colleague(video.id, { pixels: { items: [{ id, _destroy: true }] } })
  await outbox.post(ACCOUNT, null)
  await clock.advance(20_000)
  expect(rows()).toMatchObject([{ note: 'Why base.name\nWhy dispatch.threshold' }])
})

test('a later change by someone else is not overwritten, and the user is notified', async () => {
  const desk = aDesk()
  desk.save(tokenOf('mine'))
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(35)
  expect(desk.read().traffic_filter?.token).toBe('mine')
  desk.service.video.colleague(desk.video.id, { traffic_filter: { token: 'later' } })
  await desk.clock.advance(20_000)
  expect([desk.rows(), desk.read().traffic_filter?.token]).toEqual([[], 'later'])
  expect(desk.told).toMatchObject([{ event: 'overwritten' }])
  expect(desk.verbs.history(ACCOUNT, desk.video.id)[0]).toMatchObject({
    event: 'overwritten',
    before: 'mine',
    after: 'later',
  })
})

test('of several edits refused together, only the wrong one is held, with the service’s message', async () => {
  const { outbox, save, rows, clock, read } = aDesk({ parts: { check: () => [] } })
  save(
    {
      kind: 'set',
      group: 'playback',
      item_id: null,
      register: 'action_after_finish',
      value: { type: 'loop', start: 9_999_999 },
    },
    tokenOf('fine'),
    pixelNamed('Fine'),
  )
  await outbox.post(ACCOUNT, null)
  await clock.advance(5_000)
  expect(rows()).toMatchObject([{ register: 'action_after_finish', status: 'rejected' }])
  const failure = rows()[0]?.failure as Failure & { kind: 'invalid' }
  expect([failure.kind, failure.request_id?.length]).toEqual(['invalid', 36])
  expect(failure.text).not.toBe('')
  expect([read().traffic_filter?.token, named(read(), 'Fine').length]).toEqual(['fine', 1])
})

test('an edit that is invalid only because of someone else’s change is a conflict and is not sent', async () => {
  const { outbox, save, rows, clock, over, service, video } = aDesk()
  const [item] = video.call_actions?.items ?? []
  const id = item?.id ?? ''
  const { start = 0, end = 0 } = (item?.window ?? {}) as { start?: number; end?: number }
  save({ kind: 'set', group: 'call_actions', item_id: id, register: 'window.end', value: end - 1 })
  const items = [{ id, window: { start: end - 1 } }]
  service.video.colleague(video.id, { call_actions: { items } })
  await outbox.post(ACCOUNT, null)
  await clock.advance(1_000)
  expect([start < end - 1, over.sent]).toEqual([true, []])
  expect(rows()).toMatchObject([{ status: 'conflict', theirs: end, failure: { kind: 'invalid' } }])
})

test('an edit that is invalid by itself is refused, also when someone changed another field', async () => {
  const { outbox, save, rows, clock, over, service, video } = aDesk()
  const [item] = video.call_actions?.items ?? []
  const id = item?.id ?? ''
  const { start = 0 } = (item?.window ?? {}) as { start?: number }
  save({ kind: 'set', group: 'call_actions', item_id: id, register: 'window.end', value: start })
  const items = [{ id, base: { active: item?.base?.active !== true } }]
  service.video.colleague(video.id, { call_actions: { items } })
  await outbox.post(ACCOUNT, null)
  await clock.advance(1_000)
  expect(over.sent).toEqual([])
  expect(rows()).toMatchObject([
    {
      status: 'rejected',
      theirs: null,
      failure: { fields: [{ message: 'window-end-not-after-start' }] },
    },
  ])
})

test('a name in the place of a country code is not posted, also beside one that the service has', async () => {
  const { outbox, save, rows, clock, over, service, video } = aDesk()
  service.video.colleague(video.id, { traffic_filter: { countries: ['BR', 'Brasil'] } })
  const add = (text: string) =>
    save({ kind: 'list', group: 'traffic_filter', register: 'countries', add: [text], remove: [] })
  add('Estados Unidos')
  await outbox.post(ACCOUNT, null)
  await clock.advance(1_000)
  expect([over.sent, rows().map(({ status }) => status)]).toEqual([[], ['rejected']])
  save({
    ...{ kind: 'list', group: 'traffic_filter', register: 'countries' },
    ...{ add: ['US'], remove: ['Estados Unidos'] },
  })
  await outbox.post(ACCOUNT, null)
  await clock.advance(5_000)
  expect(rows()).toEqual([])
  // What someone else put there stays: the whole list is sent.
  expect(service.video.read(video.id).traffic_filter?.countries).toEqual(['BR', 'Brasil', 'US'])
})

test('an edit that the service keeps answering with “not found” is refused after five requests', async () => {
  const failure = { kind: 'not-found', text: 'There is no such entry' } as const
  const desk = aDesk({ journey: { failWith: () => failure } })
  desk.save(tokenOf('mine'))
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(600_000)
  expect(desk.rows()).toMatchObject([
    { status: 'rejected', failure: { ...failure, what: 'entry' } },
  ])
  expect(desk.over.sent).toHaveLength(5)
})

test('an item that someone deleted during the publish becomes a conflict, and does not block the account', async () => {
  const { outbox, save, rows, clock, service, video, over } = aDesk()
  const [item] = video.pixels?.items ?? []
  const id = item?.id ?? ''
  save({ kind: 'set', group: 'pixels', item_id: id, register: 'base.name', value: 'Mine' })
  await outbox.post(ACCOUNT, null)
  await clock.advance(25)
  expect(over.sent).toHaveLength(1)
  service.video.colleague(video.id, { pixels: { items: [{ id, _destroy: true }] } })
  await clock.advance(1_000)
  expect([rows()[0]?.status, outbox.blocked(ACCOUNT)]).toEqual(['queued', null])
  await clock.advance(20_000)
  expect(rows()).toMatchObject([{ kind: 'create', item_id: `local:${id}`, status: 'conflict' }])
})

test('a video that the service no longer finds is reported as gone, and its edits stay', async () => {
  const failure = { kind: 'not-found', text: 'There is no such video' } as const
  const { videos } = aDesk().over
  const desk = aDesk({
    parts: { videos: { ...videos, read: () => Promise.reject(new AppError(failure)) } },
  })
  desk.save(tokenOf('mine'))
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(20_000)
  expect(desk.rows()).toMatchObject([
    { want: 'mine', status: 'rejected', failure: { ...failure, what: 'video' } },
  ])
})
