// Runs one of vitest's projects and counts what passed and what failed.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** The command line of vitest for one project, to be run by Node. */
export function vitest(project, args) {
  return [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', project, ...args]
}

/**
 * The counts of one project, where `run` runs the arguments it is given on Node and answers the
 * status.
 *
 * A window on a busy machine can be late for a test that reads it. Each file with a failure is
 * therefore run once more by itself: what fails twice has failed, and what passes then is counted
 * as passed and named as unsteady, so that it is seen and mended.
 */
export function suite(project, run) {
  const first = results(project, run, [])
  if (first.files.length === 0) return { ...first, unsteady: [] }
  const counts = { passed: first.passed, failed: first.failed, isWhole: first.isWhole }
  const unsteady = []
  for (const file of first.files) {
    const name = path.relative(root, file.name)
    console.log(`Once more, alone: ${name}`)
    const second = results(project, run, [name])
    if (!second.isWhole) continue
    counts.passed += second.passed - file.passed
    counts.failed += second.failed - file.failed
    if (second.failed === 0) unsteady.push({ name, failures: file.failures })
  }
  return { ...counts, unsteady }
}

/** `files` are those with a failure; `isWhole` says that vitest came to its end and said why not. */
function results(project, run, only) {
  const report = path.join(root, 'out/test', `${project}.json`)
  fs.rmSync(report, { force: true })
  const status = run(
    vitest(project, [...only, '--reporter=default', '--reporter=json', `--outputFile=${report}`]),
  )
  if (!fs.existsSync(report)) return { passed: 0, failed: 0, isWhole: false, files: [] }
  const told = JSON.parse(fs.readFileSync(report, 'utf8'))
  const files = told.testResults
    .filter((one) => one.status === 'failed')
    .map(({ name, assertionResults }) => {
      const failures = assertionResults.filter((one) => one.status === 'failed')
      const passed = assertionResults.filter((one) => one.status === 'passed').length
      // A file that breaks before its first test reports no failed test, and has failed.
      const failed = Math.max(1, failures.length)
      return { name, passed, failed, failures: failures.map(({ title }) => title) }
    })
  const isWhole = status === 0 || files.length > 0
  const failed = files.reduce((sum, file) => sum + file.failed, 0)
  return { passed: told.numPassedTests, failed, isWhole, files }
}
