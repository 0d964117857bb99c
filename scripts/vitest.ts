// Runs vitest, and counts what passed and what failed.
import fs from 'node:fs'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)

/** The command line of vitest, to be run by Node. */
export function vitest(...args: string[]): string[] {
  return [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args]
}

export interface Counts {
  passed: number
  failed: number
}

interface Report {
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/**
 * The counts of one run, where `run` runs the given arguments on Node and returns the exit status.
 * Each of these is one failure: a file that breaks before its first test, a run without a report,
 * and a run that fails although no test failed.
 */
export async function countTests(
  run: (args: string[]) => number | Promise<number>,
  args: string[],
  report: string,
): Promise<Counts> {
  fs.rmSync(report, { force: true })
  const status = await run([
    ...vitest(...args, '--reporter=default', '--reporter=json'),
    `--outputFile=${report}`,
  ])
  if (!fs.existsSync(report)) return { passed: 0, failed: 1 }
  const { testResults } = JSON.parse(fs.readFileSync(report, 'utf8')) as Report
  const counts = { passed: 0, failed: 0 }
  for (const { status: outcome, assertionResults } of testResults) {
    const having = (wanted: string) =>
      assertionResults.filter((test) => test.status === wanted).length
    counts.passed += having('passed')
    counts.failed += outcome === 'failed' ? Math.max(1, having('failed')) : 0
  }
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  return counts
}
