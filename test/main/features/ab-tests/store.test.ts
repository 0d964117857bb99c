import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANSWERS } from '../../../../src/main/database/answers-migrations.ts'
import { openDatabase } from '../../../../src/main/database/database.ts'
import { canonicalJson } from '../../../../src/main/database/json.ts'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import type { AbSnapshot } from '../../../../src/shared/features/ab-tests/ab-test.ts'
import { addDays } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { count } from '../../../support/scale.ts'
import { aComparison } from '../../../support/store-data.ts'
import { ACCOUNT, aFolder, anAccount, ZONE } from '../../../support/store-folder.ts'

const FIRST = '2026-03-01'
const ARMS = ['a', 'b', 'c'].map((letter) => letter.repeat(24))
const PAIRS = [
  [0, 1],
  [1, 0],
  [1, 2],
].map((pair) => pair.map((at) => ARMS[at] ?? ''))
/** Ids of which one begins as another, or has signs that stand for something in JSON and SQL. */
const GROUPS = ['g', 'g1', 'g"', 'g,', 'G%', '']

const asked = fc.record({
  group_id: fc.constantFrom(...GROUPS),
  arms: fc.constantFrom(...PAIRS),
  day: fc.nat({ max: 9 }),
  asOf: fc.nat({ max: 5 }),
  /** What is in it: of a whole one, of one arm alone, or of nothing that can be read. */
  form: fc.constantFrom('whole', 'whole', 'whole', 'one arm', 'odd'),
})
type Said = typeof asked extends fc.Arbitrary<infer T> ? T : never

function answerOf({ group_id, arms, day, form }: Said) {
  const period = { start: FIRST, end: addDays(FIRST, day) }
  const { input, value } = aComparison({ group_id, arms, period })
  if (form === 'odd') return { input, value: { odd: day } }
  return { input, value: form === 'whole' ? value : { ...value, stats: value.stats.slice(1) } }
}

const nameOf = ({ group_id, day, asOf, arms }: AbSnapshot) =>
  JSON.stringify([group_id, arms.map(({ player_id }) => player_id), day, asOf])

test('the list has the newest answer of each pair of arms, and an opened test has all answers', () => {
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 25 }), (all) => {
      const verbs = makeVerbs(aFolder(), testClock)
      verbs.putAccount(anAccount())
      // The newest answer to each request is the one that is kept, unless it lacks an arm of a whole one.
      const kept = new Map<string, Said>()
      for (const said of all) {
        const { input, value } = answerOf(said)
        verbs.keepAnswer(ACCOUNT, 'comparisonStats', input, value, said.asOf, false)
        const key = JSON.stringify(input)
        if (said.form !== 'one arm' || kept.get(key)?.form !== 'whole') kept.set(key, said)
      }
      const told = [...kept.values()].filter(({ form }) => form === 'whole')
      const listed = verbs.abTests.list({ account_id: ACCOUNT })
      expect(Object.keys(listed).toSorted()).toEqual(
        [...new Set(told.map(({ group_id }) => group_id))].toSorted(),
      )
      for (const group_id of GROUPS) {
        const own = told
          .filter((said) => said.group_id === group_id)
          .toSorted((one, other) => one.day - other.day || one.asOf - other.asOf)
        const names = own.map(({ arms, day, asOf }) =>
          JSON.stringify([group_id, arms, addDays(FIRST, day), asOf]),
        )
        const { snapshots } = verbs.abTests.test({ account_id: ACCOUNT, group_id })
        expect(snapshots.map(({ day }) => day)).toEqual(own.map(({ day }) => addDays(FIRST, day)))
        expect(snapshots.map(nameOf).toSorted()).toEqual(names.toSorted())
        const newest = new Map(
          snapshots.map((one) => [JSON.stringify(one.arms.map(({ player_id }) => player_id)), one]),
        )
        expect((listed[group_id]?.snapshots ?? []).map(nameOf).toSorted()).toEqual(
          [...newest.values()].map(nameOf).toSorted(),
        )
      }
      verbs.close()
    }),
    { numRuns: count('histories of tests', { usual: 25, full: 3000 }) },
  )
})

