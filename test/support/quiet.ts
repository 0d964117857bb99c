import type { Page } from 'playwright'
import { vi } from 'vitest'
import type { Activity } from '../../src/shared/features/analytics/answer.ts'
import { asked } from './bridge.ts'

/** Waits until all requests of the window are answered, and returns their number. */
export async function quiet(page: Page): Promise<number> {
  let last = -1
  await vi.waitUntil(
    async () => {
      const { running, sent } = await asked<Activity>(page, ['activity', 'list'])
      const isQuiet = running.length === 0 && sent === last
      last = sent
      return isQuiet
    },
    { interval: 500, timeout: 60_000 },
  )
  return last
}
