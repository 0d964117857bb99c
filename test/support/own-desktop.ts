// Runs before each file of end-to-end tests, and before anything reads the environment.
import { afterEach, inject } from 'vitest'
import type {} from './desktops.ts'
import { whatRuns } from './launch.ts'

Object.assign(process.env, inject('desktops')[Number(process.env['VITEST_POOL_ID']) - 1])

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error((await whatRuns()).join('\n\n'))
})
