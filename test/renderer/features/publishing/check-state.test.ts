import { expect, test } from 'vitest'
import {
  type Check,
  checkedNow,
  selectionOf,
} from '../../../../src/renderer/features/publishing/check-state.ts'
import type { Edit, Problem } from '../../../../src/shared/features/publishing/edit.ts'

const edit = (change: Partial<Edit>): Edit => ({
  key: 'url',
  video_id: 'v1',
  kind: 'set',
  group: 'call_actions',
  item_id: 'c1',
  register: 'action.url',
  base: 'https://a.example',
  want: 'https://b.example',
  status: 'draft',
  failure: null,
  waitsUntil: null,
  ...change,
})
const problem = (change: Partial<Problem>): Problem => ({
  severity: 'error',
  video_id: 'v1',
  group: 'call_actions',
  item_id: 'c1',
  register: 'action.url',
  rule: 'url-not-http',
  details: {},
  ...change,
})

const URL = edit({})
const START = edit({ key: 'start', register: 'window.start', base: 0, want: 5 })
const TOKEN = edit({
  ...{ key: 'token', group: 'traffic_filter', item_id: null, register: 'token' },
  ...{ base: null, want: 'mine' },
})
const OTHER = edit({ key: 'url', video_id: 'v2' })
const EDITS = [URL, START, TOKEN, OTHER]

const checkOf = (edits: Edit[], ...problems: Problem[]): Check => ({ at: 1, edits, problems })
const states = (edits: Edit[], check?: Check) => {
  const { stateOf } = checkedNow(edits, check)
  return edits.map(stateOf)
}

test('before a check every change is a draft, and afterwards it has the result of the check', () => {
  expect(states(EDITS)).toEqual(['draft', 'draft', 'draft', 'draft'])
  const warning = problem({ severity: 'warning', register: 'window.start' })
  expect(states(EDITS, checkOf(EDITS, problem({}), warning))).toEqual([
    'error',
    'warning',
    'checked',
    'checked',
  ])
})

test('a problem of an unchanged setting marks the changes of the same item', () => {
  const check = checkOf(EDITS, problem({ register: 'window.end' }))
  expect(states(EDITS, check)).toEqual(['error', 'error', 'checked', 'checked'])
})

test('an edit after the check turns its group in that video into drafts again, until it is undone', () => {
  const check = checkOf(EDITS, problem({}))
  const later = [{ ...URL, want: 'https://c.example' }, START, TOKEN, OTHER]
  expect(states(later, check)).toEqual(['draft', 'draft', 'checked', 'checked'])
  expect(checkedNow(later, check)).toMatchObject({ problems: [], checked: 2, unchecked: 2 })
  expect(states(EDITS, check)).toEqual(['error', 'checked', 'checked', 'checked'])
  // A change that is added or reverted is one as well.
  expect(states([URL, TOKEN, OTHER], check)).toEqual(['draft', 'checked', 'checked'])
  const added = edit({ key: 'end', register: 'window.end' })
  expect(states([...EDITS, added], check)[0]).toBe('draft')
})

test('a queued, refused or conflicting change keeps that state, whatever the check found', () => {
  const status = ['queued', 'sending', 'confirming', 'conflict', 'rejected'] as const
  const edits = status.map((each) => edit({ key: each, status: each }))
  expect(states(edits, checkOf(edits, problem({})))).toEqual(status)
})

test('the progress of a publish does not void the check', () => {
  const check = checkOf(EDITS)
  const stopped = EDITS.map((each) => ({ ...each, waitsUntil: 1 }))
  expect(states(stopped, check)).toEqual(['checked', 'checked', 'checked', 'checked'])
})

test('the footer counts what a publish would send, and what blocks it', () => {
  const edits = [...EDITS, edit({ key: 'conflict', status: 'conflict', item_id: 'c9' })]
  const warning = problem({ ...TOKEN, severity: 'warning' })
  const other = problem({ ...OTHER, severity: 'warning' })
  const counts = (leftOut: string[]) => {
    const now = checkedNow(edits, checkOf(edits, problem({}), warning, other))
    const { selected, sent, ...rest } = selectionOf(edits, new Set(leftOut), now)
    return { selected: selected.length, sent: sent.map(({ key }) => key), ...rest }
  }
  expect(counts([])).toEqual({
    ...{ selected: 5, sent: ['start', 'token', 'url'] },
    ...{ errors: 1, warnings: 2, conflicts: 1, isChecked: true },
  })
  expect(counts(['v1'])).toEqual({
    ...{ selected: 1, sent: ['url'] },
    ...{ errors: 0, warnings: 1, conflicts: 0, isChecked: true },
  })
  expect(counts(['v1', 'v2']).sent).toEqual([])
})
