import { beforeAll, expect, test } from 'vitest'
import { ListNotes } from '../../../../src/renderer/features/ab-tests/ab-tests-screen.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { wordsOf } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

test('the list of tests says how many of them could not be read', () => {
  const said = (leftOut: number) => wordsOf(<ListNotes listed={{ value: [], leftOut }} />)
  expect(said(2)).toContain('2 more tests could not be read')
  expect(said(0)).toBe('')
})
