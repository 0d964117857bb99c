import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { suite } from '../../scripts/suites.mjs'

const root = path.resolve(import.meta.dirname, '../..')

interface Ran {
  file: string
  /** Each test's title, and whether it passed; none when the file broke before its first. */
  tests: Record<string, boolean>
}

/** Runs that report what is given, one after the other, and the files each was asked for. */
function reports(...runs: Ran[][]) {
  const asked: string[][] = []
  const run = (args: string[]) => {
    const testResults = (runs[asked.length] ?? []).map(result)
    asked.push(args.filter((arg) => arg.endsWith('.test.ts')))
    const numPassedTests = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length
    const output = args.find((arg) => arg.startsWith('--outputFile='))?.slice(13) ?? ''
    fs.mkdirSync(path.dirname(output), { recursive: true })
    fs.writeFileSync(output, JSON.stringify({ testResults, numPassedTests }))
    return testResults.some(({ status }) => status === 'failed') ? 1 : 0
  }
  return { run, asked }
}

function result({ file, tests }: Ran) {
  const outcomes = Object.values(tests)
  const hasFailed = outcomes.length === 0 || outcomes.includes(false)
  return {
    name: path.join(root, file),
    status: hasFailed ? 'failed' : 'passed',
    assertionResults: Object.entries(tests).map(([title, isGood]) => ({
      title,
      status: isGood ? 'passed' : 'failed',
    })),
  }
}

vi.spyOn(console, 'log').mockImplementation(() => {})
afterEach(() => fs.rmSync(path.join(root, 'out/test/of-suites.json'), { force: true }))

const GOOD: Ran = { file: 'test/a.test.ts', tests: { one: true, two: true } }
const BAD: Ran = { file: 'test/b.test.ts', tests: { three: true, four: false } }

test('a file that fails twice has failed', () => {
  const { run, asked } = reports([GOOD, BAD], [BAD])
  expect(suite('of-suites', run)).toEqual({ passed: 3, failed: 1, isWhole: true, unsteady: [] })
  expect(asked).toEqual([[], ['test/b.test.ts']])
})

test('a file that passes alone is counted as passed and named with what failed before', () => {
  const { run } = reports([GOOD, BAD], [{ ...BAD, tests: { three: true, four: true } }])
  expect(suite('of-suites', run)).toEqual({
    ...{ passed: 4, failed: 0, isWhole: true },
    unsteady: [{ name: 'test/b.test.ts', failures: ['four'] }],
  })
})

test('a file that breaks before its first test is a failure', () => {
  const broken = { file: 'test/b.test.ts', tests: {} }
  const { run } = reports([GOOD, broken], [broken])
  expect(suite('of-suites', run)).toMatchObject({ passed: 2, failed: 1 })
})

test('a run that leaves no report did not come to its end', () => {
  expect(suite('of-suites', () => 1)).toMatchObject({ isWhole: false })
})
