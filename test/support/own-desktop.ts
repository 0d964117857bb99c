// Runs before each file of end-to-end tests, and before anything reads the environment.
import { afterEach, inject } from 'vitest'
import type {} from './desktops.ts'
import { whatRuns } from './launch.ts'

Object.assign(process.env, inject('desktops')[Number(process.env['VITEST_POOL_ID']) - 1])

// In the message, because only the summary of failed tests may be left of a long output.
afterEach(async ({ task }) => {
  const error = task.result?.errors?.[0]
  if (error) error.message += `\n\n${(await whatRuns()).join('\n\n')}`
})
