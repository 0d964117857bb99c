import { expect, test } from 'vitest'
import {
  changedTags,
  hasAnyTag,
  loadPriority,
  tagsInUse,
  toggledTag,
} from '../../../../src/shared/features/player-marks/player-mark.ts'

const mark = { player_id: '0', tags: [], isPinned: false, openedAt: null }

test('tags that differ only in case or accents are one', () => {
  expect(changedTags(['Funil Ção'], { add: ['funil cao', 'VSL'], remove: [] })).toEqual([
    'Funil Ção',
    'VSL',
  ])
  expect(changedTags(['VSL', 'b'], { add: [], remove: ['vsl'] })).toEqual(['b'])
  expect(tagsInUse([{ tags: ['b', 'A'] }, {}, { tags: ['a'] }])).toEqual(['A', 'b'])
  expect(hasAnyTag(['Ção'], ['x', 'cao'])).toBe(true)
  expect(hasAnyTag(['b'], ['x'])).toBe(false)
  expect(hasAnyTag([], [])).toBe(true)
})

test('a chosen tag that no player has is offered, so that it can be taken back', () => {
  const marks = [{ tags: ['VSL'] }]
  expect(tagsInUse(marks, ['vsl', 'Gone'])).toEqual(['Gone', 'VSL'])
  expect(toggledTag(['vsl', 'Gone'], 'VSL')).toEqual(['Gone'])
  expect(toggledTag(['vsl', 'Gone'], 'Gone')).toEqual(['vsl'])
  expect(toggledTag(['vsl'], 'Other')).toEqual(['vsl', 'Other'])
})

test('pinned players come first, then those opened last, then those played most', () => {
  const order = [
    loadPriority({ ...mark, isPinned: true, openedAt: 2e12 }, 0),
    loadPriority({ ...mark, isPinned: true }, 5),
    loadPriority({ ...mark, openedAt: 1.8e12 }, 0),
    loadPriority({ ...mark, openedAt: 1.7e12 }, 1e9),
    loadPriority(undefined, 1e9),
    loadPriority(undefined, 3),
    loadPriority(undefined, 0),
  ]
  expect(order).toEqual([...order].sort((a, b) => b - a))
  expect(new Set(order).size).toBe(order.length)
})
