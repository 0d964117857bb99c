import { expect, test } from 'vitest'
import { makeProgress } from '../../../../src/main/features/updates/progress.ts'

test('the last received bytes are reported, also when no more follow', async () => {
  const told: number[] = []
  const progress = makeProgress({ onChange: () => told.push(progress.now().received) })
  const stalled = progress.run(
    'downloading',
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('cancelled')))
      }),
  )
  progress.onBytes(65_398)
  progress.onBytes(34_602)
  expect(told.at(-1)).toBe(100_000)
  await progress.cancel()
  await stalled
})
