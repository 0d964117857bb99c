import { expect, test } from 'vitest'
import { itemLabel, rowKeys } from '../../../../src/shared/features/problems/problem.ts'

const found = (video_id: string) => ({
  ...{ video_id, group: 'call_actions' as const, item_id: 'cta-1', rule: 'address-http' },
})

test('the rows of problems keep their keys when those above them are solved', () => {
  const all = ['a', 'b', 'b', 'c'].map(found)
  const keys = rowKeys(all)
  expect(new Set(keys).size).toBe(4)
  expect(rowKeys(all.slice(1))).toEqual(keys.slice(1))
})

test('HTML is named by its label rather than its code, and an item without a name by its id', () => {
  const action = { as_html: true, content: '<b>Buy</b>' }
  expect(itemLabel({ id: 'cta-1', base: { name: 'Label' }, action })).toBe('Label')
  expect(itemLabel({ id: 'cta-1', base: { name: ' ' } })).toBe('cta-1')
})
