import { expect, test, vi } from 'vitest'
import type * as sheetRefused from '../../../../src/renderer/features/sheet/refused.ts'
import { afterSave } from '../../../../src/renderer/features/sheet/refused.ts'
import type { Failure } from '../../../../src/shared/failure.ts'
import { wordsOf } from '../../../support/drawn.ts'

const FULL: Failure = { kind: 'storage', reason: 'full', path: '/', text: '' }
const cell = (row: string, typed: string) => ({ row, column: 'action.content', typed })

test('a refused cell keeps its typed text while other cells are saved, until it is saved itself', () => {
  const refused = afterSave([], cell('v1 a', 'Buy now'), FULL)
  expect(refused).toEqual([{ failure: FULL, cell: cell('v1 a', 'Buy now') }])
  expect(afterSave(refused, cell('v1 b', 'Sign up'), null)).toEqual(refused)
  expect(afterSave(refused, null, null)).toEqual(refused)
  expect(afterSave(refused, cell('v1 a', 'Buy today'), null)).toEqual([])
})

test('a cell that is refused again has its last text, and any other action only its last failure', () => {
  const once = afterSave([], cell('v1 a', 'Buy'), FULL)
  const again = afterSave(afterSave(once, null, FULL), cell('v1 a', 'Buy now'), FULL)
  expect(again.map((one) => one.cell?.typed ?? null)).toEqual([null, 'Buy now'])
  expect(afterSave(again, null, { kind: 'cancelled' })).toHaveLength(2)
  expect(afterSave(again, null, null)).toEqual([{ failure: FULL, cell: cell('v1 a', 'Buy now') }])
})

test('refused text is there again in another page of the window', async () => {
  const refused = [{ failure: FULL, cell: cell('v1 a', 'Buy now') }]
  vi.stubGlobal('history', { state: { refused: { 'first pixels': refused } } })
  // As a page's first: the module reads what the page before it left.
  const page = '../../../../src/renderer/features/sheet/refused.ts?page'
  const { useRefused } = (await import(page)) as typeof sheetRefused
  vi.unstubAllGlobals()
  const Typed = ({ account }: { account: string }) =>
    useRefused(account, 'pixels')[0].map((one) => <p key={one.cell?.row}>{one.cell?.typed}</p>)
  expect(wordsOf(<Typed account="first" />)).toBe('Buy now')
  expect(wordsOf(<Typed account="second" />)).toBe('')
})
