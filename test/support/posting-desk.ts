import { makeVerbs } from '../../src/main/database/verbs.ts'
import type { VideoService } from '../../src/main/features/publishing/edit-row.ts'
import type { Notice, OutboxParts } from '../../src/main/features/publishing/next-post.ts'
import { makeOutbox } from '../../src/main/features/publishing/outbox.ts'
import { makeService } from '../../src/service/service.ts'
import type { Video } from '../../src/shared/api/video.ts'
import type { Change } from '../../src/shared/features/publishing/edit.ts'
import { checkVideo } from '../../src/shared/features/videos/check/check-video.ts'
import { testClock, virtualClock } from './clock.ts'
import { closedLater } from './opened.ts'
import { type Fate, type Journey, serviceOver, storeOver, wellTravelled } from './posting.ts'
import { ACCOUNT, aFolder, anAccount } from './store-folder.ts'

interface Making {
  journey?: Partial<Journey>
  parts?: Partial<OutboxParts>
  /** The fault of each PATCH in turn; later ones succeed. */
  fates?: Fate[]
}

/** An outbox on a real store and the sandbox, with videos that have something in every group. */
export function aDesk({ journey, parts, fates = [] }: Making = {}) {
  const clock = virtualClock()
  const service = makeService({ players: 12, days: 30, unusedGroups: 'missing', now: clock.now })
  const folder = aFolder()
  const verbs = makeVerbs(folder, testClock)
  const close = closedLater(verbs.close)
  verbs.putAccount(anAccount())
  const now = clock.now() / 1000
  const videos = service.world
    .players(now)
    .map(({ id }) => service.video.read(id))
    .filter(({ pixels, call_actions, traffic_filter }) => pixels && call_actions && traffic_filter)
  verbs.keepVideos(ACCOUNT, videos, clock.now())
  const over = serviceOver(service, clock, {
    ...wellTravelled,
    patch: () => fates.shift() ?? 'well',
    ...journey,
  })
  const told: Notice[] = []
  const made = (others: Partial<OutboxParts> = {}) =>
    makeOutbox({
      store: storeOver(verbs),
      videos: over.videos,
      clock,
      random: () => 0.5,
      onChange: () => undefined,
      onNotice: (one) => told.push(one),
      check: checkVideo,
      ...parts,
      ...others,
    })
  const outbox = made()
  const [video] = videos
  if (!video) throw new Error('there is no such video')
  const saveIn = (video_id: string, changes: Change[]) =>
    verbs.saveEdits(ACCOUNT, [{ video_id, changes }])
  const save = (...changes: Change[]) => saveIn(video.id, changes)
  const saveOther = (...changes: Change[]) => saveIn(videos[1]?.id ?? '', changes)
  const rows = () => verbs.editRows(ACCOUNT, null)
  const statuses = () => rows().map(({ status }) => status)
  const read = () => service.video.read(video.id)
  return {
    folder,
    close,
    clock,
    service,
    verbs,
    videos,
    video,
    over,
    told,
    made,
    outbox,
    save,
    saveOther,
    rows,
    statuses,
    read,
  }
}

export const pixelNamed = (name: string): Change => ({
  kind: 'create',
  group: 'pixels',
  item: {
    base: { name, type: 'google' },
    dispatch: { active: true, mode: 'percent', threshold: 50 },
  },
})

export const tokenOf = (value: string): Change => ({
  kind: 'set',
  group: 'traffic_filter',
  item_id: null,
  register: 'token',
  value,
})

export const withCountry = (code: string): Change => ({
  ...{ kind: 'list', group: 'traffic_filter', register: 'countries' },
  ...{ add: [code], remove: [] },
})

export const named = (video: Video, name: string) =>
  (video.pixels?.items ?? []).filter(({ base }) => base?.name === name)

export type Desk = ReturnType<typeof aDesk>
type Videos = Pick<VideoService, 'read' | 'patch'>

/** The desk's service, with some of its calls replaced. */
export const over = ({ over }: Desk, replaced: (videos: Videos) => Partial<Videos>) => {
  const { read, patch } = over.videos
  return { read, patch, ...replaced({ read, patch }) }
}

/** The edits that are left, how many items of that name there are, and how many requests were sent. */
export const ended = (desk: Desk, name = 'New') => [
  desk.statuses(),
  named(desk.read(), name).length,
  desk.over.sent.length,
]