test('the list is the same after migrating an older file, and damaged histories are left out', () => {
  const [folder, older] = [aFolder(), aFolder()]
  const database = openDatabase({
    file: join(older, 'answers.db'),
    ...{ synchronous: 'NORMAL', migrations: ANSWERS.slice(0, 3) },
  })
  const verbs = makeVerbs(folder, testClock)
  verbs.putAccount(anAccount())
  for (const [asOf, arms] of PAIRS.entries()) {
    for (let day = 0; day < 3; day++) {
      const { input, value } = answerOf({ group_id: 'g', arms, day, asOf, form: 'whole' })
      verbs.keepAnswer(ACCOUNT, 'comparisonStats', input, value, asOf, false)
    }
  }
  const test = verbs.abTests.test({ account_id: ACCOUNT, group_id: 'g' })
  const listed = verbs.abTests.list({ account_id: ACCOUNT })
  expect(listed['g']?.snapshots.map(({ day }) => day)).toEqual(PAIRS.map(() => addDays(FIRST, 2)))
  verbs.close()
  const cut = (snapshot: string, day: string) => (day === FIRST ? snapshot.slice(0, 20) : snapshot)
  for (const snapshot of test.snapshots) {
    const { group_id, arms, day, asOf } = snapshot
    const ids = arms.map(({ player_id }) => player_id)
    const { input } = aComparison({ group_id, arms: ids, period: { start: FIRST, end: day } })
    database.run(
      'INSERT INTO ab_snapshots VALUES (?, ?, ?, ?, ?, ?)',
      ...[ACCOUNT, canonicalJson(input), asOf, JSON.stringify([group_id, ...ids]), day],
      cut(JSON.stringify(snapshot), day),
    )
  }
  database.close()
  const after = makeVerbs(older, testClock)
  after.putAccount(anAccount())
  expect(after.abTests.list({ account_id: ACCOUNT })).toEqual(listed)
  const whole = test.snapshots.filter(({ day }) => day !== FIRST)
  expect(after.abTests.test({ account_id: ACCOUNT, group_id: 'g' }).snapshots).toEqual(whole)
  after.close()
})

test('a day has one state, also when the test finished after it was first asked about', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  verbs.putAccount(anAccount())
  const [arms = []] = PAIRS
  const { input, value } = answerOf({ group_id: 'g', arms, day: 3, asOf: 1, form: 'whole' })
  const finished = input.items.map((item) => ({
    ...item,
    end_date: `${addDays(FIRST, 3)} 10:00:00`,
  }))
  verbs.keepAnswer(ACCOUNT, 'comparisonStats', input, value, 1, false)
  verbs.keepAnswer(ACCOUNT, 'comparisonStats', { ...input, items: finished }, value, 2, false)
  const { snapshots } = verbs.abTests.test({ account_id: ACCOUNT, group_id: 'g' })
  expect(snapshots.map(({ day, asOf }) => [day, asOf])).toEqual([[addDays(FIRST, 3), 2]])
  verbs.close()
})

test('a test keeps its result when the service returns one of its arms no more', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  verbs.putAccount(anAccount())
  const [arms = []] = PAIRS
  for (const [asOf, form] of (['whole', 'one arm'] as const).entries()) {
    const { input, value } = answerOf({ group_id: 'g', arms, day: 3, asOf, form })
    verbs.keepAnswer(ACCOUNT, 'comparisonStats', input, value, asOf, false)
  }
  const { snapshots } = verbs.abTests.test({ account_id: ACCOUNT, group_id: 'g' })
  expect(snapshots.map(({ asOf }) => asOf)).toEqual([0])
  const listed = verbs.abTests.list({ account_id: ACCOUNT })
  expect(listed['g']?.snapshots.map(({ asOf }) => asOf)).toEqual([0])
  verbs.close()
})

