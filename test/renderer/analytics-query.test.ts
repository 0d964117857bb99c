import { afterAll, expect, test, vi } from 'vitest'
import { fetchNewest } from '../../src/renderer/analytics-query.ts'
import { stubBridge } from '../support/page-bridge.ts'

afterAll(() => {
  vi.unstubAllGlobals()
})

const newest = (trouble: object | null) => {
  const value = { value: ['stored'], asOf: 1, from: 'store', isSettled: false, trouble }
  stubBridge(() => Promise.resolve({ ok: true, value }))
  return fetchNewest('account', { name: 'players', input: {} })
}

test('the newest answer fails with the reason when the service gave none, although one is stored', async () => {
  const failure = { kind: 'offline', reason: 'chosen', host: 'a.example' }
  await expect(newest(failure)).rejects.toMatchObject({ failure })
  expect(await newest(null)).toEqual(['stored'])
})
