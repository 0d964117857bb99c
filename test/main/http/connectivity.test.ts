import { expect, test } from 'vitest'
import { makeConnectivity } from '../../../src/main/http/connectivity.ts'
import { AppError } from '../../../src/shared/failure.ts'
import { virtualClock } from '../../support/clock.ts'

const UNREACHABLE = { kind: 'offline', reason: 'unreachable', host: 'a.example' } as const
const WAY = { account_id: 'one', base_url: 'https://a.example', api: 'analytics' } as const

test('the host of an account that is removed during a probe is not probed again', async () => {
  const clock = virtualClock()
  let probes = 0
  const connectivity = makeConnectivity({
    clock,
    isInUse: async () => true,
    async probe() {
      probes++
      connectivity.forget(WAY.account_id)
      throw new AppError(UNREACHABLE)
    },
  })
  connectivity.failed(WAY, UNREACHABLE)
  await clock.advance(600_000)
  expect(probes).toBe(1)
  expect(connectivity.connection().isOnline).toBe(true)
  connectivity.close()
})

test('only a host that was lost is back: another one that answers is not', async () => {
  const clock = virtualClock()
  let isThere = false
  const connectivity = makeConnectivity({
    clock,
    isInUse: async () => true,
    async probe() {
      if (!isThere) throw new AppError(UNREACHABLE)
    },
  })
  let times = 0
  connectivity.onBack(() => times++)
  connectivity.failed(WAY, UNREACHABLE)
  for (let second = 0; second < 60; second++) {
    await clock.advance(1_000)
    connectivity.answered('https://b.example', clock.now())
  }
  expect(times).toBe(0)
  isThere = true
  await clock.advance(60_000)
  expect([times, connectivity.connection().isOnline]).toEqual([1, true])
  connectivity.choose(true)
  connectivity.choose(false)
  expect(times).toBe(2)
  connectivity.close()
})
