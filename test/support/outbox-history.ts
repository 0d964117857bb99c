import type { EditRow } from '../../src/main/features/publishing/edit-row.ts'
import { makeOutbox, type Outbox } from '../../src/main/features/publishing/outbox.ts'
import { below, type Random } from '../../src/service/random.ts'
import { checkVideo } from '../../src/shared/features/videos/check/check-video.ts'
import { begin, edit, giveUp, plot, type Story, see, seeItem, type World } from './outbox-story.ts'
import { type Fate, type Journey, mortal, serviceOver, storeOver } from './posting.ts'
import { ACCOUNT } from './store-folder.ts'

const MOST_TURNS = 400
const MOST_CRASHES = 6

const FATES: [number, (random: Random) => Fate][] = [
  [0.41, () => 'well'],
  [0.08, () => 'lost'],
  [0.04, () => 'unreachable'],
  [0.09, () => 'answer-lost'],
  [0.03, () => 'page'],
  [0.08, () => '503-before'],
  [0.08, () => '503-after'],
  [0.02, () => '409-before'],
  [0.02, () => '409-after'],
  [0.03, () => 'firewall'],
  [0.01, () => 'unauthorized'],
  [0.09, (random) => ({ lateMs: random() * 90_000 })],
  [0.02, (random) => ({ lateMs: random() * 90_000, status: 409 })],
]

function fate(random: Random): Fate {
  let left = random()
  for (const [share, make] of FATES) {
    if (left < share) return make(random)
    left -= share
  }
  return 'well'
}

type Stories = ReadonlyMap<string, Story>

/** One history: edits, posting, faults, crashes and a colleague, until nothing is left to do. */
export async function playHistory(world: World, video_ids: string[]) {
  const { verbs, clock, random } = world
  const stories = new Map(video_ids.map((video_id) => [video_id, begin(world, video_id)]))
  const lives = makeLives(world, stories)
  for (const story of stories.values()) {
    edit(world, story, 3 + below(random, 5))
    plot(world, story)
  }
  await lives.ask((outbox) => outbox.post(ACCOUNT, null))
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    await clock.advance(5_000 + random() * 20_000)
    if (lives.isDead()) continue
    const isEarly = turn < 8
    if (isEarly && random() < 0.2) for (const story of stories.values()) edit(world, story, 1)
    if (verbs.editRows(ACCOUNT, null).length === 0 && !isEarly) break
    await act({ world, stories, lives })
  }
  // Delivers the requests that are still on their way.
  await clock.advance(200_000)
  lives.end()
  const left = verbs.editRows(ACCOUNT, null)
  return { stories, sent: lives.sent, left, crashes: lives.crashes() }
}

function journeyOf({ clock, random, service }: World, stories: Stories): Journey {
  const changedAt = (video_id: string) => {
    const ours = service.video.applied.findLast((one) => one.video_id === video_id)?.at ?? 0
    return Math.max(ours, stories.get(video_id)?.changedAt ?? 0)
  }
  return {
    patch: () => fate(random),
    travelMs: () => 20 + random() * 800,
    read(video_id) {
      // An answer is at most some seconds old.
      if (clock.now() - changedAt(video_id) < 8_000 && random() < 0.25) return 'stale'
      const luck = random()
      if (luck < 0.02) return 'not-found'
      return luck < 0.06 ? '503-before' : 'well'
    },
  }
}

type Lives = ReturnType<typeof makeLives>

/** The outbox, which is restarted some seconds after each crash. */
function makeLives(world: World, stories: Stories) {
  const { clock, random } = world
  const over = serviceOver(world.service, clock, journeyOf(world, stories))
  let crashes = 0
  let isOver = false
  let life = born()

  function born() {
    const mortality = mortal(() => {
      if (crashes >= MOST_CRASHES || random() >= 0.02) return null
      return random() < 0.5 ? 'before' : 'after'
    })
    const outbox = outboxOf(world, { guarded: mortality.guarded, over })
    void mortality.death.then(() => reborn(outbox))
    return { mortality, outbox }
  }

  async function reborn(dead: Outbox) {
    dead.close()
    if (isOver) return
    crashes += 1
    await clock.wait(random() * 40_000)
    life = born()
    await ask((outbox) => outbox.start([ACCOUNT]))
  }

  const ask = (act: (outbox: Outbox) => Promise<unknown>) =>
    Promise.race([act(life.outbox), life.mortality.death])

  return {
    ask,
    sent: over.sent,
    crashes: () => crashes,
    isDead: () => life.mortality.isDead(),
    blocked: () => life.outbox.blocked(ACCOUNT),
    end() {
      isOver = true
      void life.mortality.die()
    },
  }
}

interface Joining {
  guarded: ReturnType<typeof mortal>['guarded']
  over: ReturnType<typeof serviceOver>
}

function outboxOf(world: World, { guarded, over }: Joining): Outbox {
  const { clock, random, verbs, quarantineMs } = world
  const store = storeOver(verbs)
  return makeOutbox({
    store: {
      queueEdits: guarded(store.queueEdits),
      stopEdits: guarded(store.stopEdits),
      resolveEdits: guarded(store.resolveEdits),
      seeVideo: guarded(store.seeVideo),
      editRows: guarded(store.editRows),
      editedVideo: guarded(store.editedVideo),
      commitEdits: guarded(store.commitEdits),
    },
    videos: { read: guarded(over.videos.read), patch: guarded(over.videos.patch) },
    clock,
    random,
    onChange: () => undefined,
    check: checkVideo,
    ...(quarantineMs !== undefined && { quarantineMs }),
  })
}

interface Acting {
  world: World
  stories: Stories
  lives: Lives
}

/** What the user does now and then: stops, continues, decides, discards, posts what is left. */
async function act(acting: Acting) {
  const { world, lives, stories } = acting
  const { random, verbs } = world
  await hesitate(acting)
  const rows = verbs.editRows(ACCOUNT, null)
  for (const row of rows.filter(({ status }) => status === 'conflict')) {
    if (random() < 0.6) await decide(acting, row)
  }
  for (const row of rows.filter(({ status }) => status === 'rejected')) {
    if (row.failure?.kind === 'invalid') discard(acting, row)
  }
  const isLeft = rows.some(({ status }) => status === 'draft' || status === 'rejected')
  if (isLeft && random() < 0.6) {
    await lives.ask((outbox) => outbox.post(ACCOUNT, [...stories.keys()]))
  }
}

async function hesitate({ world, lives }: Acting) {
  if (world.random() < 0.03) await lives.ask((outbox) => outbox.stop(ACCOUNT))
  if (lives.blocked()?.kind !== 'unauthorized') return
  await lives.ask((outbox) => outbox.resume(ACCOUNT))
}

function discard({ world, stories }: Acting, row: EditRow) {
  world.verbs.commitEdits(ACCOUNT, row.video_id, { remove: [row] })
  const story = stories.get(row.video_id)
  if (story) giveUp(story, row)
}

async function decide({ world, stories, lives }: Acting, row: EditRow) {
  const story = stories.get(row.video_id)
  if (!story) return
  const choice = world.random() < 0.5 ? 'mine' : 'theirs'
  if (choice === 'mine') see(story, row.key, row.theirs)
  if (choice === 'mine' && row.kind === 'delete') seeItem(story, row.group, row.theirs)
  await lives.ask((outbox) => outbox.resolve(ACCOUNT, row.video_id, { keys: [row.key], choice }))
  const isThere = world.verbs.editRows(ACCOUNT, row.video_id).some(({ key }) => key === row.key)
  // It may have died before it was saved.
  if (choice === 'theirs' && !isThere) giveUp(story, row)
}
