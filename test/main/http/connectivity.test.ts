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

test('a host that answers again is reported, also after another one answered', async () => {
  const clock = virtualClock()
  let isThere = false
  const connectivity = makeConnectivity({
    clock,
    isInUse: async () => true,
    async probe() {
      if (!isThere) throw new AppError(UNREACHABLE)
    },
  })
  connectivity.failed(WAY, UNREACHABLE)
  await clock.advance(60_000)
  connectivity.answered('https://b.example', clock.now())
  let changes = 0
  connectivity.onChange(() => changes++)
  isThere = true
  await clock.advance(60_000)
  expect(changes).toBe(1)
  expect(connectivity.connection().isOnline).toBe(true)
  connectivity.close()
})
