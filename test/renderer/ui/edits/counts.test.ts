import { expect, test } from 'vitest'
import {
  byVideo,
  countsOf,
  discardable,
  postable,
} from '../../../../src/renderer/ui/edits/counts.ts'
import type { Edit } from '../../../../src/shared/features/publishing/edit.ts'

const edit = (video_id: string, kind: Edit['kind'], status: Edit['status']) =>
  ({ key: `${video_id}${kind}${status}`, video_id, kind, status, failure: null }) as Edit

const edits = [
  edit('b', 'set', 'draft'),
  edit('a', 'create', 'conflict'),
  edit('b', 'list', 'queued'),
  edit('b', 'delete', 'rejected'),
  edit('a', 'set', 'confirming'),
]

test('every change is added, changed or removed, and counted on its video', () => {
  expect(countsOf(edits)).toEqual({
    changes: 5,
    videos: 2,
    added: 1,
    changed: 3,
    removed: 1,
    conflicts: 1,
    rejected: 1,
    drafts: 1,
    underWay: 2,
  })
})

test('a publish includes drafts and refused changes, and a conflict needs a decision first', () => {
  expect(postable(edits).map(({ status }) => status)).toEqual(['draft', 'rejected'])
})

test('what was sent already cannot be discarded until its outcome is known', () => {
  const sent = [edit('d', 'set', 'sending'), edit('d', 'list', 'confirming')]
  expect(discardable(sent)).toEqual([])
  expect(discardable([...edits, ...sent])).toEqual(edits.slice(0, 4))
})

test('a publish includes changes that wait because they were refused', () => {
  const held = { ...edit('c', 'set', 'queued'), failure: { kind: 'unavailable' } as const }
  expect(postable([...edits, held as Edit]).map(({ status }) => status)).toEqual([
    ...['draft', 'rejected', 'queued'],
  ])
})

test('videos come in the order in which they were first edited', () => {
  const found = [...byVideo(edits)].map(([id, own]) => [id, own.length])
  expect(found).toEqual([
    ['b', 3],
    ['a', 2],
  ])
})
