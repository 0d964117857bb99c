// What follows when the service, or something before it, refuses a change.
import { expect, test } from 'vitest'
import type { VideoService } from '../../../../src/main/features/publishing/edit-row.ts'
import type { Group } from '../../../../src/shared/api/settings/index.ts'
import { AppError, type Failure } from '../../../../src/shared/failure.ts'
import { pictureReference } from '../../../../src/shared/features/pictures/picture.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import { fieldsOf } from '../../../../src/shared/plain.ts'
import { aDesk, named, pixelNamed, tokenOf } from '../../../support/posting-desk.ts'
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

const page = (status: number): Failure => ({ kind: 'edge', status, text: 'Blocked' })

/** A refusal of every body with this text, and when each of them was sent. */
function blocking(desk: Desk, marker: string, failure = page(403)) {
  const at: number[] = []
  const outbox = refusing(desk, (body) => {
    if (!JSON.stringify(body).includes(marker)) return null
    at.push(desk.clock.now())
    return failure
  })
  return { at, outbox, gaps: () => at.slice(1).map((each, index) => each - (at[index] ?? 0)) }
}

const isGrowing = (gaps: readonly number[]) =>
  gaps.every((gap, index) => index === 0 || gap > (gaps[index - 1] ?? 0))

test('a change that a firewall answers is tried five times with growing pauses, while all others go on', async () => {
  const desk = aDesk()
  const { at, outbox, gaps } = blocking(desk, 'Bad')
  desk.save(pixelNamed('Bad'), tokenOf('mine'), pixelNamed('Good'))
  desk.saveOther(pixelNamed('Other'))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(20_000)
  expect(desk.rows()).toMatchObject([
    {
      want: { base: { name: 'Bad' } },
      status: 'queued',
      failure: { kind: 'edge', what: 'change' },
    },
  ])
  expect([desk.read().traffic_filter?.token, named(desk.read(), 'Good').length]).toEqual([
    'mine',
    1,
  ])
  // Nor does it keep waiting what is added meanwhile.
  desk.save(tokenOf('later'))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(5_000)
  expect(desk.read().traffic_filter?.token).toBe('later')
  await desk.clock.advance(3_600_000)
  const alone = gaps().slice(1)
  expect([alone.length, isGrowing(alone), (alone[0] ?? 0) >= 30_000]).toEqual([4, true, true])
  const [row] = desk.rows()
  expect(row).toMatchObject({ status: 'rejected', failure: { ...page(403), what: 'change' } })
  expect(row?.want).toMatchObject({ base: { name: 'Bad' } })
  expect([outbox.isPosting(ACCOUNT), outbox.blocked(ACCOUNT), at.length]).toEqual([false, null, 6])
})

test('publishing a change again that a firewall refused gives it five new tries', async () => {
  const desk = aDesk()
  const { at, outbox } = blocking(desk, 'Bad')
  desk.save(pixelNamed('Bad'))
  for (const tries of [5, 10]) {
    await outbox.post(ACCOUNT, [desk.video.id])
    await desk.clock.advance(3_600_000)
    expect([at.length, desk.statuses()]).toEqual([tries, ['rejected']])
  }
})

test('publishing again does not wait for the pause after a firewall’s answer', async () => {
  const desk = aDesk()
  const { at, outbox } = blocking(desk, 'Bad')
  desk.save(pixelNamed('Bad'))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(100_000)
  const before = at.length
  await outbox.post(ACCOUNT, [desk.video.id])
  await desk.clock.advance(1_000)
  expect(at.length).toBe(before + 1)
  await desk.clock.advance(3_600_000)
  expect(at.length).toBe(before + 5)
})

test('the pause after a firewall’s answer goes on after a restart, and not for longer when the clock was set back', async () => {
  const desk = aDesk()
  const { at, outbox } = blocking(desk, 'Bad')
  desk.save(pixelNamed('Bad'))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(10_000)
  outbox.close()
  const again = blocking(desk, 'Bad')
  await again.outbox.start([ACCOUNT])
  await desk.clock.advance(15_000)
  expect([at.length, again.at]).toEqual([1, []])
  desk.clock.setBack(86_400_000)
  await desk.clock.advance(60_000)
  expect(again.at.length).toBeGreaterThan(0)
})

