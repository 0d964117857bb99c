import { spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import type { Fault, FaultAction } from '../../src/service/faults.ts'
import { listen } from '../../src/service/server.ts'
import { makeService } from '../../src/service/service.ts'
import type { Applied } from '../../src/service/video/store.ts'
import { testClock } from '../support/clock.ts'
import { fastClock } from '../support/fast-clock.ts'
import type { Minute, Orders, Worked } from '../support/faulted-child.ts'
import { count, tell } from '../support/scale.ts'
import {
  afterWaves,
  appliedTo,
  madeNames,
  wholeVideos,
  withoutMadeIds,
} from '../support/six-kinds.ts'

const MINUTES = count('minutes of mixed faults', { usual: 0, full: 60 })
const SPEED = 10
const VIDEOS = 6
const CHILD = path.resolve(import.meta.dirname, '../support/faulted-child.ts')

/** Not `unauthorized`: after it a key waits for the person. */
const ON_ANY: FaultAction[] = [
  { kind: 'status', status: 503 },
  { kind: 'status', status: 500, when: 'after' },
  { kind: 'quota', form: 'details', resetsInMs: 3_000 },
  { kind: 'quota', form: 'retry-after', resetsInMs: 3_000 },
  { kind: 'captive-portal' },
  { kind: 'edge-html' },
  { kind: 'slow-headers', everyMs: 20 },
  { kind: 'drip', everyMs: 5, bytes: 64 },
  { kind: 'cut', at: 'before-headers', when: 'after' },
  { kind: 'cut', at: 'mid-body', when: 'after' },
  { kind: 'cut', at: 'after-headers' },
  { kind: 'body', form: 'truncated' },
  { kind: 'body', form: 'invalid-json' },
  { kind: 'body', form: 'empty' },
  { kind: 'encoding', form: 'wrong' },
]
const ON_PATCH: FaultAction[] = [
  { kind: 'late', afterMs: 60_000, with: 'status' },
  { kind: 'late', afterMs: 60_000, with: 'cut' },
  { kind: 'cut', at: 'before-headers', when: 'before' },
  { kind: 'status', status: 503, when: 'after' },
]

const any = <T>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)] as T

/** Half of the time nothing; else some requests of one kind. */
function trouble(): Fault[] {
  if (Math.random() < 0.5) return []
  const times = 1 + Math.floor(Math.random() * 5)
  return Math.random() < 0.3
    ? [{ match: { method: 'PATCH', times }, action: any(ON_PATCH) }]
    : [{ match: { times }, action: any(ON_ANY) }]
}

/** The medians of the first third, of which the start is left out, and of the last. */
function thirds(minutes: readonly number[]) {
  const steady = minutes.slice(Math.ceil(minutes.length / 10))
  const third = Math.ceil(steady.length / 3)
  const middle = (some: number[]) =>
    some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0
  const [first, last] = [middle(steady.slice(0, third)), middle(steady.slice(-third))]
  return { first, last, times: last / first }
}

/** Has a desk work for so long in a process of its own; what is wrong changes until it is done. */
async function workedThrough(orders: Orders, setFaults: (faults: Fault[]) => void) {
  const child = spawn(process.execPath, ['--expose-gc', CHILD], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let troubles: ReturnType<typeof setInterval> | undefined
  onTestFinished(() => {
    clearInterval(troubles)
    child.kill('SIGKILL')
  })
  child.stdin.write(`${JSON.stringify(orders)}\n`)
  const minutes: Minute[] = []
  let worked: Worked | null = null
  const take: Record<string, (value: unknown) => void> = {
    connected() {
      troubles = setInterval(() => setFaults(trouble()), 300)
    },
    minute: (value) => minutes.push(value as Minute),
    worked() {
      clearInterval(troubles)
      setFaults([])
    },
    ended(value) {
      worked = value as Worked
    },
  }
  for await (const line of createInterface(child.stdout)) {
    const [word = ''] = line.split(' ', 1)
    take[word]?.(JSON.parse(line.slice(word.length + 1)))
  }
  return { minutes, worked: worked as Worked | null }
}

test.runIf(MINUTES > 0)(
  'over an hour of mixed faults, each edit is applied once, and memory does not grow',
  async () => {
    const began = testClock.now()
    const { now } = fastClock(began, SPEED)
    const limits = { queriesPerMinute: null }
    const service = makeService({ players: 40, days: 30, plan: 'enterprise', limits, now })
    const { base_url, close } = await listen(service, { port: 0, latencyMs: 5 })
    onTestFinished(close)
    const firsts = wholeVideos(service, now()).slice(0, VIDEOS)
    expect(firsts).toHaveLength(VIDEOS)
    const orders: Orders = {
      ...{ base_url, began, speed: SPEED, minutes: MINUTES },
      ...{ analytics_key: service.analytics_key, video_token: service.video_token },
      videos: firsts.map(({ id }) => id),
    }
    // The service keeps the newest only.
    const all = new Set<Applied>()
    const gather = () => service.video.applied.forEach((one) => all.add(one))
    const { minutes, worked } = await workedThrough(orders, (faults) => {
      gather()
      service.setFaults(faults)
    })
    gather()

    expect(worked?.mistakes).toEqual([])
    const waves = new Map(worked?.waves)
    for (const first of firsts) {
      const made = waves.get(first.id) ?? 0
      const applied = appliedTo(first.id, [...all])
      expect(applied.made).toEqual(
        Object.fromEntries(madeNames(first.id, made).map((name) => [name, 1])),
      )
      expect(withoutMadeIds(first, service.video.read(first.id))).toEqual(afterWaves(first, made))
    }
    const rises = {
      heap: thirds(minutes.map(({ heapMb }) => heapMb)),
      memory: thirds(minutes.map(({ memoryMb }) => memoryMb)),
      resources: thirds(minutes.map(({ resources }) => resources)),
    }
    const said = Object.entries(rises).map(
      ([what, { first, last, times }]) =>
        `${what} ${times.toFixed(2)} times (${Math.round(first)} to ${Math.round(last)})`,
    )
    tell(`${JSON.stringify(worked?.done)}, ${[...waves.values()].reduce((a, b) => a + b)} waves`)
    tell(said.join(', '))
    if (MINUTES < 10) return
    expect(rises.heap.times).toBeLessThan(1.1)
    expect(rises.memory.times).toBeLessThan(1.15)
    expect(rises.resources.times).toBeLessThan(1.2)
  },
)
