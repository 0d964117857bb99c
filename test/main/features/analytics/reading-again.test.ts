import { expect, test } from 'vitest'
import type { Failure } from '../../../../src/shared/failure.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { aPlayer, statisticsOf } from '../../../support/store-data.ts'
import { ACCOUNT, ZONE } from '../../../support/store-folder.ts'
import { aReading } from '../../../support/stored-reading.ts'

const NOW = Date.UTC(2026, 2, 10, 12)
const MINUTE = 60_000
const DAY = 86_400_000
const OFFLINE: Failure = { kind: 'offline', reason: 'unreachable', host: 'example.com' }
const PLAYER = aPlayer(1)
const { stats, clicksTimed } = requestsAbout(
  PLAYER,
  { start: '2026-03-04', end: '2026-03-10' },
  ZONE,
)
const { input } = stats

test('a refusal that is older than the stored answer stops no refresh', async () => {
  const { read, clock, state, asked, reading } = aReading(NOW, [PLAYER])
  state.failure = { kind: 'not-in-plan', code: 516, text: 'no' }
  await expect(read('stats', input)).rejects.toMatchObject({ failure: state.failure })
  state.failure = null
  await clock.advance(DAY)
  await reading.keep(ACCOUNT, 'stats', input, {
    value: statisticsOf('downloaded'),
    asOf: clock.now(),
  })
  await clock.advance(DAY)
  await read('stats', input)
  await clock.advance(100)
  expect(asked).toHaveLength(2)
  expect(await read('stats', input)).toMatchObject({ asOf: clock.now(), trouble: null })
})

test('what was refused to the key is requested again once the service accepts it', async () => {
  const { read, state, asked, reading } = aReading(NOW, [PLAYER])
  state.failure = { kind: 'not-in-plan', code: 516, text: 'no' }
  await expect(read('stats', input)).rejects.toMatchObject({ failure: state.failure })
  state.failure = null
  await expect(read('stats', input)).rejects.toMatchObject({ failure: { code: 516 } })
  reading.keyAccepted()
  expect(state.changes).toBe(1)
  expect(await read('stats', input)).toMatchObject({ from: 'service' })
  expect(asked).toHaveLength(2)
})

const QUOTA = { kind: 'quota', limit_kind: 'queries', used: 60, limit: 60, text: '' } as const

test('what the quota refused is requested again when the quota counts anew, however long that takes', async () => {
  const { clock, state, subscribe, asked, verbs } = aReading(NOW, [PLAYER])
  state.failure = { ...QUOTA, resetsAt: NOW + MINUTE }
  subscribe('stats', input)
  subscribe('clicksTimed', clicksTimed.input)
  await clock.advance(30_000)
  state.failure = { ...QUOTA, resetsAt: NOW + 5 * MINUTE }
  await clock.advance(MINUTE)
  expect([asked.length, state.changes]).toEqual([4, 1])
  state.failure = null
  await clock.advance(2 * MINUTE)
  expect(asked).toHaveLength(4)
  await clock.advance(2 * MINUTE)
  expect([asked.length, state.changes]).toEqual([6, 2])
  expect(verbs.answer(ACCOUNT, 'stats', input)).not.toBeNull()
})

test('what the quota refused is requested again at its time, also when the computer slept meanwhile', async () => {
  const { clock, state, subscribe, asked } = aReading(NOW, [PLAYER])
  state.failure = { ...QUOTA, resetsAt: NOW + 50 * MINUTE }
  subscribe('stats', input)
  await clock.advance(MINUTE)
  state.failure = null
  clock.sleep(30 * MINUTE)
  await clock.advance(18 * MINUTE)
  expect(asked).toHaveLength(1)
  await clock.advance(MINUTE + 10_000)
  expect([asked.length, state.changes]).toEqual([2, 1])
})

test('what could not be sent is requested again without a pause once it can be', async () => {
  const { read, clock, state, asked, reading } = aReading(NOW, [PLAYER])
  await read('stats', input)
  reading.retry()
  expect(state.changes).toBe(0)
  await clock.advance(11 * MINUTE)
  state.failure = OFFLINE
  await read('stats', input, { refresh: true })
  state.failure = null
  expect(await read('stats', input)).toMatchObject({ trouble: OFFLINE })
  asked.length = 0
  state.changes = 0
  reading.retry()
  expect(await read('stats', input)).toMatchObject({ trouble: null })
  await clock.advance(100)
  expect([asked.length, state.changes]).toEqual([1, 2])
  expect(await read('stats', input)).toMatchObject({ asOf: clock.now() })
})

test.each<Failure>([
  { kind: 'unavailable', status: 500, text: '' },
  { kind: 'malformed', reason: 'truncated', where: '' },
  { kind: 'edge', status: 403, text: '' },
  { kind: 'unauthorized', reason: 'other', text: '' },
  { ...QUOTA, resetsAt: 0 },
])('a service that keeps failing ($kind) is asked with growing pauses', async (failure) => {
  const { clock, read, state, asked } = aReading(NOW, [PLAYER])
  const minutes = async (count: number) => {
    for (let second = 0; second < count * 60; second++) {
      // The window reads again whenever anything changed, as its live users do.
      if (state.failure?.kind === 'quota')
        state.failure = { ...state.failure, resetsAt: clock.now() + 1000 }
      read('stats', input).catch(() => undefined)
      await clock.advance(1000)
    }
  }
  state.failure = failure
  await minutes(60)
  expect(asked.length).toBeGreaterThan(10)
  expect(asked.length).toBeLessThanOrEqual(16)
  state.failure = null
  await minutes(5)
  expect(await read('stats', input)).toMatchObject({ trouble: null })
})
