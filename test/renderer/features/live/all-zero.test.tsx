import { beforeAll, expect, test } from 'vitest'
import { AllZero } from '../../../../src/renderer/features/live/events-of-player.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { wordsOf } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

test('days without events are doubted only of a player that is not in the list', () => {
  expect(wordsOf(<AllZero isUnknown={false} />)).toBe('No events in this period.')
  expect(wordsOf(<AllZero isUnknown />)).toContain('check that it is in the player list')
})
