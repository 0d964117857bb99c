import { vi } from 'vitest'

/**
 * A value read from the window once two readings agree, because the window follows main with a
 * delay.
 */
export async function settled<T>(read: () => Promise<T>): Promise<T> {
  let last: T | undefined
  await vi.waitUntil(
    async () => {
      const before = JSON.stringify(last)
      last = await read()
      return JSON.stringify(last) === before
    },
    { timeout: 60_000, interval: 400 },
  )
  return last as T
}
