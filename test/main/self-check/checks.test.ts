import { expect, test } from 'vitest'
import { type Check, runChecks } from '../../../src/main/self-check/checks.ts'
import { AppError } from '../../../src/shared/failure.ts'
import { testClock } from '../../support/clock.ts'

async function ran(checks: Check[], longestMs = 5000) {
  const lines: string[] = []
  const outcome = await runChecks(checks, { say: (line) => lines.push(line), longestMs })
  return { lines, ...outcome }
}

const good: Check = { name: 'good', run: () => Promise.resolve('seen\nin two lines') }

test('each check is one line, in the order in which they end, a failed one with its reason', async () => {
  const late: Check = {
    name: 'late',
    async run() {
      await testClock.wait(50)
      throw new AppError({ kind: 'key', state: 'locked' })
    },
  }
  const wrong: Check = { name: 'wrong', run: () => Promise.reject(new Error('why')) }
  expect(await ran([late, good, wrong])).toEqual({
    lines: [
      'ok      good: seen in two lines',
      'FAILED  wrong: Error: why',
      'FAILED  late: {"kind":"key","state":"locked"}',
    ],
    failed: 2,
    isSettled: true,
  })
})

test('a check that exceeds the time limit is named, and fails', async () => {
  const never: Check = { name: 'never', run: () => new Promise(() => undefined) }
  const { lines, failed, isSettled } = await ran([never, good], 100)
  expect(lines).toEqual([
    'ok      good: seen in two lines',
    'FAILED  never: no answer within 0.1 s',
  ])
  expect({ failed, isSettled }).toEqual({ failed: 1, isSettled: false })
})

test('a check that ends after its limit is not reported a second time', async () => {
  let answer = (_seen: string) => {}
  const slow: Check = {
    name: 'slow',
    run: () => new Promise((resolve) => (answer = resolve)),
  }
  const { lines } = await ran([slow], 50)
  answer('seen')
  await testClock.wait(10)
  expect(lines).toEqual(['FAILED  slow: no answer within 0.05 s'])
})
