import { expect, test } from 'vitest'
import type { Clock } from '../../../../src/main/clock.ts'
import type { Next } from '../../../../src/main/features/publishing/next-post.ts'
import { makeWaiting } from '../../../../src/main/features/publishing/waiting.ts'
import { AppError } from '../../../../src/shared/failure.ts'
import { virtualClock } from '../../../support/clock.ts'
import { NOW } from '../../../support/instant.ts'
import { aDesk, pixelNamed } from '../../../support/posting-desk.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

/** As the timers of Node: they may ring a moment before the monotonic clock is there. */
function earlyClock() {
  const clock = virtualClock()
  let waits = 0
  const wait: Clock['wait'] = (ms, signal) => clock.wait(waits++ === 0 ? ms - 0.5 : ms, signal)
  return { ...clock, wait }
}

const trouble: Next = {
  kind: 'trouble',
  failure: { kind: 'offline', reason: 'timeout', host: 'sandbox' },
}

test.each<{ name: string; first: Next }>([
  { name: 'a video that waits', first: { kind: 'later', ms: 5000 } },
  { name: 'an account that waits', first: trouble },
])('$name continues although its timer fires early', async ({ first }) => {
  const clock = earlyClock()
  const steps: string[] = []
  const step = async (video_id: string): Promise<Next> => {
    steps.push(video_id)
    return steps.length === 1 ? first : { kind: 'idle' }
  }
  const { signal } = new AbortController()
  const waiting = makeWaiting({ clock, random: () => 0.5, step, onRest: () => undefined, signal })
  waiting.wake(['video'])
  await clock.advance(60_000)
  expect(steps).toEqual(['video', 'video'])
  expect(waiting.isEmpty()).toBe(true)
})

const limited = {
  kind: 'trouble',
  failure: {
    ...({ kind: 'quota', limit_kind: 'queries', used: 1, limit: 1, text: '' } as const),
    resetsAt: NOW + 60_000,
  },
} satisfies Next

test('a limit that does not say how long to wait is tried ever more rarely', async () => {
  const clock = virtualClock()
  const begun: number[] = []
  const step = async (): Promise<Next> => {
    begun.push(clock.monotonic())
    return { ...limited, failure: { ...limited.failure, resetsAt: clock.now() + 1000 } }
  }
  const { signal } = new AbortController()
  const waiting = makeWaiting({ clock, random: () => 0.5, step, onRest: () => undefined, signal })
  waiting.wake(['1'])
  await clock.advance(600_000)
  expect(begun.length).toBeLessThan(30)
  const last = begun.slice(-2)
  expect((last[1] ?? 0) - (last[0] ?? 0)).toBe(30_000)
})

test.each<{ name: string; next: Next }>([
  { name: 'a success', next: { kind: 'idle' } },
  { name: 'a lost connection', next: trouble },
])('$name of a step from before does not end the account’s wait', async ({ next }) => {
  const clock = virtualClock()
  const begun: [video_id: string, at: number][] = []
  const step = async (video_id: string): Promise<Next> => {
    begun.push([video_id, clock.monotonic()])
    if (begun.length > 4) return { kind: 'idle' }
    const isFirst = begun.length === 1
    await clock.wait(isFirst ? 1_000 : 2_000)
    return isFirst ? limited : next
  }
  const { signal } = new AbortController()
  const waiting = makeWaiting({ clock, random: () => 0.5, step, onRest: () => undefined, signal })
  waiting.wake(['1', '2', '3', '4', '5', '6'])
  await clock.advance(59_999)
  expect(begun).toEqual(['1', '2', '3', '4'].map((id) => [id, 0]))
  expect(waiting.trouble()).toMatchObject({ kind: 'quota' })
  await clock.advance(60_000)
  expect(begun.slice(4).every(([, at]) => at >= 60_000)).toBe(true)
  expect([waiting.isEmpty(), waiting.trouble()]).toEqual([true, null])
})

