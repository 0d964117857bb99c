import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Schedules } from '../../../../src/renderer/features/reports/schedules.tsx'
import { callQuery, prefetch } from '../../../../src/renderer/query.ts'
import { startText } from '../../../../src/renderer/text.ts'
import type { Schedule } from '../../../../src/shared/features/reports/schedule.ts'
import { DEFAULT_PREFERENCES } from '../../../../src/shared/features/settings/preferences.ts'
import { setView } from '../../../support/drawn.ts'
import { NOW } from '../../../support/instant.ts'
import { stubBridge } from '../../../support/page-bridge.ts'

const account = { id: 'account', name: 'Account', timezone: 'UTC' }
const ofTest: Schedule = {
  ...{ id: 'test', account_id: account.id, screen: 'abTests', subject: 'Headline test' },
  ...{ player_id: null, query_key: null, group_id: 'group', language: 'en', madeAt: NOW },
  ...{ preset: 'lastWeek', comparison: 'none', files: ['pdf'], folder: '/tests' },
  ...{ every: { kind: 'week', weekday: 1 }, time: '08:00' },
}
const ofAccount: Schedule = {
  ...{ ...ofTest, id: 'account', screen: 'overview', subject: account.name, group_id: null },
  folder: '/accounts',
}

beforeAll(async () => {
  const value = { schedules: [ofTest, ofAccount], runs: [] }
  stubBridge(() => Promise.resolve({ ok: true, value }))
  await startText('en')
  await prefetch(...callQuery('schedules', 'list', undefined, ['schedules', 'accounts']))
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('a schedule says which days its reports cover, except for an A/B test, of which they cover all days', () => {
  const info = { accounts: [account], zone: 'UTC', report: null }
  setView({ info, preferences: DEFAULT_PREFERENCES })
  const shown = renderToStaticMarkup(
    <MantineProvider>
      <Schedules />
    </MantineProvider>,
  )
  expect(shown).toContain('Every Monday at 08:00 (UTC) · Last week · PDF · /accounts')
  expect(shown).toContain('Every Monday at 08:00 (UTC) · PDF · /tests')
})
