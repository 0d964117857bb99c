import { expect, test } from 'vitest'
import { makeReports } from '../../../../src/main/features/reports/reports.ts'
import { failureOf } from '../../../../src/shared/failure.ts'
import { testClock } from '../../../support/clock.ts'
import { sampleReport } from '../../../support/sample-report.ts'
import { storedReport } from '../../../support/stored-reports.ts'

test('a screen that holds more than a report can is refused as that, and not as a file of somebody', async () => {
  const report = sampleReport()
  const value = Array(1_000_001).fill(0)
  const tooLarge = { ...report, calls: [{ noun: 'analytics', verb: 'stats', input: {}, value }] }
  const reports = makeReports({
    ...{ store: { pruneReports: async () => undefined }, clock: testClock },
    ...{ freeze: async () => tooLarge, capture: async () => null },
  } as never)
  const screen = {} as never
  const thrown: unknown = await reports.freeze(screen).catch((error: unknown) => error)
  expect(failureOf(thrown)).toMatchObject({ kind: 'refused', reason: 'too-much-for-report' })
})

test('a stored report whose bytes are damaged is refused by its title', async () => {
  const { id, about, document } = storedReport(1)
  const store = {
    pruneReports: async () => undefined,
    reportDocument: async () => document,
    reports: async () => [{ id, about }],
  }
  const reports = makeReports({ store, clock: testClock } as never)
  const thrown: unknown = await reports.read(id).catch((error: unknown) => error)
  expect(failureOf(thrown)).toMatchObject({
    kind: 'report-file',
    reason: 'damaged',
    name: about.title,
  })
})
