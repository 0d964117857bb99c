import { expect, test } from 'vitest'
import { problemsOfRows } from '../../../../src/renderer/features/sheet/use-facts.ts'
import { sheetRows } from '../../../../src/shared/features/sheet/rows.ts'

test('what is wrong with a group is shown at each of its items, after what is worse', () => {
  const at = { group: 'pixels', video_id: 'v1' } as const
  const findings = [
    {
      ...{ rule: 'no-code', severity: 'warning' as const },
      problems: [{ ...at, item_id: 'p1', register: 'tag.html' }],
    },
    {
      ...{ rule: 'group-off', severity: 'note' as const },
      problems: [{ ...at, item_id: null, register: 'enabled' }],
    },
    {
      ...{ rule: 'one-more', severity: 'note' as const },
      problems: [{ ...at, item_id: 'p2', register: null }],
    },
  ]
  const videos = ['v1', 'v2'].map((id) => ({
    ...{ id, name: '', duration: null, pitch: null },
    settings: { enabled: false, items: [{ id: 'p1' }, { id: 'p2' }] },
  }))
  const problems = problemsOfRows(findings, 'pixels', (rule) => rule)
  const texts = sheetRows('pixels', videos, []).map((row) => problems(row).map(({ text }) => text))
  expect(texts).toEqual([['no-code', 'group-off'], ['group-off', 'one-more'], [], []])
})
