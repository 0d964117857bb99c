import { expect, test } from 'vitest'
import { makeFiguresBudget } from '../../../../src/main/features/analytics/figures-budget.ts'
import { virtualClock } from '../../../support/clock.ts'

/** A store of which each slice lets 10 MB go, down to what is allowed. */
function opened({ held, slices = Infinity }: { held: number; slices?: number }) {
  const clock = virtualClock()
  const asked: number[] = []
  const failures: unknown[] = []
  const less: number[] = []
  let [bytes, left] = [held * 1e6, slices]
  const budget = makeFiguresBudget({
    clock,
    limitMb: () => 250,
    onPruned: (one) => less.push(one / 1e6),
    onFailure: (thrown) => failures.push(thrown),
    store: {
      pruneAnswers: async (mostBytes) => {
        asked.push(mostBytes)
        left -= 1
        if (left < 0) throw new Error('the disk is full')
        bytes = Math.max(Math.min(bytes, mostBytes), bytes - 10e6)
        return { bytes, isDone: bytes <= mostBytes }
      },
    },
  })
  const grow = (mb: number) => (bytes += mb * 1e6)
  return {
    ...{ asked, budget, grow, failures, advance: clock.advance },
    ...{ less, held: () => bytes / 1e6 },
  }
}

test('a minute after the start and every six hours, data over the limit is deleted in slices', async () => {
  const { advance, asked, held, grow, less, budget } = opened({ held: 300 })
  await advance(59_000)
  expect(asked).toEqual([])
  await advance(3_000)
  expect(asked).toEqual(Array(5).fill(250e6))
  expect([held(), less]).toEqual([250, [40]])
  grow(20)
  await advance(5 * 3_600_000)
  expect(held()).toBe(270)
  await advance(3_600_000)
  expect([held(), less]).toEqual([250, [40, 10]])
  budget.close()
})

test('a call during a run joins it, and nothing is deleted after closing', async () => {
  const { advance, asked, held, failures, budget } = opened({ held: 300 })
  const both = [budget.prune(), budget.prune()]
  await advance(60)
  expect(asked.length).toBeLessThanOrEqual(3)
  budget.close()
  await Promise.all(both)
  const before = held()
  await advance(7 * 3_600_000)
  expect([held(), failures]).toEqual([before, []])
})

test('a failure is logged and retried later, and does not affect the download', async () => {
  const { advance, held, failures, budget } = opened({ held: 300, slices: 1 })
  const kept = budget.prune()
  await advance(1_000)
  await expect(kept).resolves.toBeUndefined()
  expect([held(), failures.length]).toEqual([290, 1])
  budget.close()
})
