// A read may be from up to 15 seconds before: what it shows is not believed against what is known.
import { expect, test } from 'vitest'
import { aDesk, type Desk, tokenOf, withCountry } from '../../../support/posting-desk.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

const tokenAt = ({ read }: Desk) => read().traffic_filter?.token

/** A colleague's change, which a refresh shows a second later. */
async function theyChange(desk: Desk, filter: { token?: string; countries?: string[] }) {
  desk.service.video.colleague(desk.video.id, { traffic_filter: filter })
  await desk.clock.advance(1_000)
  const [fetchedAt, begunAt] = [desk.clock.now(), desk.clock.monotonic()]
  desk.verbs.keepVideo(ACCOUNT, { video: desk.read(), fetchedAt, begunAt })
}

/** Publishes, and the first read is from before the last change. */
async function postOutdated(desk: Desk, outbox = desk.outbox) {
  desk.service.video.staleReads(1)
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
}

test("a colleague's value that a refresh showed becomes a conflict", async () => {
  const desk = aDesk()
  desk.save(tokenOf('ours'))
  await theyChange(desk, { token: 'theirs' })
  await postOutdated(desk)
  expect([desk.statuses(), tokenAt(desk)]).toEqual([['conflict'], 'theirs'])
})

test("a colleague's entries of a list that a refresh showed stay", async () => {
  const desk = aDesk()
  await theyChange(desk, { countries: ['BR', 'GL'] })
  desk.save(withCountry('AQ'))
  await postOutdated(desk)
  const countries = desk.read().traffic_filter?.countries?.toSorted()
  expect([desk.statuses(), countries]).toEqual([[], ['AQ', 'BR', 'GL']])
})

test('a value is sent although a read still shows it from before it was changed', async () => {
  const desk = aDesk()
  await theyChange(desk, { token: 'was' })
  await theyChange(desk, { token: 'theirs' })
  desk.save(tokenOf('was'))
  await postOutdated(desk)
  expect([desk.statuses(), tokenAt(desk), desk.over.sent.length]).toEqual([[], 'was', 1])
})

test('after a restart, a value that was just published is set back', async () => {
  const desk = aDesk()
  await theyChange(desk, { token: 'was' })
  desk.save(tokenOf('new'))
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(1_000)
  desk.outbox.close()
  const again = desk.made()
  desk.save(tokenOf('was'))
  await postOutdated(desk, again)
  expect([desk.statuses(), tokenAt(desk), desk.over.sent.length]).toEqual([[], 'was', 2])
})

test('a lost request is not confirmed by a read from before the last change', async () => {
  let reads = 0
  const desk = aDesk({
    fates: ['well', '503-before'],
    journey: { read: () => (++reads === 4 ? 'stale' : 'well') },
  })
  await theyChange(desk, { token: 'was' })
  for (const token of ['new', 'was']) {
    desk.save(tokenOf(token))
    await desk.outbox.post(ACCOUNT, null)
    await desk.clock.advance(1_000)
  }
  await desk.clock.advance(600_000)
  expect([desk.statuses(), tokenAt(desk), desk.over.sent.length]).toEqual([[], 'was', 3])
})

test('a value typed over a conflict does not overwrite a later one that was not shown', async () => {
  const desk = aDesk()
  desk.save(tokenOf('ours'))
  await theyChange(desk, { token: 'first' })
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  expect(desk.rows()).toMatchObject([{ status: 'conflict', theirs: 'first' }])
  await theyChange(desk, { token: 'second' })
  desk.save(tokenOf('typed'))
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  expect([desk.statuses(), tokenAt(desk)]).toEqual([['conflict'], 'second'])
})
