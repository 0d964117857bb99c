import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PlayerTable } from '../../../../src/renderer/features/overview/player-table.tsx'
import { useTableView } from '../../../../src/renderer/features/overview/use-table-view.ts'
import { startText } from '../../../../src/renderer/text.ts'
import { overviewTable } from '../../../../src/shared/features/overview/table.ts'
import type { AppInfo } from '../../../../src/shared/features/settings/window-info.ts'
import { drawn } from '../../../support/drawn.ts'
import { anOverview, aPlayer, aRow } from '../../../support/statistics.ts'

beforeAll(async () => {
  await startText('en')
  vi.stubGlobal('window', { innerHeight: 900 })
  const createElement = () => ({ getContext: () => null })
  const fonts = { check: () => false }
  vi.stubGlobal('document', { querySelector: () => null, createElement, fonts })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const overview = anOverview([aRow({ player: aPlayer({ name: 'The only one' }) })])

function Players({ created = '' }: { created?: string }) {
  const view = useTableView(overview)
  const { search, activeOnly, tags, columns, sort } = view
  const table = overviewTable(overview, { search, activeOnly, tags, columns, sort })
  const period = { start: '2026-03-01', end: '2026-03-02' }
  const whole = { isPartial: false, partial: new Set<string>(), isLate: false }
  const young = new Map(created ? [[overview.rows[0]?.player.id ?? '', created]] : [])
  return (
    <PlayerTable
      {...{ table, view, period, young, ...whole }}
      account_id="a"
      players={1}
      knownTags={[]}
      stamp={overview}
      note={null}
      action={null}
      onRead={() => undefined}
    />
  )
}

test('a row leads to the dashboard of its player, and nowhere in a report, which has none', () => {
  const report = { id: 'r' } as AppInfo['report']
  expect(drawn(<Players />)).toContain('The only one')
  expect(drawn(<Players />)).toMatch(/class="[^"]*canOpen/u)
  expect(drawn(<Players />, report)).toContain('The only one')
  expect(drawn(<Players />, report)).not.toMatch(/class="[^"]*canOpen/u)
})

test('a player that did not exist on all of the compared days says since when', () => {
  expect(drawn(<Players created="2026-02-20" />)).toContain('since Feb 20<')
  expect(drawn(<Players created="2025-02-20" />)).toContain('since Feb 20, 2025<')
  expect(drawn(<Players />)).not.toContain('since')
})
