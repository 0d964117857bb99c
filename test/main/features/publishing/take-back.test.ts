import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLLECTIONS, GROUPS } from '../../../../src/shared/api/settings/index.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import {
  type HistoryFilter,
  WHOLE_HISTORY,
} from '../../../../src/shared/features/publishing/change-history.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import { itemToSend } from '../../../../src/shared/features/publishing/patch-body.ts'
import { aDesk, named, pixelNamed, tokenOf } from '../../../support/posting-desk.ts'
import { count } from '../../../support/scale.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

type Desk = ReturnType<typeof aDesk>

const PUBLISHES = count('publishes taken back', { usual: 12, full: 1000 })

async function publish({ outbox, clock, verbs, rows }: Desk): Promise<number> {
  await outbox.post(ACCOUNT, null)
  await clock.advance(300_000)
  expect(rows()).toEqual([])
  const id = verbs.publishes.last({ account_id: ACCOUNT })?.id ?? 0
  verbs.publishes.dismiss({ account_id: ACCOUNT, publish: id })
  return id
}

const takingBack = ({ verbs }: Desk, id: number, keepsLater = false) =>
  verbs.publishes.takingBack({ account_id: ACCOUNT, publish: id, keepsLater })

/** What may be sent of a video, whatever its items are called and in which order they and lists are. */
function plain(video: Video) {
  const groups = GROUPS.map((group) => {
    const { items: _, ...own } = { ...video[group] } as Record<string, unknown>
    // No list and an empty one are the same to the service, and so are no value and null.
    const values = Object.entries(own)
      .map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map((one) => JSON.stringify(one)).sort() : value,
      ])
      .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    return [group, Object.fromEntries(values)]
  })
  const items = COLLECTIONS.map((group) => [
    group,
    (video[group]?.items ?? [])
      .map((item) => JSON.stringify(sorted(itemToSend(group, item))))
      .sort(),
  ])
  return { groups: Object.fromEntries(groups), items: Object.fromEntries(items) }
}

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, inner]) => [key, sorted(inner)]),
      )
    : value

test('taking back a publish creates drafts for every video as one undo step, and sends nothing', async () => {
  const desk = aDesk()
  const before = desk.read()
  const other = desk.videos[1]
  const [first] = before.pixels?.items ?? []
  desk.verbs.saveEdits(ACCOUNT, [
    {
      video_id: desk.video.id,
      changes: [
        tokenOf('mine'),
        pixelNamed('New'),
        { kind: 'delete', group: 'pixels', item_id: first?.id ?? '' },
        { kind: 'list', group: 'traffic_filter', register: 'countries', add: ['NZ'], remove: [] },
      ],
    },
    { video_id: other?.id ?? '', changes: [tokenOf('mine too')] },
  ])
  const id = await publish(desk)
  expect(takingBack(desk, id)).toEqual({
    videos: 2,
    made: 5,
    dropped: 0,
    later: [],
    present: 0,
    missing: [],
  })
  const sent = desk.over.sent.length
  desk.verbs.takeBack(ACCOUNT, id, false)
  expect(
    desk
      .rows()
      .map(({ kind, status }) => `${kind} ${status}`)
      .sort(),
  ).toEqual(['create draft', 'delete draft', 'list draft', 'set draft', 'set draft'])
  expect(desk.over.sent).toHaveLength(sent)
  desk.verbs.undoStep(ACCOUNT)
  expect(desk.rows()).toEqual([])
  desk.verbs.redoStep(ACCOUNT)
  await publish(desk)
  expect(plain(desk.read())).toEqual(plain(before))
})

test('a deletion that was taken back is not taken back again, whether published or not', async () => {
  const desk = aDesk()
  const before = desk.read()
  const item_id = before.pixels?.items?.[0]?.id ?? ''
  desk.save({ kind: 'delete', group: 'pixels', item_id })
  const id = await publish(desk)
  const again = { videos: 0, made: 0, dropped: 0, later: [], present: 1, missing: [] }
  desk.verbs.takeBack(ACCOUNT, id, false)
  expect(takingBack(desk, id)).toEqual(again)
  desk.verbs.takeBack(ACCOUNT, id, true)
  expect(desk.rows()).toMatchObject([{ kind: 'create' }])
  await publish(desk)
  expect(takingBack(desk, id)).toEqual(again)
  expect(plain(desk.read())).toEqual(plain(before))
})

