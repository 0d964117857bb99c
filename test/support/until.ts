import { vi } from 'vitest'

/** What `read` returns as soon as it is so; fails when it is not within a minute. */
export async function until<T>(
  read: () => T | Promise<T>,
  isSo: (value: T) => boolean,
): Promise<T> {
  const found: { value?: T } = {}
  await vi.waitUntil(
    async () => {
      found.value = await read()
      return isSo(found.value)
    },
    { timeout: 60_000, interval: 20 },
  )
  return found.value as T
}
