import { beforeAll, expect, test } from 'vitest'
import { LiveAge } from '../../../../src/renderer/features/live/live-block.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { NOW } from '../../../support/instant.ts'

beforeAll(() => startText('en'))

test('that one of the players could not be refreshed is told, whichever it is', () => {
  const fresh = { live: { asOf: NOW, from: 'service', trouble: null } } as const
  const failure = { kind: 'unavailable', status: 503, text: '' } as const
  const old = { live: { asOf: NOW - 90_000, from: 'store', trouble: failure } } as const
  const said = (answers: Parameters<typeof LiveAge>[0]['answers']) =>
    wordsOf(<LiveAge answers={answers} zone="UTC" />)
  expect(said([fresh, old])).toContain('could not be refreshed')
  expect(said([old, fresh])).toContain('could not be refreshed')
  expect(said([fresh, fresh])).not.toContain('could not be refreshed')
  expect(said([])).toBe('')
})
