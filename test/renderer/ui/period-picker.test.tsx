import { expect, test } from 'vitest'
import { startText } from '../../../src/renderer/text.ts'
import { PlayerPeriodPicker } from '../../../src/renderer/ui/period-picker.tsx'
import { wordsOf } from '../../support/drawn.ts'

test('a screen without a comparison leaves today out as chosen, unless it counts today', async () => {
  await startText('en')
  expect(wordsOf(<PlayerPeriodPicker isAlone zone="UTC" />)).not.toContain('today so far')
  expect(wordsOf(<PlayerPeriodPicker isAlone withToday zone="UTC" />)).toContain('today so far')
})
