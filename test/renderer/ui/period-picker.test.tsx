import { expect, test } from 'vitest'
import { startText } from '../../../src/renderer/text.ts'
import { PeriodPanel } from '../../../src/renderer/ui/period-panel.tsx'
import { PlayerPeriodPicker } from '../../../src/renderer/ui/period-picker.tsx'
import { DEFAULT_PREFERENCES } from '../../../src/shared/features/settings/preferences.ts'
import { wordsOf } from '../../support/drawn.ts'

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
