import { expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { pictureReference } from '../../../../src/shared/features/pictures/picture.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import { testClock } from '../../../support/clock.ts'
import { aDesk, named, pixelNamed, tokenOf } from '../../../support/posting-desk.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

const late = () => ({ fates: [{ lateMs: 7_200_000 }] })

test('a picture whose file was deleted on the service is uploaded again with the next publish', async () => {
  // The service has neither, and says so of each.
  const uploads = ['gone', 'new']
  const hash = 'a1'.repeat(32)
  const desk = aDesk({
    parts: {
      upload: async () => uploads.shift() ?? '',
      deleteUploads: async (_, ids) => new Map(ids.includes('gone') ? [['gone', hash]] : []),
      check: () => [],
    },
  })
  const variant = { template_name: 'image', template_position: 'top-left', scale: 0.5 }
  const value = [{ ...variant, file_id: pictureReference(hash) }]
  desk.save({ kind: 'set', group: 'smart_autoplay', item_id: null, register: 'variants', value })
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(1_000)
  expect(desk.rows()).toMatchObject([
    { status: 'rejected', want: value, failure: { kind: 'invalid' } },
  ])
  await desk.outbox.post(ACCOUNT, [desk.video.id])
  await desk.clock.advance(1_000)
  const named = desk.over.sent.map(
    ({ body }) => /"file_id":"(\w+)"/.exec(JSON.stringify(body))?.[1],
  )
  expect(named).toEqual(['gone', 'new'])
})

test('a duplicate made by an unexpectedly late request is reported within a day', async () => {
  const { outbox, save, clock, told, read, over } = aDesk(late())
  save(pixelNamed('Late'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(7_300_000)
  expect([named(read(), 'Late').length, over.sent.length, told]).toEqual([2, 2, []])
  save(tokenOf('any'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(1_000)
  const [, duplicate] = named(read(), 'Late')
  expect(told).toMatchObject([{ event: 'duplicate', item_id: duplicate?.id }])
})

test('a late duplicate is still reported after a restart, once, by the next read of the video', async () => {
  const { folder, close, outbox, save, clock, read, video } = aDesk(late())
  save(pixelNamed('Late'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(7_300_000)
  outbox.close()
  close()
  const again = makeVerbs(folder, testClock)
  const keep = () => again.keepVideo(ACCOUNT, { video: read(), fetchedAt: clock.now() })
  const duplicates = () => again.editsOf(ACCOUNT).duplicates
  keep()
  keep()
  const [made, duplicate] = named(read(), 'Late')
  expect(duplicates()).toMatchObject([
    {
      video_id: video.id,
      group: 'pixels',
      item_id: duplicate?.id,
      duplicate_of: made?.id,
      item: duplicate,
    },
  ])
  const events = again.history(ACCOUNT, video.id).map(({ event }) => event)
  expect(events.filter((event) => event === 'duplicate')).toHaveLength(1)

  const item_id = duplicate?.id ?? ''
  const removal: Change = { kind: 'delete', group: 'pixels', item_id }
  again.saveEdits(ACCOUNT, [{ video_id: video.id, changes: [removal] }])
  expect(duplicates()).toEqual([])
  again.undoStep(ACCOUNT)
  expect(duplicates()).toHaveLength(1)
  again.keepBoth(ACCOUNT, video.id, item_id)
  keep()
  expect(duplicates()).toEqual([])
  again.close()
})

test('an equal item that appears more than a day later is not a duplicate', async () => {
  const { outbox, save, clock, read, verbs, service, video } = aDesk({ fates: ['lost'] })
  save(pixelNamed('Late'))
  await outbox.post(ACCOUNT, null)
  await clock.advance(25 * 3_600_000)
  const { item } = pixelNamed('Late') as Extract<Change, { kind: 'create' }>
  service.video.colleague(video.id, { pixels: { items: [item] } })
  verbs.keepVideo(ACCOUNT, { video: read(), fetchedAt: clock.now() })
  expect([named(read(), 'Late').length, verbs.editsOf(ACCOUNT).duplicates]).toEqual([2, []])
})
