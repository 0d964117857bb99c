import { beforeAll, expect, test } from 'vitest'
import { KeyFigures } from '../../../../src/renderer/features/overview/tiles.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import type { Statistics } from '../../../../src/shared/api/statistics.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { anOverview, aPlayer, aStatistics, idOf } from '../../../support/statistics.ts'

beforeAll(() => startText('en'))

const period = { start: '2026-03-01', end: '2026-03-02' }
const dates = { period, comparison: null, today: '2026-03-20', read: '2026-03-20' }

const figures = (change: Partial<Statistics>) => ({
  period: aStatistics(change),
  sums: null,
  asOf: 1,
})

function said(players: Partial<Player>[], change: Partial<Statistics> = {}) {
  const rows = players.map((player, index) => {
    const current = figures(change)
    return { player: aPlayer({ id: idOf(index), ...player }), current, comparison: null }
  })
  return wordsOf(
    <KeyFigures account_id="a" overview={anOverview(rows)} isPartial={false} {...dates} />,
  )
}

test('the share that reaches the pitch is not applicable where no player has one, which is said', () => {
  const none = { pitch_time: 0 }
  const text = 'No pitch set. Without one, every session would count as having reached it.'
  expect(said([none, none])).toContain(`${text} No pitch set`)
  expect(said([none])).toContain(`${text} No pitch set`)
  expect(said([none, {}])).not.toContain('No pitch set')
  const unplayed = said([{}, {}], { total_over_pitch: 0, total_under_pitch: 0 })
  expect(unplayed).toContain('n/a')
  expect(unplayed).not.toContain('No pitch set')
})

test('a comparison that only has to be downloaded is not called missing', () => {
  const comparison = { period: null, sums: null, asOf: null }
  const rows = [{ player: aPlayer(), current: figures({}), comparison }]
  const compared = { ...dates, comparison: { start: '2026-02-01', end: '2026-02-02' } }
  const words = wordsOf(
    <KeyFigures account_id="a" overview={anOverview(rows)} isPartial={false} {...compared} />,
  )
  expect(words).toContain('Not downloaded for these dates.')
  expect(words).not.toContain('There is no data to compare with')
})
