import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callQuery, prefetch } from '../../../src/renderer/query.ts'
import type { Command } from '../../../src/renderer/shell/commands.ts'
import { useCommands } from '../../../src/renderer/shell/use-commands.ts'
import { startText } from '../../../src/renderer/text.ts'
import type { Account } from '../../../src/shared/features/accounts/account.ts'
import { DEFAULT_PREFERENCES } from '../../../src/shared/features/settings/preferences.ts'
import type { AppInfo } from '../../../src/shared/features/settings/window-info.ts'
import { setView } from '../../support/drawn.ts'
import { stubBridge } from '../../support/page-bridge.ts'

const ACCOUNT = 'account00001'
const ANSWERS: Record<string, unknown> = {
  'players.near': [{ player_id: 'p1', name: 'Near', isPinned: false }],
  'analytics.players': { value: [{ id: 'p1', name: 'Player' }] },
  'videos.list': { rows: [{ id: 'v1', name: 'Video' }] },
  'reports.list': [{ id: 'r1', about: { title: 'Report' } }],
}

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  stubBridge(async (noun, verb) => ({ ok: true, value: ANSWERS[`${noun}.${verb}`] }))
  await startText('en')
  const at = { account_id: ACCOUNT }
  await prefetch(...callQuery('players', 'near', at))
  await prefetch(...callQuery('analytics', 'players', at))
  await prefetch(...callQuery('videos', 'list', at, ['videos', 'edits']))
  await prefetch(...callQuery('reports', 'list'))
})
afterAll(() => {
  vi.unstubAllGlobals()
})

function kindsOffered(report: object | null) {
  const place = { ...DEFAULT_PREFERENCES.place, screen: 'overview', account_id: ACCOUNT } as const
  const accounts = [{ id: ACCOUNT, name: 'Account' } as Account]
  const state = {
    info: { accounts, report } as AppInfo,
    preferences: { ...DEFAULT_PREFERENCES, place },
  }
  setView(state)
  const nothing = () => undefined
  let offered: Command[] = []
  function Palette() {
    offered = useCommands({ onShortcuts: nothing, onTemplates: nothing })
    return null
  }
  renderToStaticMarkup(<Palette />)
  return new Set(offered.map(({ kind }) => kind))
}

test('in a report nothing of the account is offered that the report does not contain', () => {
  const all = ['recent', 'go', 'command', 'setting', 'account', 'player', 'video', 'report']
  const ofReport = kindsOffered({ id: 'r1', about: {} })
  expect([...kindsOffered(null)].toSorted()).toEqual(all.toSorted())
  expect([...ofReport].toSorted()).toEqual(['command', 'go', 'report'])
})
