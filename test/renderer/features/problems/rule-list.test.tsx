import { beforeAll, expect, test } from 'vitest'
import { RuleList } from '../../../../src/renderer/features/problems/rule-list.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { ProblemList, RuleFindings } from '../../../../src/shared/features/problems/calls.ts'
import { wordsOf } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

const FOUND: RuleFindings = {
  ...{ rule: 'own:r1', severity: 'error', count: 3, videos: 1, isNew: false, problems: [] },
}

test('how many videos and own rules have open problems is said only where all of these are listed', () => {
  const list: ProblemList = {
    ...{ findings: [FOUND], videos: { error: 0, warning: 0, note: 0, own: 7 }, rules: [] },
    ...{ counts: { all: 3, new: 0, fixable: 0, muted: 3 }, checked: 9, active: null },
    ...{ checkedAt: 0, gone: 0, longest: null },
  }
  const words = {
    ...{ titleOf: () => 'No price', reasonOf: () => '', ownWordsOf: () => 'A price' },
    found: () => [],
  }
  const said = (isWhole: boolean) =>
    wordsOf(<RuleList {...{ list, isWhole, words }} chosen={undefined} onChoose={() => {}} />)
  expect(said(true)).toMatch(/7 videos 1 of 0 found something No price/)
  expect(said(false)).not.toMatch(/7 videos|found something/)
  expect(said(false)).toContain('No price')
})
