import { expect, test } from 'vitest'
import { rowKeys } from '../../../../src/shared/features/problems/problem.ts'

const found = (video_id: string) => ({
  ...{ video_id, group: 'call_actions' as const, item_id: 'cta-1', rule: 'address-http' },
})

test('the rows of problems keep their keys when those above them are solved', () => {
  const all = ['a', 'b', 'b', 'c'].map(found)
  const keys = rowKeys(all)
  expect(new Set(keys).size).toBe(4)
  expect(rowKeys(all.slice(1))).toEqual(keys.slice(1))
})
