import { expect, test } from 'vitest'
import type { OwnAnnotation } from '../../../../src/shared/features/annotations/own-annotation.ts'
import { requestDifferences } from '../../../../src/shared/features/reports/compare-request.ts'
import type { ReportDocument } from '../../../../src/shared/features/reports/report.ts'
import { sampleReport } from '../../../support/sample-report.ts'

const launch: OwnAnnotation = {
  ...{ id: 'one', player_id: null, text: 'Launch', tags: ['ads', 'mail'], madeAt: 1, changedAt: 1 },
  period: { start: '2025-03-02', end: '2025-03-02' },
}

function withAnnotations(value: unknown): ReportDocument {
  const report = sampleReport()
  const input = { account_id: report.about.account.id }
  return {
    ...report,
    calls: [...report.calls, { noun: 'annotations', verb: 'list', input, value }],
  }
}
const holding = (...annotations: OwnAnnotation[]) => withAnnotations({ annotations })
const differences = (left: ReportDocument, right: ReportDocument) =>
  requestDifferences({ left, right })

const said = { period: launch.period, text: 'Launch' }

test('an annotation that was added, changed or deleted since is listed with both versions', () => {
  expect(differences(holding(), holding(launch))).toEqual([
    { what: 'annotation', id: 'one', left: null, right: said },
  ])
  expect(differences(holding(launch), holding({ ...launch, text: 'Relaunch' }))).toEqual([
    { what: 'annotation', id: 'one', left: said, right: { ...said, text: 'Relaunch' } },
  ])
  expect(differences(holding(launch), holding())).toEqual([
    { what: 'annotation', id: 'one', left: said, right: null },
  ])
})

test('an unchanged annotation, or one outside the days of both reports, is not listed', () => {
  const changed = { ...launch, tags: ['of the user alone'], madeAt: 5, changedAt: 9 }
  expect(differences(holding(launch), holding(changed))).toEqual([])
  const later = { ...launch, period: { start: '2025-04-01', end: '2025-04-02' } }
  expect(differences(holding(), holding(later))).toEqual([])
})

test('an annotation moved out of the days of both reports is listed with its old days', () => {
  const period = { start: '2025-04-01', end: '2025-04-02' }
  expect(differences(holding(launch), holding({ ...launch, period }))).toEqual([
    { what: 'annotation', id: 'one', left: said, right: { ...said, period } },
  ])
})

test('without a valid list of annotations in a report, no difference is listed', () => {
  expect(differences(sampleReport(), holding(launch))).toEqual([])
  for (const value of [null, 'x', { annotations: [{ id: 1 }] }, { annotations: { one: launch } }]) {
    expect(differences(withAnnotations(value), holding(launch))).toEqual([])
  }
})

test('an annotation of days or of a player that the other report is not about is not listed', () => {
  const listed = (left: ReportDocument, right: ReportDocument) =>
    differences(left, right).filter(({ what }) => what === 'annotation')
  const of = (change: Partial<ReportDocument['about']>, report = holding()) => ({
    ...report,
    about: { ...report.about, group: null, ...change },
  })
  const april = { start: '2025-04-01', end: '2025-04-30' }
  expect(listed(holding(launch), of({ period: april }))).toEqual([])
  const { player } = holding().about
  if (!player) throw new Error('the sample is of a player')
  const other = { ...player, id: 'b'.repeat(24) }
  const theirs = holding({ ...launch, player_id: other.id })
  expect(listed(of({}), of({ player: other }, theirs))).toEqual([])
  expect(listed(of({ player: other }), of({ player: other }, theirs))).toHaveLength(1)
})
