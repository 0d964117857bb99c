import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkAnswer } from '../../../src/main/http/check-answer.ts'
import { makeLargeAnswer } from '../../../src/main/http/large-answer.ts'
import { makeListSplitter } from '../../../src/main/http/list-splitter.ts'
import { opened } from '../../../src/main/threads/large-json.ts'
import { analytics } from '../../../src/shared/api/analytics.ts'
import { videos } from '../../../src/shared/api/video.ts'
import { type Failure, failureOf } from '../../../src/shared/failure.ts'
import type { Period } from '../../../src/shared/time/period.ts'
import { aDay, aPlayer } from '../../support/store-data.ts'

const loose = z.array(z.unknown())
const MARCH: Period = { start: '2026-03-01', end: '2026-03-31' }

/** What comes of a text whose bytes arrive in parts of these sizes, again and again. */
function inParts(text: string | Uint8Array, sizes: readonly number[], output: z.ZodType = loose) {
  const bytes = Buffer.from(text)
  const answer = makeLargeAnswer(output, MARCH)
  try {
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const size = sizes[turn % sizes.length] ?? 1
      answer.add(bytes.subarray(at, at + size))
      at += size
    }
    return { value: opened(answer.end()) }
  } catch (thrown) {
    return { failure: failureOf(thrown) }
  }
}

function atOnce(text: string, output: z.ZodType = loose) {
  try {
    return { value: checkAnswer(output, text) }
  } catch (thrown) {
    return { failure: failureOf(thrown) }
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
const reasonOf = ({ failure }: { failure?: Failure }) =>
  failure?.kind === 'malformed' ? failure.reason : failure?.kind

test('a list parsed in parts has the same value as one parsed at once', () => {
  const lists = fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 30 })
  fc.assert(
    fc.property(lists, sizes, fc.constantFrom(0, 1, 2), (list, parts, indent) => {
      const text = ` ${JSON.stringify(list, null, indent)}\n`
      const whole = atOnce(text)
      const inPieces = inParts(text, parts)
      expect(reasonOf(inPieces)).toBe(reasonOf(whole))
      expect(inPieces.value).toEqual(whole.value)
    }),
  )
})

test('a list parsed in parts has no row of a day that was not requested', () => {
  const [before, first, last, after] = ['02-28', '03-01', '03-31', '04-01'].map((day) =>
    aDay(`2026-${day}`),
  )
  const { output } = analytics.statsByDay
  fc.assert(
    fc.property(sizes, (parts) => {
      const text = JSON.stringify([before, first, after, last])
      expect(inParts(text, parts, output)).toEqual({ value: [first, last] })
      expect(inParts(JSON.stringify([before, after]), parts, output)).toEqual({ value: [] })
    }),
  )
})

test('a list damaged anywhere is refused in parts exactly when it is refused at once', () => {
  const text = JSON.stringify([aPlayer(1), { ...aPlayer(2), name: 'a "quoted\\" [name], {é}' }, []])
  const byte = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', ' ', '0', 'x')
  fc.assert(
    fc.property(fc.nat(text.length), byte, sizes, (at, damage, parts) => {
      const damaged = text.slice(0, at) + damage + text.slice(at + 1)
      expect(inParts(damaged, parts).value).toEqual(atOnce(damaged).value)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['a list that is cut off', '[{"a":1},{"a"', 'truncated'],
  ['a list without its end', '[1,2,3', 'truncated'],
  ['a string that never ends', '["abc', 'truncated'],
  ['something after the end', '[1] [2]', 'not-json'],
  ['a comma before the end', '[1,2,]', 'not-json'],
  ['two commas', '[1,,2]', 'not-json'],
  ['a comma first', '[,1]', 'not-json'],
  ['another bracket at the end', '[1,2}', 'not-json'],
  ['a key twice', '[{"a":1,"a":2}]', 'shape'],
  ['an integer too large', '[9007199254740993]', 'shape'],
  ['a prototype', '[{"__proto__":{"isAdmin":true}}]', 'shape'],
  ['too deep', `[${'['.repeat(500)}${']'.repeat(500)}]`, 'shape'],
  ['no list', '{"data":[1,2]}', 'shape'],
  ['nothing', ' ', 'truncated'],
  ['a byte order mark', '\ufeff[1]', 'not-json'],
])('%s is refused, in parts and at once', (_name, text, reason) => {
  for (const size of [1, 2, 3, 7, 1000]) expect(reasonOf(inParts(text, [size]))).toBe(reason)
})

test('characters split between parts are read, and invalid bytes are refused', () => {
  expect(inParts('["é", "日本", "😀"]', [1]).value).toEqual(['é', '日本', '😀'])
  expect(reasonOf(inParts(Uint8Array.of(0x5b, 0x22, 0xff, 0x22, 0x5d), [1]))).toBe('encoding')
})

test('an invalid row is reported with its index in the whole list', () => {
  const rows = Array.from({ length: 50 }, (_, index) => aPlayer(index))
  const text = JSON.stringify(rows).replace('"pitch_time":630', '"pitch_time":"630"')
  const { output } = analytics.players
  expect(inParts(text, [64], output).failure).toMatchObject({ where: '30.pitch_time' })
  expect(inParts(text, [64], output).failure).toEqual(atOnce(text, output).failure)
})

test('an answer that is one object is read whole', () => {
  const value = { grouped_timed: [], average_watched_time: 1.5, engagement_rate: 2 }
  const { output } = analytics.userEngagement
  expect(inParts(JSON.stringify(value), [5], output).value).toEqual(value)
})

test('in a large page of videos a number that cannot be held exactly concerns its own video alone', () => {
  const text = '{"data":[{"id":"a"},{"id":"b","duration":9007199254740993},{"id":"c"}]}'
  const { output } = videos.list
  const { value } = inParts(text, [5], output)
  expect(value).toMatchObject({ data: [{ id: 'a' }, { video: null, fault: 'duration' }, {}] })
  expect(value).toEqual(atOnce(text, output).value)
})

test('items are passed on as they arrive, so that no list is held completely', () => {
  const handed: number[] = []
  const splitter = makeListSplitter((items) => handed.push(items.length))
  const row = Buffer.from(`${JSON.stringify(aPlayer(1))},`)
  splitter.add(Buffer.from('['))
  for (let count = 0; count < 1000; count++) splitter.add(row)
  expect(handed).toHaveLength(1000)
  expect(Math.max(...handed)).toBe(row.length - 1)
})