test('the list keeps the last day of a test when a day after its end was requested', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  verbs.putAccount(anAccount())
  const [arms = []] = PAIRS
  for (const day of [3, 8]) {
    const period = { start: FIRST, end: addDays(FIRST, day) }
    const { input, value } = aComparison({ group_id: 'g', arms, period })
    const finished_at = `${addDays(FIRST, 3)} 10:00:00`
    const ended = { ...value, comparison_group: { ...value.comparison_group, finished_at } }
    verbs.keepAnswer(ACCOUNT, 'comparisonStats', input, ended, day, false)
  }
  const listed = verbs.abTests.list({ account_id: ACCOUNT })
  expect(listed['g']?.snapshots.map(({ day }) => day)).toEqual([addDays(FIRST, 3)])
  verbs.close()
})

test('the history of a test is built from answers stored by an earlier version', () => {
  const folder = aFolder()
  const database = openDatabase({
    file: join(folder, 'answers.db'),
    ...{ synchronous: 'NORMAL', migrations: ANSWERS.slice(0, 2) },
  })
  const [arms = []] = PAIRS
  for (const [day, form] of (['whole', 'one arm', 'whole'] as const).entries()) {
    const { input, value } = answerOf({ group_id: 'g', arms, day, asOf: day, form })
    database.run(
      `INSERT INTO answers (account_id, name, input, as_of, is_settled, value)
       VALUES (?, 'comparisonStats', ?, ?, 0, ?)`,
      ...[ACCOUNT, canonicalJson(input), day, JSON.stringify(value)],
    )
  }
  database.close()
  const verbs = makeVerbs(folder, testClock)
  verbs.putAccount(anAccount())
  const days = [FIRST, addDays(FIRST, 2)]
  expect(
    verbs.abTests.test({ account_id: ACCOUNT, group_id: 'g' }).snapshots.map(({ day }) => day),
  ).toEqual(days)
  expect(
    verbs.abTests.list({ account_id: ACCOUNT })['g']?.snapshots.map(({ asOf }) => asOf),
  ).toEqual([2])
  verbs.close()
})

test('a test has the days of the account’s zone only, and the others again when the zone changes back', () => {
  const verbs = makeVerbs(aFolder(), testClock)
  verbs.putAccount(anAccount())
  const [arms = []] = PAIRS
  const [first, second, third] = [FIRST, addDays(FIRST, 1), addDays(FIRST, 2)]
  const keep = (timezone: string, end: string, asOf: number) => {
    const { input, value } = aComparison({
      ...{ group_id: 'g', arms, timezone },
      period: { start: FIRST, end },
    })
    verbs.keepAnswer(ACCOUNT, 'comparisonStats', input, value, asOf, false)
  }
  const moveTo = (timezone: string) => void verbs.changeAccount(ACCOUNT, { timezone })
  const known = () => {
    const { snapshots } = verbs.abTests.test({ account_id: ACCOUNT, group_id: 'g' })
    const listed = verbs.abTests.list({ account_id: ACCOUNT })['g']?.snapshots ?? []
    return [snapshots, listed].map((some) => some.map(({ day, asOf }) => [day, asOf]))
  }
  keep(ZONE, first, 1)
  keep(ZONE, third, 2)
  const ofZone = known()
  moveTo('Asia/Tokyo')
  expect(known()).toEqual([[], []])
  keep('Asia/Tokyo', first, 3)
  keep('Asia/Tokyo', second, 4)
  const inTokyo = [
    [first, 3],
    [second, 4],
  ]
  expect(known()).toEqual([inTokyo, [[second, 4]]])
  moveTo(ZONE)
  expect(known()).toEqual(ofZone)
  verbs.close()
})