test('a later change is listed with its current and its restored value, and can be kept', async () => {
  const desk = aDesk()
  const was = desk.read().traffic_filter?.token ?? null
  desk.save(tokenOf('mine'), pixelNamed('New'))
  const id = await publish(desk)
  desk.save(tokenOf('newer'))
  const [made] = named(desk.read(), 'New')
  expect(takingBack(desk, id).later).toEqual([
    {
      ...{ video_id: desk.video.id, name: desk.video.name, group: 'traffic_filter', item_id: null },
      ...{ register: 'token', published: 'mine', now: 'newer', restored: was, isDraft: true },
    },
  ])
  await publish(desk)
  expect(takingBack(desk, id).later).toMatchObject([{ now: 'newer', isDraft: false }])
  desk.verbs.takeBack(ACCOUNT, id, true)
  expect(desk.rows()).toMatchObject([{ kind: 'delete', item_id: made?.id }])
})

/** A published pixel, the changes of its mode and threshold, and both values on the service. */
async function aPixel(desk: Desk) {
  desk.save(pixelNamed('New'))
  await publish(desk)
  const at = { group: 'pixels', item_id: named(desk.read(), 'New')[0]?.id ?? '' } as const
  return {
    mode: (value: string): Change => ({ kind: 'set', ...at, register: 'dispatch.mode', value }),
    threshold: (value: number): Change => {
      return { kind: 'set', ...at, register: 'dispatch.threshold', value }
    },
    values: () => {
      const { mode, threshold } = named(desk.read(), 'New')[0]?.dispatch ?? {}
      return { mode, threshold }
    },
  }
}

test('a threshold that was changed later is kept with its mode, and each value has the unit of its time', async () => {
  const desk = aDesk()
  const { mode, threshold } = await aPixel(desk)
  desk.save(mode('time'), threshold(60))
  const id = await publish(desk)
  desk.save(threshold(90))
  await publish(desk)
  expect(takingBack(desk, id)).toMatchObject({
    made: 2,
    later: [
      { now: 90, restored: 50, modes: { published: 'time', now: 'time', restored: 'percent' } },
    ],
  })
  expect(takingBack(desk, id, true)).toMatchObject({ made: 0, dropped: 0 })
})

test('a mode that was changed later is kept with its threshold', async () => {
  const desk = aDesk()
  const { mode, threshold } = await aPixel(desk)
  desk.save(mode('time'), threshold(60))
  const id = await publish(desk)
  desk.save(mode('percent'))
  await publish(desk)
  expect(takingBack(desk, id, true)).toMatchObject({ made: 0, dropped: 0 })
})

test('with a threshold whose mode was changed later, its mode is taken back', async () => {
  const desk = aDesk()
  const { mode, threshold, values } = await aPixel(desk)
  desk.save(threshold(70))
  const id = await publish(desk)
  desk.save(mode('time'), threshold(90))
  await publish(desk)
  expect(takingBack(desk, id).later).toMatchObject([
    { now: 90, restored: 50, modes: { published: 'percent', now: 'time', restored: 'percent' } },
    { register: 'dispatch.mode', published: 'percent', now: 'time', restored: 'percent' },
  ])
  expect(takingBack(desk, id, true)).toMatchObject({ made: 0, dropped: 0 })
  desk.verbs.takeBack(ACCOUNT, id, false)
  await publish(desk)
  expect(values()).toEqual({ mode: 'percent', threshold: 50 })
})

test('with a mode, the threshold that was changed later in its unit is taken back', async () => {
  const desk = aDesk()
  const { mode, threshold, values } = await aPixel(desk)
  desk.save(mode('time'))
  const id = await publish(desk)
  desk.save(threshold(90))
  await publish(desk)
  expect(takingBack(desk, id).later).toMatchObject([
    { now: 90, restored: 50, modes: { published: 'time', now: 'time', restored: 'percent' } },
  ])
  desk.verbs.takeBack(ACCOUNT, id, false)
  await publish(desk)
  expect(values()).toEqual({ mode: 'percent', threshold: 50 })
})

