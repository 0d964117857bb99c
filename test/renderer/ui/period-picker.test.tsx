import { expect, test } from 'vitest'
import { startText } from '../../../src/renderer/text.ts'
import { PeriodPanel } from '../../../src/renderer/ui/period-panel.tsx'
import { PeriodPicker, PlayerPeriodPicker } from '../../../src/renderer/ui/period-picker.tsx'
import {
  DEFAULT_PREFERENCES,
  type PeriodChoice,
} from '../../../src/shared/features/settings/preferences.ts'
import type { Period } from '../../../src/shared/time/period.ts'
import { wordsOf } from '../../support/drawn.ts'
import { sampleReport } from '../../support/sample-report.ts'

test('today without what is not over has no comparison, and the choice of one says why', async () => {
  await startText('en')
  const panel = (excludesToday: boolean) => {
    const choice = {
      ...DEFAULT_PREFERENCES.overviewPeriod,
      preset: 'today',
      excludesToday,
    } as const
    const shown = { zone: 'UTC', today: '2026-03-10', isAlone: false, withToday: false }
    const none = () => undefined
    return wordsOf(<PeriodPanel {...{ ...shown, choice }} onChange={none} onDone={none} />)
  }
  expect(panel(true)).toContain('it is not compared')
  expect(panel(false)).not.toContain('it is not compared')
})

test('a screen without a comparison leaves today out as chosen, unless it counts today', async () => {
  await startText('en')
  expect(wordsOf(<PlayerPeriodPicker isAlone zone="UTC" />)).not.toContain('today so far')
  expect(wordsOf(<PlayerPeriodPicker isAlone withToday zone="UTC" />)).toContain('today so far')
})

test('compared days that include today are said to be, where a comparison is shown', async () => {
  await startText('en')
  const said = (customComparison: Period, isAlone = false) => {
    const choice: PeriodChoice = {
      ...DEFAULT_PREFERENCES.playerPeriod,
      ...{ preset: null, custom: { start: '2026-03-01', end: '2026-03-07' } },
      ...{ comparison: 'custom', customComparison },
    }
    const about = { ...sampleReport().about, madeAt: Date.parse('2026-03-20T12:00:00Z') }
    return wordsOf(
      <PeriodPicker zone="UTC" onChange={() => undefined} {...{ choice, isAlone }} />,
      { id: 'made on Mar 20', about },
    )
  }
  const toToday = { start: '2026-03-14', end: '2026-03-20' }
  expect(said(toToday)).toContain('the compared days include today so far')
  expect(said(toToday, true)).not.toContain('include today')
  expect(said({ start: '2026-03-13', end: '2026-03-19' })).not.toContain('include today')
})

test('a player that was created within the compared days or after them is said to be', async () => {
  await startText('en')
  const choice: PeriodChoice = {
    ...DEFAULT_PREFERENCES.playerPeriod,
    ...{ preset: null, custom: { start: '2026-03-15', end: '2026-03-21' }, isFixed: true },
    ...{ comparison: 'custom', customComparison: { start: '2026-03-08', end: '2026-03-14' } },
  }
  const said = (created: string) =>
    wordsOf(<PeriodPicker zone="UTC" onChange={() => undefined} {...{ choice, created }} />)
  expect(said('2026-03-08')).toMatch(
    /^compared with Mar 8 – 14 · The player was created on Mar 8, 2026, so it did not exist on all/,
  )
  expect(said('2026-03-15')).toMatch(
    /^no comparison · The player was created on Mar 15, 2026, after the compared days/,
  )
  for (const created of ['', '2026-03-07']) {
    expect(said(created)).toContain('compared with')
    expect(said(created)).not.toContain('created')
  }
})
