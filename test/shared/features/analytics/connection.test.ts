import { expect, test } from 'vitest'
import {
  type Connection,
  type LostService,
  lostOf,
  reachOf,
} from '../../../../src/shared/features/analytics/connection.ts'

const ACCOUNT = {
  ...{ id: 'account00001', isDemo: false },
  base_url: 'https://analytics.example.com',
  api_base_url: 'https://video.example.com',
}
const DEMO = { ...ACCOUNT, id: 'account00002', isDemo: true, base_url: 'demo', api_base_url: null }

const lost = (change: Partial<LostService> = {}): LostService => ({
  ...{ account_id: ACCOUNT.id, base_url: ACCOUNT.base_url, api: 'analytics', fault: null },
  ...change,
})
const LOST_VIDEOS = lost({ base_url: ACCOUNT.api_base_url, api: 'video' })

const connected = (change: Partial<Connection>): Connection => ({
  ...{ pause: null, lost: [], clockAheadMinutes: 0 },
  ...change,
})

test('an account is offline when its own analytics service is lost, whoever asked it last', () => {
  const connection = connected({ lost: [lost({ account_id: 'account00003' })] })
  expect(reachOf(connection, ACCOUNT)).toBe('offline')
  expect(reachOf(connection, { ...ACCOUNT, base_url: 'https://other.example.com' })).toBe('online')
  expect(reachOf(connection, DEMO)).toBe('online')
  expect(reachOf(connection, undefined)).toBe('online')
})

test('services at one host are lost together, whatever their paths', () => {
  const gateway = 'https://gateway.example.com'
  const both = { base_url: `${gateway}/analytics`, api_base_url: `${gateway}/video` }
  const connection = connected({ lost: [lost({ base_url: `${gateway}/video`, api: 'video' })] })
  expect(reachOf(connection, { ...ACCOUNT, ...both })).toBe('offline')
  expect(reachOf(connection, { ...ACCOUNT, base_url: `${gateway}/other` })).toBe('offline')
})

test('a lost video service alone leaves the figures online', () => {
  expect(reachOf(connected({ lost: [LOST_VIDEOS] }), ACCOUNT)).toBe('videos-lost')
  expect(reachOf(connected({ lost: [LOST_VIDEOS, lost()] }), ACCOUNT)).toBe('offline')
})

test('the services of the demo are found by their account', () => {
  const connection = connected({ lost: [lost({ account_id: DEMO.id })] })
  expect(lostOf(connection, DEMO).analytics).not.toBeNull()
  expect(reachOf(connection, DEMO)).toBe('offline')
})

test('a fault of the app needs a restart, and is told apart from a chosen pause', () => {
  const reaches = (['chosen', 'halted'] as const).map((pause) =>
    reachOf(connected({ pause }), ACCOUNT),
  )
  expect(reaches).toEqual(['offline', 'halted'])
})