test('a created item that was changed later is listed as a whole', async () => {
  const desk = aDesk()
  desk.save(pixelNamed('New'))
  const id = await publish(desk)
  const [made] = named(desk.read(), 'New')
  const name = {
    kind: 'set',
    group: 'pixels',
    item_id: made?.id ?? '',
    register: 'base.name',
  } as const
  desk.save({ ...name, value: 'Renamed' })
  expect(takingBack(desk, id).later).toMatchObject([
    { group: 'pixels', item_id: made?.id, register: null, restored: null, isDraft: true },
  ])
  expect(takingBack(desk, id, true)).toMatchObject({ videos: 0, made: 0, dropped: 0 })
})

test('taking back says how many drafts it makes and how many it removes', async () => {
  const desk = aDesk()
  desk.save(pixelNamed('New'))
  const id = await publish(desk)
  const at = { group: 'pixels', item_id: named(desk.read(), 'New')[0]?.id ?? '' } as const
  desk.save(
    { kind: 'set', ...at, register: 'base.name', value: 'Renamed' },
    { kind: 'set', ...at, register: 'dispatch.threshold', value: 7 },
  )
  const dropped = desk.rows().length
  expect(takingBack(desk, id)).toMatchObject({ videos: 1, made: 1, dropped })
  desk.verbs.takeBack(ACCOUNT, id, false)
  expect(desk.rows().map(({ kind }) => kind)).toEqual(['delete'])
})

test('taking back a list keeps what others added to it since', async () => {
  const desk = aDesk()
  const countries = (add: string[]): Change => {
    return { kind: 'list', group: 'traffic_filter', register: 'countries', add, remove: [] }
  }
  const before = desk.read().traffic_filter?.countries ?? []
  desk.save(countries(['NZ']))
  desk.service.video.colleague(desk.video.id, { traffic_filter: { countries: [...before, 'IS'] } })
  const id = await publish(desk)
  expect(desk.read().traffic_filter?.countries).toEqual([...before, 'IS', 'NZ'])
  desk.verbs.takeBack(ACCOUNT, id, false)
  await publish(desk)
  expect(desk.read().traffic_filter?.countries).toEqual([...before, 'IS'])
})

test('taking back a list keeps what someone had added before it was published', async () => {
  const desk = aDesk()
  const before = desk.read().traffic_filter?.countries ?? []
  const add = ['NZ', 'IS']
  desk.save({ kind: 'list', group: 'traffic_filter', register: 'countries', add, remove: [] })
  const others = [...before, 'NZ']
  desk.service.video.colleague(desk.video.id, { traffic_filter: { countries: others } })
  const id = await publish(desk)
  expect(desk.read().traffic_filter?.countries).toEqual([...others, 'IS'])
  desk.verbs.takeBack(ACCOUNT, id, false)
  await publish(desk)
  expect(desk.read().traffic_filter?.countries).toEqual(others)
})

test('an item that was changed and then deleted in one publish is restored as it was before both', async () => {
  const desk = aDesk()
  const before = desk.read()
  const item_id = before.pixels?.items?.[0]?.id ?? ''
  desk.save({ kind: 'set', group: 'pixels', item_id, register: 'base.name', value: 'Renamed' })
  await desk.outbox.post(ACCOUNT, null)
  await desk.clock.advance(60_000)
  const id = desk.verbs.publishes.last({ account_id: ACCOUNT })?.id ?? 0
  desk.verbs.takeBack(ACCOUNT, id, false)
  desk.save({ kind: 'delete', group: 'pixels', item_id })
  await publish(desk)
  expect(named(desk.read(), 'Renamed')).toEqual([])
})

