import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { frozen, TestView } from '../../../../src/renderer/features/ab-tests/test-view.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { ComparisonGroup } from '../../../../src/shared/api/comparison-group.ts'
import type { AbDecision } from '../../../../src/shared/features/ab-tests/ab-test.ts'
import { DEFAULT_CHOICE, NO_STORED_DATA } from '../../../../src/shared/features/ab-tests/table.ts'
import { type ArmPair, pairsOf } from '../../../../src/shared/features/ab-tests/times.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { stubBridge, stubDocument } from '../../../support/page-bridge.ts'
import { sampleReport } from '../../../support/sample-report.ts'
import { idOf } from '../../../support/statistics.ts'

beforeAll(() => {
  stubDocument()
  stubBridge(() => new Promise(() => undefined))
  return startText('en')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const ids = [1, 2, 3].map(idOf)
const group: ComparisonGroup = {
  ...{ id: 'group', name: 'Three headlines', started_at: '2026-03-01 00:00:00' },
  players: ids.map((player_id) => ({ player_id })),
}
const opened = {
  ...{ account_id: 'account', group, zone: 'UTC', stored: NO_STORED_DATA },
  nameOf: (id: string) => (id === ids[0] ? 'First' : id === ids[1] ? 'Other' : 'Last'),
  ...{ onRead: () => undefined, onClose: () => undefined },
}

const saidIn = (filters: Record<string, string>) => {
  const { about } = sampleReport()
  const report = { id: 'f'.repeat(64), about: { ...about, filters } }
  return wordsOf(<TestView {...opened} />, report as Parameters<typeof wordsOf>[1])
}

test('a report of a test with three variants opens with the pair of which it was made', () => {
  const said = pairsOf(group).map((pair: ArmPair) => saidIn(frozen(opened, pair).filters))
  expect(said).toEqual([
    expect.stringContaining('A: First · B: Other · since'),
    expect.stringContaining('A: First · B: Last · since'),
    expect.stringContaining('A: Other · B: Last · since'),
  ])
})

test('a report of a pair that is listed no more opens with the first', () => {
  expect(saidIn({ sideA: idOf(8), sideB: idOf(9) })).toContain('A: First · B: Other · since')
})

test('a test with fewer than two listed variants says so, and still shows its decisions', () => {
  const decided: AbDecision = {
    ...{ id: 1, at: 1, hypothesis: '', who: 'Ana', why: 'Keep the first', asOf: 1, chance: null },
    ...{ ...DEFAULT_CHOICE, state: 'collecting', lift: null, low: null, high: null },
    arms: [idOf(1), idOf(2)],
  }
  const said = (decisions: AbDecision[]) => {
    const alone = { ...group, players: group.players.slice(0, 1) }
    const stored = { ...NO_STORED_DATA, decisions }
    return wordsOf(<TestView {...{ ...opened, stored, group: alone }} />)
  }
  expect(said([])).toContain('Fewer than two variants are listed')
  expect(said([decided])).toContain('Fewer than two variants are listed')
  expect(said([decided])).toContain('Keep the first')
})

test('a report that does not name its pair opens with the first', () => {
  expect(saidIn({})).toContain('A: First · B: Other · since')
})
