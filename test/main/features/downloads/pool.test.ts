import { expect, test } from 'vitest'
import { inPool } from '../../../../src/main/features/downloads/pool.ts'

const { signal } = new AbortController()

test('an item that is not ready is postponed, but runs at the end all the same', async () => {
  const done: string[] = []
  const ready = new Map([
    ['a soon', 2],
    ['never', Number.POSITIVE_INFINITY],
  ])
  const isReady = (item: string) => done.length >= (ready.get(item) ?? 0)
  await inPool(['a soon', 'never', 'b', 'c', 'd'], { atOnce: 1, signal, isReady }, async (item) => {
    done.push(item)
  })
  expect(done).toEqual(['b', 'c', 'a soon', 'd', 'never'])
})