test('a video can be restored to before any entry of its history, over reads and publishes alike', async () => {
  const desk = aDesk()
  const before = desk.read()
  desk.save(tokenOf('mine'), pixelNamed('New'))
  await publish(desk)
  desk.service.video.colleague(desk.video.id, {
    playback: { smart_pause: !before.playback?.smart_pause },
  })
  desk.verbs.keepVideo(ACCOUNT, { video: desk.read(), fetchedAt: desk.clock.now() })
  const between = desk.read()
  desk.save(tokenOf('newer'))
  await publish(desk)
  const entries = desk.verbs.history(ACCOUNT, desk.video.id)
  const restored = async (entry: number) => {
    const shown = desk.verbs.changeHistory.restoring({
      ...{ account_id: ACCOUNT, video_id: desk.video.id },
      entry,
    })
    desk.verbs.restoreVideo(ACCOUNT, desk.video.id, entry)
    expect(desk.rows().map(({ key, want }) => [key, want])).toEqual(
      shown.made.map(({ key, want }) => [key, want]),
    )
    await publish(desk)
    return plain(desk.read())
  }
  expect(await restored(entries[0]?.id ?? 0)).toEqual(plain(between))
  expect(await restored(entries.at(-1)?.id ?? 0)).toEqual(plain(before))
})

test('restoring a video names the drafts that it drops', async () => {
  const desk = aDesk()
  desk.save(tokenOf('first'))
  await publish(desk)
  const [published] = desk.verbs.history(ACCOUNT, desk.video.id)
  const id = published?.id ?? 0
  desk.save(tokenOf('mine'), pixelNamed('Draft'))
  const of = { account_id: ACCOUNT, video_id: desk.video.id, entry: id }
  const { made, dropped } = desk.verbs.changeHistory.restoring(of)
  expect([made, dropped].map((edits) => edits.map(({ kind }) => kind))).toEqual([
    ['set'],
    ['create'],
  ])
  desk.verbs.restoreVideo(ACCOUNT, desk.video.id, id)
  expect(desk.rows().map(({ kind }) => kind)).toEqual(['set'])
})

test('a publish whose item is gone says that it cannot be taken back in full', async () => {
  const desk = aDesk()
  const [pixel] = desk.read().pixels?.items ?? []
  const at = { group: 'pixels', item_id: pixel?.id ?? '' } as const
  desk.save({ kind: 'set', ...at, register: 'base.name', value: 'Renamed' })
  const id = await publish(desk)
  desk.save({ kind: 'delete', ...at })
  await publish(desk)
  expect(takingBack(desk, id)).toMatchObject({ made: 0, dropped: 0, missing: [desk.video.name] })
})

type MakeChange = (video: Video, number: number) => Change[]

const params = { kind: 'list', group: 'traffic_filter', register: 'query_params' } as const
const idAt = (items: readonly { id: string }[] | null | undefined, number: number) =>
  items?.[number % Math.max(1, items.length)]?.id
// One with half a character in it cannot be made again.
const isWhole = (item: unknown) => !/\\ud[89a-f]/.test(JSON.stringify(item))

const MAKING: MakeChange[] = [
  (_, number) => [tokenOf(`token ${number}`)],
  (_, number) => [pixelNamed(`Pixel ${number}`)],
  (_, number) => [{ ...params, add: [`added ${number}`], remove: [] }],
  ({ traffic_filter }) => [
    { ...params, add: [], remove: traffic_filter?.query_params?.slice(0, 1) ?? [] },
  ],
  ({ pixels }, number) => {
    const item_id = idAt(pixels?.items?.filter(isWhole), number)
    return item_id === undefined ? [] : [{ kind: 'delete', group: 'pixels', item_id }]
  },
  ({ call_actions }, number) => {
    const item_id = idAt(call_actions?.items, number) ?? null
    const at = { group: 'call_actions', item_id, register: 'action.url' } as const
    return item_id === null ? [] : [{ kind: 'set', ...at, value: `https://example.com/${number}` }]
  },
  ({ playback }) => [
    {
      ...{ kind: 'set', group: 'playback', item_id: null, register: 'smart_pause' },
      value: playback?.smart_pause !== true,
    },
  ],
]

/** Changes of a video by numbers, so that a failing case can be made smaller; no item is deleted twice. */
function changesBy(video: Video, numbers: readonly number[]): Change[] {
  const changes = numbers.flatMap((number) => MAKING[number % MAKING.length]?.(video, number) ?? [])
  const ofPlaces = new Map(
    changes.map((change) => [JSON.stringify({ ...change, item: 0 }), change]),
  )
  return [...ofPlaces.values()]
}