test('several changes that a firewall answers are each tried five times once another got through', async () => {
  const desk = aDesk()
  const { at, outbox } = blocking(desk, 'Bad')
  const [, , ...others] = desk.videos
  desk.save(pixelNamed('Bad 1'))
  desk.saveOther(pixelNamed('Bad 2'))
  for (const { id } of others)
    desk.verbs.saveEdits(ACCOUNT, [{ video_id: id, changes: [pixelNamed('Good')] }])
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(3_600_000)
  expect(desk.rows()).toMatchObject([
    { want: { base: { name: 'Bad 1' } }, status: 'rejected' },
    { want: { base: { name: 'Bad 2' } }, status: 'rejected' },
  ])
  expect(at.length).toBeLessThanOrEqual(12)
  expect(outbox.blocked(ACCOUNT)).toBe(null)
})

test.each([
  ['of several videos', 403],
  ['of one video', 403],
  ['with another status', 405],
])(
  'where no change gets through, the account waits as a whole: changes %s',
  async (name, status) => {
    const desk = aDesk()
    let isClosed = true
    const at: number[] = []
    const outbox = refusing(desk, () => {
      if (!isClosed) return null
      at.push(desk.clock.now())
      return page(status)
    })
    desk.save(tokenOf('mine'), pixelNamed('New'), setting('pixels', 'enabled', false))
    if (name !== 'of one video') {
      for (const { id } of desk.videos.slice(1))
        desk.verbs.saveEdits(ACCOUNT, [{ video_id: id, changes: [pixelNamed('New')] }])
    }
    const count = desk.rows().length
    await outbox.post(ACCOUNT, null)
    await desk.clock.advance(4 * 3_600_000)
    expect(desk.statuses()).toEqual(Array.from({ length: count }, () => 'queued'))
    expect(outbox.blocked(ACCOUNT)).toMatchObject({ kind: 'edge', what: 'every-change' })
    const lastHour = at.filter((each) => each > desk.clock.now() - 3_600_000)
    expect(lastHour.length).toBeGreaterThan(5)
    expect(lastHour.length).toBeLessThan(40)
    isClosed = false
    await desk.clock.advance(600_000)
    expect([desk.rows(), outbox.blocked(ACCOUNT)]).toEqual([[], null])
    expect(named(desk.read(), 'New')).toHaveLength(1)
  },
)

test('an upload that a firewall answers is tried five times, while all other changes go on', async () => {
  let uploads = 0
  const upload = () => {
    uploads += 1
    return Promise.reject(new AppError(page(403)))
  }
  const desk = aDesk({ parts: { upload, check: () => [] } })
  desk.save(
    setting('smart_autoplay', 'enabled', desk.video.smart_autoplay?.enabled !== true),
    setting('smart_autoplay', 'variants', withPicture),
    tokenOf('mine'),
  )
  desk.saveOther(pixelNamed('Other'))
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(10_000)
  expect([desk.read().traffic_filter?.token, desk.rows().length]).toEqual(['mine', 2])
  await desk.clock.advance(3_600_000)
  const failure = { kind: 'edge', what: 'change' }
  const rejected = { group: 'smart_autoplay', status: 'rejected', failure }
  expect(desk.rows()).toMatchObject([rejected, { ...rejected, want: withPicture }])
  expect([uploads, desk.outbox.blocked(ACCOUNT)]).toEqual([5, null])
  await desk.outbox.post(ACCOUNT, [desk.video.id])
  await desk.clock.advance(1_000)
  // Nor is the next try a day away when the clock is set back.
  desk.clock.setBack(86_400_000)
  await desk.clock.advance(3_600_000)
  expect([uploads, desk.statuses()]).toEqual([10, ['rejected', 'rejected']])
})

const conflict: Failure = {
  ...{ kind: 'declined', status: 409, text: 'Edited elsewhere.' },
  request_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
}

/** An outbox whose PATCH is answered at once with a failure, and applied some time later. */
function appliedLater(desk: Desk, failure: Failure, ms: number) {
  const patch: Patch = async (...of) => {
    await desk.clock.wait(10)
    if (ms === 0) await desk.over.videos.patch(...of)
    else void desk.clock.wait(ms).then(() => desk.over.videos.patch(...of))
    throw new AppError(failure)
  }
  return desk.made({ videos: { ...desk.over.videos, patch } })
}

