import { beforeAll, expect, test } from 'vitest'
import { startText } from '../../../src/renderer/text.ts'
import { CellView } from '../../../src/renderer/ui/missing-value.tsx'
import { wordsOf } from '../../support/drawn.ts'
import { NOW } from '../../support/instant.ts'

beforeAll(() => startText('en'))

test('a time of creation that cannot be read is shown as it came', () => {
  const said = (cell: number | string) => wordsOf(<CellView cell={cell} kind="instant" />)
  expect(said('0000-00-00 00:00:00')).toBe('0000-00-00 00:00:00')
  expect(said('')).toBe('')
  expect(said(NOW)).toMatch(/20\d\d/)
})
