import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { analyticsQuery } from '../../../../src/renderer/analytics-query.ts'
import { TrafficScreen } from '../../../../src/renderer/features/traffic/traffic-screen.tsx'
import { callQuery, prefetch } from '../../../../src/renderer/query.ts'
import { startText } from '../../../../src/renderer/text.ts'
import { DEFAULT_PREFERENCES } from '../../../../src/shared/features/settings/preferences.ts'
import { setView } from '../../../support/drawn.ts'
import { stubBridge } from '../../../support/page-bridge.ts'
import { aPlayer, idOf } from '../../../support/statistics.ts'

const LISTED = aPlayer({ name: 'Still there' })
const GONE = idOf(2)
const account = { id: 'account', name: 'Account', timezone: 'UTC' }

// What the preload gives the page.
beforeAll(async () => {
  const call = (_noun: string, verb: string) =>
    Promise.resolve({
      ok: true,
      value: verb === 'players' ? { value: [LISTED], asOf: 1 } : { duration: 60, pitch_time: 30 },
    })
  stubBridge(call)
  vi.stubGlobal('document', { querySelector: () => null })
  await startText('en')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

async function shownFor(player_id: string | null) {
  const account_id = account.id
  await prefetch(...analyticsQuery(account_id, { name: 'players', input: {} }))
  if (player_id) await prefetch(...callQuery('players', 'lastKnown', { account_id, player_id }))
  const place = { ...DEFAULT_PREFERENCES.place, account_id, player_id }
  const info = { accounts: [account], zone: 'UTC', report: null, print: null }
  const preferences = { ...DEFAULT_PREFERENCES, place }
  setView({ info, preferences })
  return renderToStaticMarkup(
    <MantineProvider>
      <TrafficScreen />
    </MantineProvider>,
  )
}

test('the traffic of a player that left the list is shown, as on the other screens of a player', async () => {
  expect(await shownFor(null)).toContain('No player selected')
  const shown = await shownFor(GONE)
  expect(shown).not.toContain('No player selected')
  expect(shown).toContain(GONE)
})
