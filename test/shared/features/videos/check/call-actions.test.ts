import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkOverlaps,
  isOverlapping,
  newOverlaps,
} from '../../../../../src/shared/features/videos/check/call-actions.ts'

const window = fc.record({ start: fc.nat(12), length: fc.integer({ min: -1, max: 6 }) })
type Window = { start: number; length: number }
const type = fc.constantFrom('inside_video', 'inside_video', 'inside_video', 'outside_video')
const items = fc
  .array(fc.record({ window, type }), { minLength: 2, maxLength: 8 })
  .map((all) => all.map((one, index) => anItem(`cta-${index}`, one.window, one.type)))

const anItem = (id: string, { start, length }: Window, of = 'inside_video') => ({
  ...{ id, base: { type: of }, window: { start, end: start + length } },
})
type Item = ReturnType<typeof anItem>

const foundIn = (all: readonly Item[]) => new Set([...checkOverlaps(all)].map(([id]) => id))

/** Whether more overlap when some are moved. */
function isMoreFound(all: readonly Item[], moved: ReadonlyMap<number, Window>) {
  const known = foundIn(all)
  const now = all.map((item, index) => movedTo(item, moved.get(index)))
  return [...foundIn(now)].some((id) => !known.has(id))
}

const movedTo = (item: Item, to: Window | undefined) =>
  to ? anItem(item.id, to, item.base.type) : item

function movedItems(all: readonly Item[], index: number, to: Window) {
  const item = all[index]
  if (!item) return []
  return newOverlaps(all).movedAmong([{ item, index }], [movedTo(item, to)])
}

test('one that is moved overlaps others anew where the check of all finds more', () => {
  fc.assert(
    fc.property(items, fc.nat(), window, (all, at, to) => {
      const index = at % all.length
      const isNew = movedItems(all, index, to).some(newOverlaps(all).isNewBeside)
      expect(isNew).toBe(isMoreFound(all, new Map([[index, to]])))
    }),
    { numRuns: 2000 },
  )
})

test('two that are moved overlap each other anew where the check of all finds more', () => {
  fc.assert(
    fc.property(items, window, window, (all, to, other) => {
      const alone = [movedItems(all, 0, to), movedItems(all, 1, other)] as const
      fc.pre(!alone.flat().some(newOverlaps(all).isNewBeside))
      const isNew = alone[0].some((one) => isOverlapping(one, alone[1]))
      const both = new Map([
        [0, to],
        [1, other],
      ])
      expect(isNew).toBe(isMoreFound(all, both))
    }),
    { numRuns: 2000 },
  )
})
