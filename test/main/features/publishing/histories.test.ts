import { expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { makeRandom } from '../../../../src/service/random.ts'
import { makeService } from '../../../../src/service/service.ts'
import { testClock, virtualClock } from '../../../support/clock.ts'
import { playHistory } from '../../../support/outbox-history.ts'
import type { World } from '../../../support/outbox-story.ts'
import { judge, type Verdict } from '../../../support/outbox-verdict.ts'
import { count, isProof, partsOf, tell } from '../../../support/scale.ts'
import { ACCOUNT, aFolder, anAccount } from '../../../support/store-folder.ts'

const SEEDS_OF_A_PART = 1000
const HISTORIES_OF_A_WORLD = 40

type Wrong = Pick<Verdict, 'lost' | 'duplicates' | 'wrongItem' | 'silent' | 'stuck' | 'untraced'>

const nothing = (): Wrong => ({
  ...{ lost: [], duplicates: [], wrongItem: [] },
  ...{ silent: [], stuck: [], untraced: [] },
})

/** Plays many histories, of two videos each; a world is used for a few of them. */
async function play(histories: number, firstSeed: number, quarantineMs?: number) {
  const sum = { histories: 0, crashes: 0, sent: 0, unclosable: 0, told: 0 }
  const wrong = nothing()

  function add(verdict: Verdict, name: string) {
    sum.unclosable += verdict.unclosable
    sum.told += verdict.told
    for (const kind of Object.keys(wrong) as (keyof Wrong)[]) {
      wrong[kind].push(...verdict[kind].map((text) => `${name} ${text}`))
    }
  }

  for (let seed = firstSeed; sum.histories < histories; seed++) {
    const world = aWorld(seed, quarantineMs)
    for (const video_ids of pairs(world)) {
      const { stories, sent, left, crashes } = await playHistory(world, video_ids)
      sum.histories += 1
      sum.crashes += crashes
      sum.sent += sent.length
      for (const story of stories.values()) {
        const history = world.verbs.history(ACCOUNT, story.video_id)
        const base = world.verbs.videoBase(ACCOUNT, story.video_id)?.video ?? story.first
        add(judge({ story, service: world.service, sent, left, history, base }), `${seed}`)
      }
      if (left.length > 0 || sum.histories === histories) break
    }
    world.verbs.close()
  }
  return { ...sum, wrong }
}

function aWorld(seed: number, quarantineMs?: number): World {
  const virtual = virtualClock()
  // A computer's clock tells whole milliseconds.
  const clock = { ...virtual, now: () => Math.round(virtual.now()) }
  const players = 2 * HISTORIES_OF_A_WORLD + 20
  const service = makeService({ players, days: 30, seed, unusedGroups: 'missing', now: clock.now })
  const verbs = makeVerbs(aFolder(), testClock)
  verbs.putAccount(anAccount())
  let made = 0
  const unique = () => `${seed}-${++made}`
  const world = { service, verbs, clock, random: makeRandom(seed), unique }
  return quarantineMs === undefined ? world : { ...world, quarantineMs }
}

/** Videos that outlive the histories, two by two. */
function pairs({ service, clock }: World): string[][] {
  const now = clock.now() / 1000
  const ids = service.world
    .players(now)
    .filter(({ deleted }) => deleted > now + 3_000_000)
    .map(({ id }) => id)
  return ids.flatMap((id, index) => {
    const next = ids[index + 1]
    return index % 2 === 0 && next !== undefined ? [[id, next]] : []
  })
}

test.each(partsOf(10))(
  'law 2, $name: despite lost, late and stale responses and kills, each edit takes effect exactly once, and the history leads back to the first video',
  async ({ part }) => {
    const histories = count('histories', { usual: 25, full: 10_000 })
    const { wrong, ...counts } = await play(histories, part * SEEDS_OF_A_PART)
    expect(wrong).toEqual(nothing())
    expect(counts.histories).toBe(histories)
    expect(counts.crashes).toBeGreaterThan(histories)
    expect(counts.sent).toBeGreaterThan(4 * histories)
    tell(`${counts.crashes} crashes, ${counts.sent} requests`)
  },
)

// In the proof only: that the histories find a fault does not change with the app.
test.runIf(isProof)(
  'without the wait for late requests, the same histories create duplicates',
  {
    timeout: 120_000,
  },
  async () => {
    const { wrong } = await play(100, SEEDS_OF_A_PART, 0)
    expect(wrong.duplicates.length).toBeGreaterThan(0)
  },
)
