import { expect, test } from 'vitest'
import { FROZEN_ANSWERS } from '../../../../src/shared/features/reports/frozen-answers.ts'
import { anOverview } from '../../../support/statistics.ts'

test('a report keeps how many players are in no figure, and an older one opens without their number', () => {
  const opened = (overview: object) => FROZEN_ANSWERS['overview.read']?.parse(overview)
  const overview = { ...anOverview([]), leftOut: 1, comparedLeftOut: 2 }
  expect(opened(overview)).toEqual(overview)
  expect(opened(anOverview([]))).toEqual(anOverview([]))
})
