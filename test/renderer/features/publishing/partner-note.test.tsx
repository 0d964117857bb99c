import { beforeAll, expect, test } from 'vitest'
import { PartnerNote } from '../../../../src/renderer/features/publishing/partner-note.tsx'
import { startText } from '../../../../src/renderer/text.ts'
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
const noted = (edit: { register: string; base: unknown; theirs: unknown }) =>
  wordsOf(<PartnerNote account_id="account" edit={{ ...IN_CONFLICT, ...edit }} base={base} />)

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