test.each(
  [conflict, { ...conflict, status: 405, text: '' }, page(405), page(409)].flatMap((failure) =>
    [0, 8_000, 90_000].map((ms) => ({ failure, ms })),
  ),
)(
  'a refusal of unknown meaning whose change shows $ms ms later is no refusal: $failure',
  async ({ failure, ms }) => {
    const desk = aDesk()
    const outbox = appliedLater(desk, failure as Failure, ms)
    desk.save(pixelNamed('New'), tokenOf('mine'))
    await outbox.post(ACCOUNT, null)
    await desk.clock.advance(ms + 1_000)
    // Publishing again meanwhile sends nothing again.
    await outbox.post(ACCOUNT, [desk.video.id])
    await desk.clock.advance(600_000)
    expect([desk.statuses(), named(desk.read(), 'New').length, desk.over.sent.length]).toEqual([
      ...[[], 1, 1],
    ])
  },
)

test.each([409, 405, 410, 423, 428, 451])(
  'a change answered with %i is refused with the service’s text, once reads do not show it',
  async (status) => {
    const failure = { ...conflict, status } as Failure
    const desk = aDesk()
    const { at, outbox } = blocking(desk, 'pixels', failure)
    desk.save(pixelNamed('New'), tokenOf('mine'))
    desk.saveOther(tokenOf('other'))
    await outbox.post(ACCOUNT, null)
    await desk.clock.advance(30_000)
    const [pixel, token] = desk.rows()
    expect([pixel, token]).toMatchObject([
      { status: 'confirming', failure },
      { status: 'confirming', failure },
    ])
    await desk.clock.advance(300_000)
    expect(desk.rows()).toMatchObject([
      { status: 'rejected', failure, want: { base: { name: 'New' } } },
      { status: 'rejected', failure, want: 'mine' },
    ])
    expect([at.length, outbox.blocked(ACCOUNT)]).toEqual([1, null])
  },
)

test('the text of such a refusal outlives a restart, and the change is not sent again by itself', async () => {
  const desk = aDesk()
  const { at, outbox } = blocking(desk, 'New', conflict)
  desk.save(pixelNamed('New'))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(1_000)
  outbox.close()
  const again = blocking(desk, 'New', conflict)
  await again.outbox.start([ACCOUNT])
  await desk.clock.advance(600_000)
  expect(desk.rows()).toMatchObject([{ status: 'rejected', failure: conflict }])
  expect([at.length, again.at]).toEqual([1, []])
})

test('a change that is stopped while its refusal is looked into becomes a draft', async () => {
  for (const failure of [conflict, page(405)]) {
    const desk = aDesk()
    const { at, outbox } = blocking(desk, 'New', failure)
    desk.save(pixelNamed('New'))
    await outbox.post(ACCOUNT, null)
    await desk.clock.advance(1_000)
    await outbox.stop(ACCOUNT)
    await desk.clock.advance(600_000)
    expect(desk.rows()).toMatchObject([{ status: 'draft', failure: null, waitsUntil: null }])
    expect(at).toHaveLength(1)
  }
})

test('publishing a change again that was not found gives it five new tries', async () => {
  const failure: Failure = { kind: 'not-found', text: 'There is no such entry' }
  const desk = aDesk({ journey: { failWith: () => failure } })
  desk.save(tokenOf('mine'))
  for (const tries of [5, 10]) {
    await desk.outbox.post(ACCOUNT, [desk.video.id])
    await desk.clock.advance(600_000)
    expect([desk.over.sent.length, desk.statuses()]).toEqual([tries, ['rejected']])
  }
})

test.each<[Failure, string | undefined]>([
  [
    { kind: 'unavailable', status: 503, text: 'Maintenance until 3', request_id: 'r-1' },
    '503: Maintenance until 3 (r-1)',
  ],
  [{ kind: 'unavailable', status: 408, text: '' }, '408'],
  [{ kind: 'malformed', reason: 'redirect', where: 'HTTP 302' }, 'HTTP 302'],
  [{ kind: 'edge', status: 200, text: 'Please log in' }, '200: Please log in'],
  [{ kind: 'offline', reason: 'timeout', host: 'videos.example' }, undefined],
])(
  'what is not known after five tries is said with the last answer: %j',
  async (failure, answer) => {
    const desk = aDesk()
    const { at, outbox } = blocking(desk, 'New', failure)
    desk.save(pixelNamed('New'))
    await outbox.post(ACCOUNT, null)
    await desk.clock.advance(3_600_000)
    const [row] = desk.rows()
    expect(row).toMatchObject({ status: 'rejected', failure: { reason: 'too-often' } })
    expect(row?.failure?.kind === 'unconfirmed' && row.failure.answer).toBe(answer)
    expect(at).toHaveLength(5)
  },
)
