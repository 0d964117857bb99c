import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** A proof repeats a test's work hundreds of times, and is stopped by the person who runs it. */
const isProof = process.env['CUEPOINT_PROOF_SCALE'] !== undefined
const testTimeout = isProof ? 12 * 3_600_000 : 240_000

/** On a busy machine what is polled for can take longer than the second that is usual. */
const PATIENCE_MS = 60_000

const inNode = {
  testTimeout,
  hookTimeout: 60_000,
  maxWorkers: 3,
  expect: { poll: { timeout: PATIENCE_MS } },
  setupFiles: ['test/support/at-instant.ts', 'test/support/closes-opened.ts'],
  // Each worker and child process reads the same sources: what was compiled once is kept.
  env: { NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/compiled') },
}

/** Two windows on one desktop would take the focus from each other. */
const ONE_DESKTOP = { maxWorkers: 1, fileParallelism: false }

/** Tests that start Electron, each worker on a desktop of its own. */
const inElectron = {
  testTimeout,
  hookTimeout: 120_000,
  ...(process.platform === 'linux' ? { maxWorkers: 3 } : ONE_DESKTOP),
  // After the unit tests, not beside them.
  sequence: { groupOrder: 1 },
  globalSetup: 'test/support/desktops.ts',
  setupFiles: ['test/support/at-instant.ts', 'test/support/own-desktop.ts'],
  expect: { poll: { timeout: PATIENCE_MS } },
}

/** The end-to-end tests that need nothing of Electron itself but dialogs that choose a file. */
const IN_CHROMIUM = [
  ...['accessibility', 'annotations', 'bad-answers', 'bad-answers-account', 'bad-answers-more'],
  ...['compare-reports', 'conflicts', 'curves', 'curves-kept', 'data-folder', 'editing'],
  ...['honest-figures', 'keyboard', 'leaderboard', 'lists-remember', 'main-job'],
  ...['naughty', 'notes', 'pictures', 'service-habits', 'start', 'traffic', 'variants'],
]

export default defineConfig({
  test: {
    globalSetup: 'test/support/own-temp.ts',
    projects: [
      {
        test: {
          ...inNode,
          name: 'pure',
          include: ['test/{shared,renderer}/**/*.test.{ts,tsx}', 'test/service/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...inNode,
          name: 'unit',
          include: ['test/{main,contract,scripts,service/wire}/**/*.test.ts'],
          globalSetup: 'test/support/bundled-threads.ts',
          isolate: false,
        },
      },
      {
        test: {
          ...inElectron,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          isolate: false,
          env: { CUEPOINT_APP: 'out/test-build' },
        },
      },
      {
        test: {
          ...inElectron,
          name: 'chromium',
          include: IN_CHROMIUM.map((name) => `test/e2e/${name}.test.ts`),
          isolate: false,
          env: { CUEPOINT_APP: 'out/test-build', CUEPOINT_WINDOW: 'chromium' },
        },
      },
      {
        test: {
          ...inElectron,
          name: 'release',
          include: ['test/release/**/*.test.ts', 'test/e2e/{main-job,security,self-check}.test.ts'],
          env: { CUEPOINT_APP: '.' },
        },
      },
      {
        test: {
          ...inElectron,
          name: 'packaged',
          include: ['test/packaged/**/*.test.ts'],
          isolate: false,
        },
      },
    ],
  },
})
