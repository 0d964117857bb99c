import { beforeAll, expect, test } from 'vitest'
import { LeftOut } from '../../../../src/renderer/features/overview/overview-screen.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { wordsOf } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

test('the overview says which players of either period are not in its figures', () => {
  const said = (leftOut: number, comparedLeftOut?: number) =>
    wordsOf(<LeftOut overview={{ leftOut, ...(comparedLeftOut && { comparedLeftOut }) }} />)
  const current =
    '2 players that are no longer in the list have data for these dates; they are not included.'
  const compared =
    '1 player that is no longer in the list has data for the comparison period; it is not included.'
  expect(said(0)).toBe('')
  expect(said(2)).toBe(current)
  expect(said(0, 1)).toBe(compared)
  expect(said(2, 1)).toBe(`${current} ${compared}`)
})