test('publishing the take-back of any publish leaves the videos as they were before', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.nat(1000), { maxLength: 8 }), { minLength: 1, maxLength: 3 }),
      async (byVideo) => {
        const desk = aDesk()
        const videos = desk.videos.slice(0, byVideo.length)
        const edits = videos
          .map((video, index) => ({
            video_id: video.id,
            changes: changesBy(video, byVideo[index] ?? []),
          }))
          .filter(({ changes }) => changes.length > 0)
        fc.pre(edits.length > 0)
        const before = videos.map(({ id }) => plain(desk.service.video.read(id)))
        desk.verbs.saveEdits(ACCOUNT, edits)
        const id = await publish(desk)
        expect(takingBack(desk, id)).toMatchObject({ later: [], missing: [] })
        desk.verbs.takeBack(ACCOUNT, id, false)
        await publish(desk)
        expect(videos.map((video) => plain(desk.service.video.read(video.id)))).toEqual(before)
        desk.close()
      },
    ),
    { numRuns: PUBLISHES },
  )
}, 600_000)

/** Three hundred entries of two videos, by turns. */
function withHistory({ verbs }: Desk, ids: readonly string[]) {
  for (let turn = 0; turn < 150; turn++) {
    const event = turn % 2 === 0 ? 'posted' : 'discarded'
    const place = { group: 'traffic_filter', item_id: null, register: 'token' } as const
    const history = [{ at: turn, event, ...place, before: turn, after: turn + 1 } as const]
    for (const video_id of ids) verbs.commitEdits(ACCOUNT, video_id, { history })
  }
}

test('the history of the account is read in pages, newest first, by video, event and time', () => {
  const desk = aDesk()
  const [first, second] = desk.videos.map(({ id, name }) => ({ id, name: String(name) }))
  if (!first || !second) throw new Error('there are too few videos')
  withHistory(desk, [first.id, second.id])
  const page = (filter: Partial<HistoryFilter> = {}, before: number | null = null) =>
    desk.verbs.changeHistory.page({
      account_id: ACCOUNT,
      filter: { ...WHOLE_HISTORY, ...filter },
      before,
    })
  const newest = page()
  const older = page({}, newest.next)
  const ids = [...newest.entries, ...older.entries].map(({ id }) => id)
  expect([newest.entries.length, older.entries.length, older.next]).toEqual([200, 100, null])
  expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one))
  expect(newest.entries[0]).toMatchObject({ video_id: second.id, name: second.name, at: 149 })
  expect(page({ video_id: first.id }).entries).toHaveLength(150)
  expect(page({ event: 'discarded' }).entries).toHaveLength(150)
  expect(page({ since: 140 }).entries).toHaveLength(20)
  expect(page({ search: second.name, event: 'posted' }).entries).toHaveLength(75)
})

test('the history of the account names the items and video modes of its entries, deleted items too', async () => {
  const desk = aDesk()
  desk.save(pixelNamed('Launch'))
  await publish(desk)
  const [made] = named(desk.read(), 'Launch')
  const at = { group: 'pixels', item_id: made?.id ?? '' } as const
  const mode = made?.dispatch?.mode
  desk.save({ kind: 'set', ...at, register: 'dispatch.threshold', value: 7 })
  await publish(desk)
  const newest = () =>
    desk.verbs.changeHistory
      .page({ account_id: ACCOUNT, filter: WHOLE_HISTORY, before: null })
      .entries.find(({ register }) => register === 'dispatch.threshold')
  expect(newest()).toMatchObject({ item: 'Launch', modes: { before: mode, after: mode } })
  desk.save({ kind: 'delete', ...at })
  await publish(desk)
  expect(newest()).toMatchObject({ item: 'Launch' })
})

test('the history of the account includes the names of its videos', () => {
  const desk = aDesk()
  const [first, second] = desk.videos
  const place = { group: 'traffic_filter', item_id: null, register: 'fallback_video_id' } as const
  const change = { before: null, after: second?.id }
  desk.verbs.commitEdits(ACCOUNT, first?.id ?? '', {
    history: [{ at: 1, event: 'posted', ...place, ...change }],
  })
  const { entries } = desk.verbs.changeHistory.page({
    ...{ account_id: ACCOUNT, filter: WHOLE_HISTORY, before: null },
  })
  expect(entries[0]?.videos).toEqual({ [second?.id ?? '']: second?.name })
})
