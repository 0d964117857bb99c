import { expect, test } from 'vitest'
import type { Video } from '../../../../src/shared/api/video.ts'
import type { Change, HistoryEntry } from '../../../../src/shared/features/publishing/edit.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { openDesk } from '../../../support/desk.ts'
import { memoryKeytar } from '../../../support/keychain.ts'
import { count } from '../../../support/scale.ts'
import { until } from '../../../support/until.ts'

const VIDEOS = count('videos with five edits each', { usual: 10, full: 100 })
const PIXELS = ['first', 'second', 'third']

type Service = ConnectedDesk['service']

/** Five edits of a video, in the order in which they are made. */
const changesOf = ({ id, playback }: Video): Change[] => [
  set('playback', 'smart_pause', playback?.smart_pause !== true),
  set('traffic_filter', 'token', `of ${id}`),
  ...PIXELS.map((name): Change => ({ kind: 'create', group: 'pixels', item: aPixel(name) })),
]

const set = (group: 'playback' | 'traffic_filter', register: string, value: string | boolean) =>
  ({ kind: 'set', group, item_id: null, register, value }) as const

const aPixel = (name: string) => ({
  base: { name, type: 'custom' },
  tag: { html: '<b></b>' },
  dispatch: { active: true, mode: 'percent', threshold: 50 },
})

/** What the service is to be sent for these: one item made at a time, so that its id is sure. */
const bodiesOf = ({ id, playback }: Video) =>
  PIXELS.map((name, index) => ({
    ...(index === 0 && {
      playback: { smart_pause: playback?.smart_pause !== true },
      traffic_filter: { token: `of ${id}` },
    }),
    pixels: { items: [aPixel(name)] },
  }))

interface Held {
  /** Resolves when the request is there and waits for its answer. */
  isThere: Promise<void>
  letGo: () => void
}

/** Counts the requests about videos that have no answer yet, and holds back what it is told to. */
function watch(service: Service) {
  const answer = service.answer.bind(service)
  const underWay = new Map<string, number>()
  const holds = new Map<number, { come: () => void; gone: Promise<void> }>()
  const most = { ofOne: 0, atOnce: 0 }
  let patches = 0
  let first: (() => void)[] | null = []

  /** The first requests wait for each other: a fourth comes while three have no answer. */
  async function together() {
    if (!first) return
    const waiting = first
    const gone = new Promise<void>((go) => waiting.push(go))
    if (waiting.length === 4) {
      first = null
      for (const go of waiting) go()
    }
    await gone
  }

  async function held(method: string) {
    const hold = method === 'PATCH' ? holds.get(++patches) : undefined
    hold?.come()
    await hold?.gone
  }

  service.answer = async (request) => {
    const [, id] = /^\/v1\/videos\/([^/]+)$/.exec(new URL(request.url).pathname) ?? []
    if (id === undefined) return answer(request)
    underWay.set(id, (underWay.get(id) ?? 0) + 1)
    most.ofOne = Math.max(most.ofOne, underWay.get(id) ?? 0)
    most.atOnce = Math.max(most.atOnce, underWay.size)
    await together()
    await held(request.method)
    const response = await answer(request)
    const left = (underWay.get(id) ?? 0) - 1
    if (left > 0) underWay.set(id, left)
    else underWay.delete(id)
    return response
  }

  return {
    most,
    hold(patch: number): Held {
      let letGo = () => {}
      const gone = new Promise<void>((go) => {
        letGo = go
      })
      const isThere = new Promise<void>((come) => holds.set(patch, { come, gone }))
      return { isThere, letGo }
    },
  }
}

/** A desk that is offline, with five edits of each of a hundred videos, closed and opened again. */
async function editedOffline(isQueued: boolean) {
  const memory = memoryKeytar()
  const keytar = () => Promise.resolve(memory.keytar)
  const service = { players: VIDEOS, days: 5 }
  const desk = await connectedDesk({ timezone: 'UTC', desk: { keytar }, service })
  const account_id = desk.account.id
  const { app: settings, edits, videos } = desk.handlers
  await videos.refresh({ account_id, video_id: null })
  await settings.prefer({ isOffline: true })
  const asked = desk.service.log.length
  const { rows } = await videos.list({ account_id })
  const before = rows.map(({ id }) => desk.service.video.read(id))
  const made = before.map(changesOf)
  for (const index of made[0]?.keys() ?? []) {
    for (const [at, { id: video_id }] of before.entries()) {
      const changes = made[at]?.slice(index, index + 1) ?? []
      await edits.save({ account_id, edits: [{ video_id, changes }] })
    }
  }
  if (isQueued) await edits.post({ account_id, video_ids: null })
  await desk.close()
  const again = openDesk(desk.folder, { keytar })
  return { service: desk.service, account_id, before, asked, handlers: again.handlers }
}

