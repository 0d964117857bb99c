import { vi } from 'vitest'

/** What a reading of the window gives once it gives the same twice: the window follows main. */
export async function settled<T>(read: () => Promise<T>): Promise<T> {
  let last: T | undefined
  await vi.waitUntil(
    async () => {
      const before = JSON.stringify(last)
      last = await read()
      return JSON.stringify(last) === before
    },
    { timeout: 15_000, interval: 400 },
  )
  return last as T
}
