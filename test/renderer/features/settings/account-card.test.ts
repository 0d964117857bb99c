import { expect, test } from 'vitest'
import { replacedText } from '../../../../src/renderer/features/settings/account-card.tsx'

test('a key that is only in memory is never called saved', () => {
  const textOf = (analytics: 'ready' | 'session', testedAt: number | null) =>
    replacedText({ keys: { analytics, video: 'absent' }, testedAt })
  expect([textOf('ready', 1), textOf('ready', null)]).toEqual(['replaced', 'keptUntested'])
  expect([textOf('session', 1), textOf('session', null)]).toEqual(['inMemory', 'inMemory'])
})