type Edited = Awaited<ReturnType<typeof editedOffline>>

/** Asks what a window asks, while the answer to a request is held back. */
async function askedMeanwhile({ handlers, account_id, before }: Edited, held: Held) {
  await held.isThere
  const video_id = before[0]?.id ?? ''
  const answers = await Promise.all([
    handlers.edits.list({ account_id }),
    handlers.videos.list({ account_id }),
    handlers.edits.history({ account_id, video_id }),
    handlers.accounts.list(undefined),
    handlers.edits.check({ account_id, video_ids: null }),
  ])
  held.letGo()
  return answers
}

function isOnTheService({ service, before }: Edited) {
  const { applied } = service.video
  for (const video of before) {
    const bodies = applied.filter(({ video_id }) => video_id === video.id).map(({ body }) => body)
    expect(bodies).toEqual(bodiesOf(video))
    const now = service.video.read(video.id)
    expect(now.playback?.smart_pause).toBe(video.playback?.smart_pause !== true)
    expect(now.traffic_filter?.token).toBe(`of ${video.id}`)
    const names = (one: Video) => (one.pixels?.items ?? []).map(({ base }) => base?.name)
    expect(names(now)).toEqual([...names(video), ...PIXELS])
  }
  expect(applied).toHaveLength(VIDEOS * PIXELS.length)
  const sent = service.log.filter(({ method }) => method === 'PATCH')
  expect(sent.map(({ status }) => status)).toEqual(applied.map(() => 200))
}

const plain = ({ event, group, item_id, register, before, after }: HistoryEntry) =>
  JSON.stringify([event, group, item_id, register, before ?? null, after ?? null])

async function isInTheHistory({ service, before, handlers, account_id }: Edited) {
  for (const video of before) {
    const now = service.video.read(video.id)
    const history = await handlers.edits.history({ account_id, video_id: video.id })
    const made = (now.pixels?.items ?? []).slice(-PIXELS.length)
    const common = { id: 0, at: 0, video_id: video.id, event: 'posted', item_id: null } as const
    const expected: HistoryEntry[] = [
      {
        ...common,
        group: 'playback',
        register: 'smart_pause',
        before: video.playback?.smart_pause,
        after: now.playback?.smart_pause,
      },
      {
        ...common,
        group: 'traffic_filter',
        register: 'token',
        before: video.traffic_filter?.token,
        after: now.traffic_filter?.token,
      },
      ...made.map((item) => ({
        ...common,
        group: 'pixels' as const,
        item_id: item.id ?? null,
        register: null,
        before: null,
        after: item,
      })),
    ]
    expect(history.map(plain).sort()).toEqual(expected.map(plain).sort())
  }
}

test.each([
  { when: 'when the person posts them', isQueued: false },
  { when: 'by themselves when they were posted offline', isQueued: true },
])(
  'five edits of each of many videos made offline survive a restart and are each sent once, $when',
  async ({ isQueued }) => {
    const edited = await editedOffline(isQueued)
    const { handlers, account_id, service, asked } = edited
    const list = async () => handlers.edits.list({ account_id })
    const kept = await list()
    expect(kept.edits).toHaveLength(VIDEOS * 5)
    expect(new Set(kept.edits.map(({ status }) => status))).toEqual(
      new Set([isQueued ? 'queued' : 'draft']),
    )
    expect(service.log).toHaveLength(asked)

    const { most, hold } = watch(service)
    const [early, late] = [hold(1), hold(VIDEOS * 1.5)]
    await handlers.app.prefer({ isOffline: false })
    if (!isQueued) await handlers.edits.post({ account_id, video_ids: null })
    for (const held of [early, late]) {
      const [edits, videos] = await askedMeanwhile(edited, held)
      expect([edits.isPosting, edits.edits.length > 0]).toEqual([true, true])
      expect(videos.rows).toHaveLength(VIDEOS)
    }
    const posted = await until(list, ({ edits, isPosting }) => edits.length === 0 && !isPosting)
    expect(posted).toMatchObject({ names: {}, canUndo: false, canRedo: false, blocked: null })
    expect(most).toEqual({ ofOne: 1, atOnce: 4 })
    isOnTheService(edited)
    await isInTheHistory(edited)
  },
)
