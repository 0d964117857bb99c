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
  expect(connectivity.connection().lost).toEqual([])
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
  expect([times, connectivity.connection().lost]).toEqual([1, []])
  connectivity.choose(true)
  connectivity.choose(false)
  expect(times).toBe(2)
  connectivity.close()
})

test('while two hosts are asked in turn, the lost one stays lost until it answers itself', async () => {
  const clock = virtualClock()
  const refused = { ...UNREACHABLE, reason: 'proxy-refused', host: 'v.example' } as const
  const connectivity = makeConnectivity({
    clock,
    isInUse: async () => true,
    async probe() {
      throw new AppError(refused)
    },
  })
  const videos = { account_id: 'one', base_url: 'https://v.example', api: 'video' } as const
  let changes = 0
  connectivity.onChange(() => changes++)
  for (let round = 0; round < 5; round++) {
    connectivity.failed(videos, refused)
    await clock.advance(10_000)
    connectivity.answered(WAY.base_url, clock.now())
  }
  const fault = { ...refused, service: 'video' }
  expect([changes, connectivity.connection().lost]).toEqual([1, [{ ...videos, fault }]])
  connectivity.answered(videos.base_url, clock.now())
  expect([changes, connectivity.connection().lost]).toEqual([2, []])
  connectivity.close()
})

test('after a fault nothing is sent, whatever the user then chooses', () => {
  const connectivity = makeConnectivity({
    ...{ clock: virtualClock(), isInUse: async () => true, probe: async () => undefined },
  })
  let times = 0
  connectivity.onBack(() => times++)
  connectivity.halt()
  connectivity.choose(true)
  connectivity.choose(false)
  expect([times, connectivity.connection().pause]).toEqual([0, 'halted'])
  expect(() => connectivity.check(WAY.base_url, 'interactive')).toThrow(
    expect.objectContaining({ failure: { ...UNREACHABLE, reason: 'halted' } }),
  )
  connectivity.close()
})
