import { expect, test } from 'vitest'
import { preferencesFor, viewOf } from '../../../../src/shared/features/reports/view.ts'
import { DEFAULT_PREFERENCES } from '../../../../src/shared/features/settings/preferences.ts'
import { sampleReport } from '../../../support/sample-report.ts'

const AUTHOR = {
  ...DEFAULT_PREFERENCES,
  ...({ language: 'pt-BR', deadBand: 7 } as const),
  overviewTable: {
    columns: ['total_viewed', 'play_rate'],
    sort: { column: 'play_rate', descending: false },
  },
}

test('a report is shown with its author’s columns and order, in its reader’s language', () => {
  const report = { ...sampleReport(), view: viewOf(AUTHOR) }
  const { overviewTable, deadBand, language } = preferencesFor(report, DEFAULT_PREFERENCES)
  expect({ overviewTable, deadBand }).toEqual({
    overviewTable: AUTHOR.overviewTable,
    deadBand: 7,
  })
  expect(language).toBe(DEFAULT_PREFERENCES.language)
})

test('a report of an earlier version, without columns, is shown with its reader’s', () => {
  const { overviewTable: _, ...view } = viewOf(AUTHOR)
  const shown = preferencesFor({ ...sampleReport(), view }, DEFAULT_PREFERENCES)
  expect(shown.overviewTable).toEqual(DEFAULT_PREFERENCES.overviewTable)
})

test('a choice that cannot be read leaves a report its others', () => {
  const view = { ...viewOf(AUTHOR), guardrails: 'of a later version' }
  const shown = preferencesFor({ ...sampleReport(), view }, DEFAULT_PREFERENCES)
  expect(shown.overviewTable).toEqual(AUTHOR.overviewTable)
  expect(shown.deadBand).toBe(AUTHOR.deadBand)
  expect(shown.guardrails).toEqual(DEFAULT_PREFERENCES.guardrails)
})