test('an unavailable keychain is tried again within 15 seconds, however often it fails', async () => {
  const clock = virtualClock()
  const at: number[] = []
  const step = async (): Promise<Next> => {
    at.push(clock.monotonic())
    return { kind: 'trouble', failure: { kind: 'key', state: 'unavailable' } }
  }
  const end = new AbortController()
  const { signal } = end
  const waiting = makeWaiting({ clock, random: () => 0.9, step, onRest: () => undefined, signal })
  waiting.wake(['video'])
  await clock.advance(300_000)
  end.abort()
  const waits = at.slice(1).map((each, index) => each - (at[index] ?? 0))
  expect(waits.length).toBeGreaterThan(15)
  expect(Math.max(...waits)).toBe(15_000)
})

test('one video that always fails like a lost connection does not keep the others waiting', async () => {
  const clock = virtualClock()
  const done = new Set<string>()
  const step = async (video_id: string): Promise<Next> => {
    if (video_id === 'bad') return trouble
    done.add(video_id)
    return { kind: 'idle' }
  }
  const end = new AbortController()
  const { signal } = end
  const waiting = makeWaiting({ clock, random: () => 0.5, step, onRest: () => undefined, signal })
  const others = Array.from({ length: 19 }, (_, index) => `${index}`)
  waiting.wake(['bad', ...others])
  await clock.advance(600_000)
  end.abort()
  expect([...done].toSorted()).toEqual(others.toSorted())
})

test('a refusal of the old token does not stop the account whose token was replaced meanwhile', async () => {
  const clock = virtualClock()
  const refused: Next = {
    kind: 'trouble',
    failure: { kind: 'unauthorized', reason: 'invalid-credentials', text: '' },
  }
  let token = 'old'
  const begun: string[] = []
  const step = async (video_id: string): Promise<Next> => {
    const sent = token
    begun.push(`${video_id} ${sent}`)
    await clock.wait(1_000)
    return sent === 'old' ? refused : { kind: 'idle' }
  }
  const { signal } = new AbortController()
  const waiting = makeWaiting({ clock, random: () => 0.5, step, onRest: () => undefined, signal })
  waiting.wake(['1', '2'])
  await clock.advance(500)
  token = 'new'
  waiting.wake(['1', '2'])
  await clock.advance(5_000)
  expect(begun).toEqual(['1 old', '2 old', '1 new', '2 new'])
  expect([waiting.isEmpty(), waiting.trouble()]).toEqual([true, null])
  token = 'old'
  waiting.wake(['3'])
  await clock.advance(600_000)
  expect(begun.slice(4)).toEqual(['3 old'])
  expect(waiting.trouble()).toEqual(refused.failure)
})

test('a limit that ended while the computer slept holds nothing back for longer', async () => {
  const clock = virtualClock()
  const begun: number[] = []
  const step = async (): Promise<Next> => {
    begun.push(clock.monotonic())
    return begun.length === 1 ? limited : { kind: 'idle' }
  }
  const { signal } = new AbortController()
  const waiting = makeWaiting({ clock, random: () => 0.5, step, onRest: () => undefined, signal })
  waiting.wake(['1'])
  await clock.advance(1_000)
  clock.sleep(40_000)
  waiting.wake(['1'])
  await clock.advance(600_000)
  expect(begun[0]).toBe(0)
  expect(begun[1]).toBeGreaterThanOrEqual(60_000)
  expect(begun[1]).toBeLessThanOrEqual(60_000 + 10_000)
})

test('edits count as in flight while another video of the account cannot be published', async () => {
  const desk = aDesk()
  const [inTrouble = '', sent = ''] = desk.videos.map(({ id }) => id)
  const { read, patch } = desk.over.videos
  const videos: typeof desk.over.videos = {
    async read(account_id, video_id) {
      if (video_id === inTrouble) throw new AppError({ kind: 'unavailable', status: 503, text: '' })
      return read(account_id, video_id)
    },
    patch: async (...of) => {
      await desk.clock.wait(10_000)
      return patch(...of)
    },
  }
  const outbox = desk.made({ videos })
  desk.save(pixelNamed('New'))
  desk.saveOther(pixelNamed('New'))
  await outbox.post(ACCOUNT, null)
  await desk.clock.advance(5000)
  expect(outbox.blocked(ACCOUNT)).toMatchObject({ kind: 'unavailable' })
  expect(desk.rows().find(({ video_id }) => video_id === sent)?.status).toBe('sending')
  expect(await outbox.inFlight(ACCOUNT)).toBe(1)
})
