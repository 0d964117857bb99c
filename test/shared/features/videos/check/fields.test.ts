import { expect, test } from 'vitest'
import {
  choice,
  flag,
  integer,
  part,
  second,
  texts,
  url,
} from '../../../../../src/shared/api/settings/field.ts'
import { checkedIn, checkFields } from '../../../../../src/shared/features/videos/check/fields.ts'

const ABOUT = { video_id: 'v1', duration: 600, knownVideoIds: null, keptPictures: null }

/** Settings of no group: what is found follows from what a field says of itself. */
const FIELDS = checkedIn({
  quiet: flag(),
  speed: choice(['slow', 'fast']),
  window: part({ start: second() }),
  count: integer(),
  page: url(),
  names: texts(),
})

const problems = (value: object) =>
  [...checkFields(value, FIELDS, ABOUT)].map(
    ({ rule, register, details }) => `${rule} ${register} ${details['expected'] ?? ''}`,
  )

test.each([
  [{ quiet: 'yes' }, ['wrong-type quiet boolean']],
  [{ speed: 'warp' }, ['wrong-type speed slow, fast']],
  [{ speed: 5 }, ['wrong-type speed text']],
  [{ window: 5 }, ['wrong-type window object']],
  [{ window: { start: 1.5 } }, ['wrong-type window.start integer']],
  [{ window: { start: -1 } }, ['second-negative window.start ']],
  [{ window: { start: 601 } }, ['window-beyond-duration window.start ']],
  [{ count: -700 }, []],
  [{ page: 'shop.example' }, ['url-not-http page ']],
  [{ names: ['a', 1] }, ['wrong-type names list-of-texts']],
  [{ names: ['a', '\uD83D'] }, ['broken-text names ']],
  [{ quiet: null, speed: 'slow', window: {}, page: null, unknown: 5 }, []],
])('a field of the kind %j has the problems of that kind', (value, expected) => {
  expect(problems(value)).toEqual(expected)
})
