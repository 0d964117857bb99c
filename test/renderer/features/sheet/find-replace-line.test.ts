import { expect, test } from 'vitest'
import { tickState } from '../../../../src/renderer/features/sheet/find-replace-line.tsx'
import type { Proposed } from '../../../../src/shared/features/sheet/find-replace.ts'
import { detachedRow } from '../../../../src/shared/features/sheet/rows.ts'

const change = (key: string, leftOut: Proposed['leftOut']) =>
  ({
    ...{ key, leftOut },
    cell: leftOut === null ? { row: detachedRow({}), register: 'action.url', value: 'a' } : null,
  }) as Proposed

test('everything is ticked once all that can be replaced is, so that it can be unticked', () => {
  const changes = [change('a', null), change('b', null), change('c', 'sending')]
  expect(tickState(changes, new Map())).toBe('all')
  expect(tickState(changes, new Map([['a', false]]))).toBe('some')
  const none = new Map(['a', 'b', 'c'].map((key) => [key, false]))
  expect(tickState(changes, none)).toBe('none')
  expect(tickState([change('c', 'sending')], new Map())).toBe('none')
})
