import { expect, test } from 'vitest'
import type { Failure } from '../../../../src/shared/failure.ts'
import {
  ACCOUNT,
  answers,
  desk,
  fails,
  memoryStore,
  PLAYERS,
  SCOPE,
} from '../../../support/download-desk.ts'
import { idOf } from '../../../support/statistics.ts'

test.each(['cancelled', 'interrupted'] as const)(
  'a download in between leaves one that was %s to be continued, also after a restart',
  async (status) => {
    const store = memoryStore()
    const first = desk((name) => (name === 'players' ? PLAYERS : new Promise(() => {})), store)
    await first.downloads.start({ ...SCOPE, withPlayers: true })
    await (status === 'cancelled' ? first.downloads.cancel(ACCOUNT) : first.downloads.close())
    const second = desk(answers, store)
    const left = { status, scope: { withPlayers: true } }
    expect(await second.downloads.runInBetween(SCOPE)).toMatchObject({
      ...{ status: 'done', scope: SCOPE },
    })
    expect(await second.downloads.list()).toMatchObject([left])
    const third = desk(answers, store)
    expect(await third.downloads.list()).toMatchObject([left])
    for (const { downloads } of [second, third]) {
      expect(await downloads.resume(ACCOUNT)).toMatchObject({ scope: left.scope })
      await downloads.ended(ACCOUNT)
    }
  },
)

test('a download in between that is tried again asks only for what failed, for six hours', async () => {
  // Days that can still change: what is settled is never asked again.
  const scope = { ...SCOPE, comparison: null }
  const bad = idOf(3)
  const state = { isBad: true }
  const { downloads, asked, clock } = desk((name, input) => {
    const isBad = state.isBad && name === 'stats' && input['player_id'] === bad
    if (isBad) return fails({ kind: 'unavailable', status: 500, text: '' })
    return name === 'players' ? PLAYERS : []
  })
  const { failures } = await downloads.runInBetween(scope)
  expect(failures).not.toEqual([])
  const first = asked.length
  for (const hour of [1, 2, 3]) {
    await clock.advance(3_600_000)
    await downloads.runInBetween(scope)
    expect(asked.length - first).toBe(hour * failures.length)
  }
  state.isBad = false
  expect(await downloads.runInBetween(scope)).toMatchObject({ status: 'done', failures: [] })
  const whole = asked.length
  // A later report of the same days has newer figures.
  await downloads.runInBetween(scope)
  expect(asked.length - whole).toBe(first)
  state.isBad = true
  await downloads.runInBetween(scope)
  await clock.advance(6 * 3_600_000)
  const old = asked.length
  await downloads.runInBetween(scope)
  expect(asked.length - old).toBe(first)
})

test('a download in between that fails or is closed leaves nothing to be continued', async () => {
  const offline: Failure = { kind: 'offline', reason: 'unreachable', host: 'x' }
  const first = desk(() => fails(offline))
  expect(await first.downloads.runInBetween(SCOPE)).toMatchObject({ status: 'failed' })
  const second = desk(() => new Promise(() => {}), first.store)
  const running = second.downloads.runInBetween(SCOPE)
  await second.clock.settle()
  await second.downloads.close()
  expect(await running).toMatchObject({ status: 'interrupted' })
  for (const { downloads } of [first, second, desk(answers, first.store)])
    expect(await downloads.list()).toEqual([])
})

test('a download in between does not wait for the quota of the day, and any other does', async () => {
  const waits: unknown[] = []
  const { downloads } = desk((name, input, options) => {
    waits.push(options.longestWaitMs)
    return answers(name, input, options)
  })
  await downloads.runInBetween(SCOPE)
  expect(new Set(waits)).toEqual(new Set([75_000]))
  waits.length = 0
  await downloads.start(SCOPE)
  await downloads.ended(ACCOUNT)
  expect(new Set(waits)).toEqual(new Set([undefined]))
})
