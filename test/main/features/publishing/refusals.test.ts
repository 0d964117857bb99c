// What follows when the service, or something before it, refuses a change.
import { expect, test } from 'vitest'
import type { VideoService } from '../../../../src/main/features/publishing/edit-row.ts'
import type { Group } from '../../../../src/shared/api/settings/index.ts'
import { AppError, type Failure } from '../../../../src/shared/failure.ts'
import { pictureReference } from '../../../../src/shared/features/pictures/picture.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import { fieldsOf } from '../../../../src/shared/plain.ts'
import { aDesk, named, pixelNamed } from '../../../support/posting-desk.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

type Desk = ReturnType<typeof aDesk>
type Patch = VideoService['patch']

const setting = (group: Group, register: string, value: unknown) =>
  ({ kind: 'set', group, item_id: null, register, value }) as Change

/** An outbox whose service answers with this failure to every body for which there is one. */
function refusing(desk: Desk, failureTo: (body: Record<string, unknown>) => Failure | null) {
  const patch: Patch = async (account_id, video_id, body) => {
    const failure = failureTo(body)
    if (!failure) return desk.over.videos.patch(account_id, video_id, body)
    await desk.clock.wait(10)
    throw new AppError(failure)
  }
  return desk.made({ videos: { ...desk.over.videos, patch } })
}

const invalid: Failure = { kind: 'invalid', fields: [], text: 'Not accepted.' }

const OVERLAY = [{ template_name: 'modern', template_position: 'top-left' }]

test.each<[string, Group, string, Change[]]>([
  [
    'smart autoplay without its overlay',
    'smart_autoplay',
    'variants',
    [setting('smart_autoplay', 'enabled', true), setting('smart_autoplay', 'variants', OVERLAY)],
  ],
  [
    'the traffic filter without its fallback video',
    'traffic_filter',
    'fallback_video_id',
    [
      setting('traffic_filter', 'enabled', true),
      setting('traffic_filter', 'fallback_video_id', 'v-2'),
      { kind: 'list', group: 'traffic_filter', register: 'countries', add: ['AQ'], remove: [] },
    ],
  ],
  [
    'playback without its loop',
    'playback',
    'action_after_finish',
    [
      setting('playback', 'enabled', true),
      setting('playback', 'action_after_finish', { type: 'loop', start: 1 }),
    ],
  ],
  [
    'immersive mode without its devices',
    'immersive_mode',
    'mobile',
    [setting('immersive_mode', 'enabled', true), setting('immersive_mode', 'mobile', true)],
  ],
])('a refused setting does not turn on %s', async (_, group, register, changes) => {
  const desk = aDesk({ parts: { check: () => [] } })
  const off = { enabled: false, [register]: register === 'variants' ? [] : null }
  const { id } = desk.video
  desk.service.video.colleague(id, { [group]: { ...desk.read()[group], ...off } })
  const before = desk.read()
  desk.verbs.keepVideo(ACCOUNT, { video: before, fetchedAt: desk.clock.now() })
  desk.save(...changes, pixelNamed('New'), setting('pixels', 'enabled', false))
  const outbox = refusing(desk, (body) => (register in fieldsOf(body[group]) ? invalid : null))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  expect(desk.rows()).toMatchObject(
    changes.map(({ group: of }) => ({ group: of, status: 'rejected', failure: invalid })),
  )
  expect(desk.read()[group]).toEqual(before[group])
  // Items are units of their own, and so are the other groups.
  expect([named(desk.read(), 'New').length, desk.read().pixels?.enabled]).toEqual([1, false])
})

test('a refused item does not hold back its collection’s own setting, nor the other items', async () => {
  const desk = aDesk()
  desk.save(setting('pixels', 'enabled', false), pixelNamed('Bad'), pixelNamed('Good'))
  const outbox = refusing(desk, (body) => (JSON.stringify(body).includes('Bad') ? invalid : null))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  expect(desk.rows()).toMatchObject([{ want: { base: { name: 'Bad' } }, status: 'rejected' }])
  expect([named(desk.read(), 'Good').length, desk.read().pixels?.enabled]).toEqual([1, false])
})

test('a setting that our own check refuses keeps the others of its group from being sent', async () => {
  const desk = aDesk()
  const overlay = [{ template_name: 'unheard', template_position: 'top-left' }]
  desk.save(
    setting('smart_autoplay', 'enabled', desk.video.smart_autoplay?.enabled !== true),
    setting('smart_autoplay', 'variants', overlay),
    pixelNamed('New'),
  )
  expect(await desk.outbox.requests(ACCOUNT, desk.video.id)).toMatchObject([{ pixels: {} }])
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  const failure = { fields: [{ message: 'template-name-unknown' }] }
  const rejected = { group: 'smart_autoplay', status: 'rejected', failure }
  expect(desk.rows()).toMatchObject([rejected, rejected])
  expect(desk.over.sent.map(({ body }) => Object.keys(body))).toEqual([['pixels']])
})

const HASH = 'a1'.repeat(32)
const withPicture = [
  {
    ...{ template_name: 'image', template_position: 'top-left', scale: 0.5 },
    file_id: pictureReference(HASH),
  },
]

test('smart autoplay is not turned on without a picture that the service refused', async () => {
  const upload = () => Promise.reject(new AppError(invalid))
  const desk = aDesk({ parts: { upload, check: () => [] } })
  desk.save(
    setting('smart_autoplay', 'enabled', desk.video.smart_autoplay?.enabled !== true),
    setting('smart_autoplay', 'variants', withPicture),
    pixelNamed('New'),
  )
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  const rejected = { group: 'smart_autoplay', status: 'rejected', failure: invalid }
  expect(desk.rows()).toMatchObject([rejected, rejected])
  expect(desk.over.sent.map(({ body }) => Object.keys(body))).toEqual([['pixels']])
})

test('what was refused with a setting is published with it again, also when only that one was corrected', async () => {
  const desk = aDesk({ parts: { check: () => [] } })
  const enabled = desk.video.smart_autoplay?.enabled !== true
  desk.save(
    setting('smart_autoplay', 'enabled', enabled),
    setting('smart_autoplay', 'variants', OVERLAY),
  )
  const outbox = refusing(desk, (body) =>
    JSON.stringify(body).includes('modern') ? invalid : null,
  )
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  expect(desk.statuses()).toEqual(['rejected', 'rejected'])
  const corrected = [{ template_name: 'discrete', template_position: 'top-left' }]
  desk.save(setting('smart_autoplay', 'variants', corrected))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  expect(desk.over.sent.map(({ body }) => body)).toEqual([
    { smart_autoplay: { enabled, variants: corrected } },
  ])
  expect(desk.rows()).toEqual([])
})
