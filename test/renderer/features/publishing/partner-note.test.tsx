import { beforeAll, expect, test } from 'vitest'
import { PartnerNote } from '../../../../src/renderer/features/publishing/partner-note.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { Edit } from '../../../../src/shared/features/publishing/edit.ts'
import { registerKey } from '../../../../src/shared/features/publishing/register.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { aVideo, VIDEO } from '../../../support/edits.ts'

beforeAll(() => startText('en'))

const IN_CONFLICT = {
  key: 'edit',
  video_id: VIDEO,
  kind: 'set',
  group: 'pixels',
  item_id: 'pixel1',
  want: 25,
  status: 'conflict',
  failure: null,
  waitsUntil: null,
} as const
const base = aVideo({
  pixels: { items: [{ id: 'pixel1', dispatch: { mode: 'time', threshold: 90 } }] },
})
const noted = (
  change: { register: string; base: unknown; theirs: unknown; partner?: unknown },
  others: Edit[] = [],
) => {
  const edit = { ...IN_CONFLICT, ...change }
  const opened = { base, shown: base, edits: [edit, ...others], asOf: 0 }
  return wordsOf(<PartnerNote account_id="account" edit={edit} opened={opened} />)
}

test('a threshold in conflict because its mode changed names the mode on the service', () => {
  expect(noted({ register: 'dispatch.threshold', base: 90, theirs: 90 })).toBe(
    '“Fires by” is now Time played on the service.',
  )
})

test('a mode in conflict because its threshold changed names the threshold with its unit', () => {
  expect(noted({ register: 'dispatch.mode', base: 'time', theirs: 'time' })).toContain(
    'is now 1:30',
  )
})

test('a value that changed itself needs no other', () => {
  expect(noted({ register: 'dispatch.threshold', base: 50, theirs: 90 })).toBe('')
  expect(noted({ register: 'base.name', base: 'One', theirs: 'One' })).toBe('')
})

test('a threshold that changed itself names its mode too when that changed since it was typed', () => {
  const threshold = { register: 'dispatch.threshold', base: 50, theirs: 90 }
  expect(noted({ ...threshold, partner: 'percent' })).toBe(
    '“Fires by” is now Time played on the service.',
  )
  expect(noted({ ...threshold, partner: 'time' })).toBe('')
})

test('a threshold in conflict beside a draft of its mode says that this has to be published first', () => {
  const at = { group: 'pixels', item_id: 'pixel1', register: 'dispatch.mode' } as const
  const draft = { ...IN_CONFLICT, ...at, key: registerKey(at), base: 'time', want: 'percent' }
  const threshold = { register: 'dispatch.threshold', base: 90, theirs: 90 }
  expect(noted(threshold, [{ ...draft, status: 'draft' }])).toBe(
    '“Fires by” is a draft here, which has to be published first.',
  )
})
