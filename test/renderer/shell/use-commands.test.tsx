import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callQuery, prefetch } from '../../../src/renderer/query.ts'
import { type Command, matching } from '../../../src/renderer/shell/commands.ts'
import { useCommands } from '../../../src/renderer/shell/use-commands.ts'
import { startText } from '../../../src/renderer/text.ts'
import type { Account } from '../../../src/shared/features/accounts/account.ts'
import { DEFAULT_PREFERENCES } from '../../../src/shared/features/settings/preferences.ts'
import type { AppInfo } from '../../../src/shared/features/settings/window-info.ts'
import { setView } from '../../support/drawn.ts'
import { stubBridge } from '../../support/page-bridge.ts'

const ACCOUNT = 'account00001'
const ANSWERS: Record<string, unknown> = {
  'players.near': [{ player_id: 'p2', name: 'VSL', isPinned: false }],
  'analytics.players': { value: twins('p') },
  'videos.list': { rows: twins('v') },
  'reports.list': [
    report('r1', Date.parse('2026-06-11T01:30:00Z')),
    report('r2', Date.parse('2026-06-12T01:30:00Z')),
    // An earlier version took such a time from a file.
    report('r3', Number.MAX_SAFE_INTEGER),
  ],
}

function twins(letter: string) {
  return [1, 2].map((number) => ({ id: `${letter}${number}`, name: 'VSL' }))
}

function report(id: string, madeAt: number) {
  return { id, about: { title: 'VSL', madeAt, account: { timezone: 'America/Sao_Paulo' } } }
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

function offeredIn(report: object | null): Command[] {
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
  return offered
}

const kindsOffered = (report: object | null) => new Set(offeredIn(report).map(({ kind }) => kind))

test('in a report nothing of the account is offered that the report does not contain', () => {
  const all = ['recent', 'go', 'command', 'setting', 'account', 'player', 'video', 'report']
  const ofReport = kindsOffered({ id: 'r1', about: {} })
  expect([...kindsOffered(null)].toSorted()).toEqual(all.toSorted())
  expect([...ofReport].toSorted()).toEqual(['command', 'go', 'report'])
})

test('players, videos and reports of one name are told apart', () => {
  const offered = offeredIn(null)
  const texts = (wanted: Command['kind']) =>
    offered.filter(({ kind }) => kind === wanted).map(({ text }) => text.replaceAll(/\s/gu, ' '))
  expect(texts('player')).toEqual(['VSL (p1)', 'VSL (p2)'])
  expect(texts('recent')).toEqual(['VSL (p2)'])
  expect(texts('video')).toEqual(['VSL (v1)', 'VSL (v2)'])
  expect(texts('report')).toEqual([
    'VSL · Jun 10, 2026, 10:30 PM',
    'VSL · Jun 11, 2026, 10:30 PM',
    'VSL',
  ])
})

test('a report is found by the day on which it was made', () => {
  expect(matching(offeredIn(null), 'vsl jun 11').shown.map(({ id }) => id)).toEqual(['report-r2'])
})
