import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{shared,main,service,renderer,contract,scripts}/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/at-instant.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          setupFiles: ['test/support/at-instant.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          fileParallelism: false,
          // A window on a busy machine takes longer than the second that is usual.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
