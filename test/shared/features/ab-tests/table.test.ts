import { describe, expect, it } from 'vitest'
import { analytics } from '../../../../src/shared/api/analytics.ts'
import type {
  ComparisonGroup,
  ComparisonStatistics,
} from '../../../../src/shared/api/comparison-group.ts'
import {
  type AbDecision,
  type AbSnapshot,
  DEFAULT_GUARDRAILS,
} from '../../../../src/shared/features/ab-tests/ab-test.ts'
import {
  abDecisionsTable,
  abRetentionTable,
  abSidesTable,
  abSplitTable,
  abTestsTable,
  abTimeTable,
  ofPair,
  stateOfTest,
} from '../../../../src/shared/features/ab-tests/table.ts'
import {
  comparisonRequest,
  daysToRead,
  isPartial,
  pairsOf,
  wholeDays,
} from '../../../../src/shared/features/ab-tests/times.ts'
import { daysOf, isTooLong } from '../../../../src/shared/time/period.ts'
import { cellAt } from '../../../support/statistics.ts'

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [string, string, string]
const ZONE = 'America/Sao_Paulo'

const group = (change: Partial<ComparisonGroup> = {}): ComparisonGroup => ({
  id: 'one',
  name: 'Lead',
  players: [A, B].map((player_id) => ({
    player_id,
    traffic_percentage: 50,
    started_at: '2026-03-01 12:00:00',
  })),
  started_at: '2026-03-01 12:00:00',
  finished_at: null,
  ...change,
})

const arm = (player_id: string, views: number, conversions: number) => ({
  player_id,
  views,
  plays: 10_000,
  conversions,
  shares: {
    play_rate: { part: 10_000, whole: 20_000 },
    conversion_rate: { part: conversions, whole: 10_000 },
    pitch_retention_rate: null,
  },
})

const snapshot = (views: [number, number]) => ({
  group_id: 'one',
  start: '2026-03-01 12:00:00',
  day: '2026-03-20',
  asOf: Date.UTC(2026, 2, 20, 15),
  arms: [arm(A, views[0], 400), arm(B, views[1], 520)] as [
    ReturnType<typeof arm>,
    ReturnType<typeof arm>,
  ],
})

const about = {
  group: group(),
  choice: { primary: 'conversion_rate' as const, guardrails: DEFAULT_GUARDRAILS },
  zone: ZONE,
  nameOf: (id: string) => id,
}

const listed = { ...about, now: Date.UTC(2026, 2, 22) }

describe('the days that have no result yet', () => {
  const at = (text: string) => Date.parse(text)
  const read = (day: string, asOf: string) => ({ ...snapshot([1, 1]), day, asOf: at(asOf) })
  const wanted = (snapshots: readonly ReturnType<typeof read>[], primary = 'conversion_rate') =>
    daysToRead({
      group: group(),
      pair: [A, B],
      choice: { primary: primary as 'conversion_rate' },
      zone: ZONE,
      snapshots,
      ...{ day: '2026-03-04', today: '2026-03-04' },
    }).map(({ items }) => items[0]?.end_date.slice(0, 10))
  // Midnight in São Paulo is 3:00 UTC.
  const whole = ['01', '02', '03'].map((day) => read(`2026-03-${day}`, '2026-03-04T03:00:00Z'))
  const today = read('2026-03-04', '2026-03-04T12:00:00Z')

  it('are those that were not read, or were read before they were over', () => {
    expect(wanted([...whole, today])).toEqual([])
    expect(wanted([...whole.slice(1), today])).toEqual(['2026-03-01'])
    const early = read('2026-03-03', '2026-03-04T02:59:59Z')
    expect(wanted([...whole.slice(0, 2), early, today])).toEqual(['2026-03-03'])
  })

  it('are at most 28 at once, and then the ones before these', () => {
    const day = '2026-04-30'
    const rest = (snapshots: readonly ReturnType<typeof read>[]) =>
      daysToRead({
        ...{ group: group(), pair: [A, B], choice: { primary: 'conversion_rate' }, zone: ZONE },
        ...{ snapshots, day, today: day },
      }).map(({ items }) => items[0]?.end_date.slice(0, 10) ?? '')
    const first = rest([])
    const second = rest(first.map((one) => read(one, '2026-05-02T00:00:00Z')))
    expect([first.length, first[0], second.length, second.at(-1)]).toEqual([
      ...[28, '2026-04-03'],
      ...[28, '2026-04-02'],
    ])
  })

  it('are each offered once, also of a test that is longer than a period may be', () => {
    const day = '2029-12-31'
    const all = daysOf({ start: '2026-03-01', end: day })
    expect(isTooLong({ start: '2026-03-01', end: day })).toBe(true)
    const snapshots: ReturnType<typeof read>[] = []
    const requests = () =>
      daysToRead({
        ...{ group: group(), pair: [A, B], choice: { primary: 'conversion_rate' }, zone: ZONE },
        ...{ snapshots, day, today: day },
      })
    for (let rest = requests(); rest.length > 0; rest = requests()) {
      for (const request of rest) {
        const { items } = analytics.comparisonStats.input.parse(request)
        expect(items.map(({ start_date }) => start_date)).toEqual([
          ...['2026-03-01 12:00:00', '2026-03-01 12:00:00'],
        ])
        snapshots.push(read(items[0]?.end_date?.slice(0, 10) ?? '', '2030-01-02T00:00:00Z'))
      }
    }
    expect(snapshots.map((one) => one.day).sort()).toEqual(all)
  })

  it('are those of which the service did not return the share of the chosen metric', () => {
    const all = [...whole, today]
    const [first, ...others] = all.map((one) => ({
      ...one,
      arms: one.arms.map((each) => ({
        ...each,
        pitch_time: 60,
        shares: { ...each.shares, pitch_retention_rate: { part: 1, whole: 2 } },
      })) as unknown as typeof one.arms,
    }))
    const lost = { ...first, arms: all[0]?.arms } as NonNullable<typeof first>
    expect(wanted([lost, ...others], 'pitch_retention_rate')).toEqual(['2026-03-01'])
    expect(wanted([lost, ...others])).toEqual([])
  })

  it('end with the test, when it ended within its last day', () => {
    const ended = group({ finished_at: '2026-03-03 10:00:00' })
    expect(isPartial(ended, read('2026-03-03', '2026-03-03T12:59:59Z'), ZONE)).toBe(true)
    expect(isPartial(ended, read('2026-03-03', '2026-03-03T13:00:00Z'), ZONE)).toBe(false)
  })

  it('lack the hour that comes twice until its second end', () => {
    // In Santiago the clock went back from midnight to 23:00 on 4 April 2026.
    const isPart = (asOf: string) =>
      isPartial(group(), read('2026-04-04', asOf), 'America/Santiago')
    expect(isPart('2026-04-05T03:30:00Z')).toBe(true)
    expect(isPart('2026-04-05T04:00:00Z')).toBe(false)
  })
})

describe('a pitch that nearly all reached', () => {
  const reached = (part: number, whole: number): AbSnapshot => {
    const one = snapshot([20_000, 20_000])
    const share = { part, whole }
    const [a, b] = one.arms.map((each) => ({
      ...each,
      pitch_time: 3,
      shares: { ...each.shares, pitch_retention_rate: share },
    }))
    if (!a || !b) throw new Error('an arm is missing')
    return { ...one, arms: [a, b] }
  }
  const of = { ...about, choice: { ...about.choice, primary: 'pitch_retention_rate' as const } }
  const rowOf = (part: number, whole: number) => abSidesTable(reached(part, whole), of).rows[0]

  it('was reached by all when the service counts a few more there than it measured', () => {
    expect(rowOf(4102, 4100)?.slice(0, 3)).toEqual(['pitch_retention_rate', 100, 100])
    const words = [rowOf(4102, 4100), rowOf(15, 10), rowOf(4120, 4100)].map((row) => row?.[VERDICT])
    expect(words).not.toContain('invalid')
  })

  it('is no share when many more were counted there', () => {
    const words = [rowOf(4121, 4100), rowOf(16, 10)].map((row) => row?.[VERDICT])
    expect(words).toEqual(['invalid', 'invalid'])
  })
})

describe('the period of a comparison', () => {
  it('is the time in which both arms were there', () => {
    const late = group()
    const [first, second] = late.players
    const joined = { ...second, player_id: B, started_at: '2026-03-05 08:00:00' }
    const mixed = { ...late, players: first ? [first, joined] : [] }
    const asked = comparisonRequest(mixed, [A, B], { zone: ZONE, day: '2026-03-20' })
    expect(asked?.items.map(({ start_date }) => start_date)).toEqual([
      '2026-03-05 08:00:00',
      '2026-03-05 08:00:00',
    ])
  })

  it('begins with the test for an arm without a start of its own', () => {
    const shared = group({ players: [{ player_id: A }, { player_id: B, started_at: null }] })
    const asked = comparisonRequest(shared, [A, B], { zone: ZONE, day: '2026-03-20' })
    expect(asked?.items[1]?.start_date).toBe('2026-03-01 12:00:00')
  })

  it('does not exist before an arm has started', () => {
    const planned = group({ started_at: null })
    const players = planned.players.map((one) => ({ ...one, started_at: null }))
    const pair = [A, B] as const
    const asked = comparisonRequest({ ...planned, players }, pair, {
      zone: ZONE,
      day: '2026-03-20',
    })
    expect(asked).toBeNull()
  })

  it('counts whole days only, and none after the end of the test', () => {
    expect(wholeDays(group(), snapshot([1, 1]), ZONE)).toBe(19)
    const ended = group({ finished_at: '2026-03-08 11:59:00' })
    expect(wholeDays(ended, snapshot([1, 1]), ZONE)).toBe(6)
  })

  it('counts the last second of a test, so that its last whole day is one', () => {
    const ran = { start: '2026-03-01 00:00:00', asOf: Date.UTC(2026, 2, 20) }
    const days = (finished_at: string, day = finished_at.slice(0, 10), start = ran.start) =>
      wholeDays(group({ finished_at }), { ...ran, start, day }, ZONE)
    expect(days('2026-03-07 23:59:58')).toBe(6)
    expect(days('2026-03-07 23:59:59')).toBe(7)
    expect(days('2026-03-08 00:00:00')).toBe(7)
    // A day before the end is no longer than that.
    expect(days('2026-03-08 12:00:00', '2026-03-07', '2026-03-01 00:00:01')).toBe(6)
  })

  it('counts a day of 23 hours as a day', () => {
    const zone = 'America/New_York'
    const ran = { start: '2026-03-05 10:00:00', day: '2026-03-12', asOf: Date.UTC(2026, 2, 20) }
    const ended = group({ finished_at: '2026-03-12 10:00:00' })
    expect(wholeDays(ended, ran, zone)).toBe(7)
  })

  it('ends with the test, and with the day while the test runs', () => {
    const ends = (finished_at: string | null, day: string) =>
      comparisonRequest(group({ finished_at }), [A, B], { zone: ZONE, day })?.items.map(
        ({ end_date }) => end_date,
      )
    const finish = '2026-03-20 10:00:00'
    expect(ends(finish, '2026-03-20')).toEqual([finish, finish])
    expect(ends(finish, '2026-03-19')).toEqual(['2026-03-19 23:59:59', '2026-03-19 23:59:59'])
    expect(ends(null, '2026-03-20')).toEqual(['2026-03-20 23:59:59', '2026-03-20 23:59:59'])
  })

  it('exists for each pair of arms when there are three', () => {
    const [one, two] = group().players
    const three = group({ players: [one, two, { player_id: C }].flatMap((each) => each ?? []) })
    expect(pairsOf(three)).toEqual([
      [A, B],
      [A, C],
      [B, C],
    ])
  })
})

const VERDICT = 5

describe('the tables of a test', () => {
  it('put the deciding metric first, and never show missing engagement as a rate of zero', () => {
    const { rows } = abSidesTable(snapshot([20_000, 20_000]), about)
    expect(rows.map((row) => [row[0], row[VERDICT]])).toEqual([
      ['conversion_rate', 'decided'],
      ['play_rate', 'none'],
      ['pitch_retention_rate', 'invalid'],
    ])
    const failed = { missing: 'failed' }
    expect(rows[2]?.slice(1, 3)).toEqual([failed, failed])
    expect(rows[2]?.slice(-4)).toEqual([failed, failed, failed, failed])
  })

  it('show no verdict for any metric while the split is off', () => {
    const { rows } = abSidesTable(snapshot([12_200, 7_800]), about)
    expect(rows.map((row) => row[VERDICT])).toEqual(['invalid', 'invalid', 'invalid'])
  })

  it('do not check a split that the service adjusts by itself, and mark its arms', () => {
    const locked = (of: boolean) =>
      group({ players: group().players.map((one) => ({ ...one, locked: of })) })
    const off = snapshot([12_200, 7_800])
    const words = (of: ComparisonGroup) =>
      abSidesTable(off, { ...about, group: of }).rows.map((row) => row[VERDICT])
    expect(words(locked(true))).toEqual(['invalid', 'invalid', 'invalid'])
    expect(words(locked(false))).toEqual(['decided', 'none', 'invalid'])
    const split = (of: ComparisonGroup) => abSplitTable(off, { ...about, group: of }).rows
    const none = { missing: 'not-applicable' }
    expect(split(locked(true))[0]?.slice(1, 5)).toEqual([12_200, 'fixed', 50, 61])
    expect(split(locked(false))[0]?.slice(1)).toEqual([12_200, 'adjusted', none, 61, none])
  })

  it('show a test with fixed shares as running', () => {
    const fixed = group({ players: group().players.map((one) => ({ ...one, locked: true })) })
    const { columns, rows } = abTestsTable({ value: [fixed], asOf: 1 }, {}, listed)
    expect(rows[0]?.[columns.findIndex(({ key }) => key === 'test_state')]).toBe('running')
  })

  it('have no day of an end that is unreadable, and do not say that the test is in progress', () => {
    const table = abTestsTable({ value: [group({ finished_at: '' })], asOf: 1 }, {}, listed)
    expect(cellAt(table, 0, 'test_state')).toBe('unknown')
    expect(cellAt(table, 0, 'finished')).toEqual({ missing: 'failed' })
  })

  it('have one state per test, and none for a test that was never read', () => {
    const kept = { choice: null, decisions: [], snapshots: [snapshot([20_000, 20_000])] }
    expect(stateOfTest(about, kept)).toBe('decided')
    expect(stateOfTest(about, { ...kept, snapshots: [] })).toBeNull()
  })

  it('say that a test has not started until its start, and that it then was not read', () => {
    const planned = { value: [group({ started_at: '2026-03-10 09:00:00' })], asOf: 1 }
    const at = (now: string) => {
      const table = abTestsTable(planned, {}, { ...about, now: Date.parse(now) })
      return ['test_state', 'verdict', 'as_of'].map((key) => cellAt(table, 0, key))
    }
    const [none, unread] = [{ missing: 'not-applicable' }, { missing: 'not-read' }]
    expect(at('2026-03-10T08:59:59-03:00')).toEqual(['planned', none, none])
    expect(at('2026-03-10T09:00:00-03:00')).toEqual(['running', unread, unread])
  })

  it('have nothing to read of a test with fewer than two listed variants', () => {
    const alone = group({ players: group().players.slice(0, 1) })
    const table = abTestsTable({ value: [alone], asOf: 1 }, {}, listed)
    expect(cellAt(table, 0, 'verdict')).toEqual({ missing: 'not-applicable' })
  })

  it('list each test with the time of the figures of its verdict, not of the list', () => {
    const one = snapshot([20_000, 20_000])
    const kept = { choice: null, decisions: [], snapshots: [one] }
    const groups = { value: [group(), group({ id: 'two' })], asOf: one.asOf + 86_400_000 }
    const table = abTestsTable(groups, { one: kept }, listed)
    expect([0, 1].map((row) => cellAt(table, row, 'as_of'))).toEqual([
      one.asOf,
      { missing: 'not-read' },
    ])
  })

  it('leave out what was read before an arm began again', () => {
    const start = '2026-03-21 09:00:00'
    const again = group({ players: group().players.map((one) => ({ ...one, started_at: start })) })
    const before = snapshot([20_000, 20_000])
    const since = { ...before, start, day: '2026-03-21', asOf: Date.UTC(2026, 2, 21, 15) }
    const kept = (...snapshots: AbSnapshot[]) => ({ choice: null, decisions: [], snapshots })
    expect(stateOfTest({ ...about, group: again }, kept(before))).toBeNull()
    expect(ofPair({ ...about, group: again }, [A, B], [before, since])).toEqual([since])
  })

  it('never say that an arm is certainly better', () => {
    const [a, b] = snapshot([20_000, 20_000]).arms
    const far = {
      ...snapshot([20_000, 20_000]),
      arms: [a, arm(B, 20_000, 900)] as [typeof a, typeof b],
    }
    const chances = [abSidesTable(far, about), abTimeTable([far], about)].map((table) =>
      cellAt(table, 0, 'chance_better'),
    )
    expect(chances).toEqual([99.99, 99.99])
  })

  it('have no end of a lift, for one look or any, where a handful of cases is all there is', () => {
    const [a, b] = snapshot([50, 50]).arms
    const sold = (one: typeof a, part: number) => ({
      ...one,
      shares: { ...one.shares, conversion_rate: { part, whole: 50 } },
    })
    const table = abSidesTable({ ...snapshot([50, 50]), arms: [sold(a, 0), sold(b, 2)] }, about)
    const few = { missing: 'few-data' }
    const ends = ['lasting_low', 'lasting_high', 'once_low', 'once_high']
    expect(ends.map((key) => cellAt(table, 0, key))).toEqual([few, few, few, few])
  })

  it('have no end of a lift that was decided from a handful of cases', () => {
    const decision = (high: number): AbDecision => ({
      ...{ id: 1, at: 1, hypothesis: '', who: 'Ana', why: 'Ended', asOf: 1, state: 'collecting' },
      ...{ primary: 'conversion_rate', guardrails: DEFAULT_GUARDRAILS, arms: [A, B], chance: 80 },
      ...{ lift: 215, low: -70, high },
    })
    const table = abDecisionsTable([decision(1000), decision(1000.01)], about)
    const ends = [0, 1].map((row) =>
      ['lift', 'lasting_low', 'lasting_high'].map((key) => cellAt(table, row, key)),
    )
    const few = { missing: 'few-data' }
    expect(ends).toEqual([
      [215, -70, 1000],
      [215, few, few],
    ])
  })

  it('have no curve where the engagement came back as zeros', () => {
    const lost = {
      plays: { total: 10 },
      video_duration: 5,
      engagement: { grouped_timed: [{ timed: 0, total_users: 0 }] },
    } as unknown as ComparisonStatistics
    expect(abRetentionTable({ value: [lost, lost], asOf: 1 })).toMatchObject({
      rows: [],
      asOf: null,
    })
  })
})

describe('the result over time', () => {
  const read = (day: string, asOf: string) => ({
    ...snapshot([20_000, 20_000]),
    ...{ day, asOf: Date.parse(asOf) },
  })
  const early = read('2026-03-04', '2026-03-04T12:00:00Z')
  const whole = read('2026-03-05', '2026-03-06T03:00:00Z')
  const newest = read('2026-03-06', '2026-03-06T12:00:00Z')
  const ageOf = (...snapshots: ReturnType<typeof read>[]) => {
    const { asOf, open } = abTimeTable(snapshots, about)
    return [asOf, open?.own]
  }

  it('is as old as the oldest of its days that was not over when it was read', () => {
    const days = { start: early.day, end: newest.day }
    expect(ageOf(early, whole, newest)).toEqual([early.asOf, days])
    expect(ageOf(whole, newest)).toEqual([newest.asOf, { start: newest.day, end: newest.day }])
  })

  it('is as old as its newest day when all were over', () => {
    const later = read('2026-03-06', '2026-03-07T12:00:00Z')
    expect(ageOf(whole, later)).toEqual([later.asOf, null])
    expect(ageOf()).toEqual([null, null])
  })
})

describe('a test that ended with too little data', () => {
  const ended = group({ finished_at: '2026-03-05 12:00:00' })
  const few = (day: string, asOf: string) => ({
    ...snapshot([20_000, 20_000]),
    ...{ day, asOf: Date.parse(`${day}T${asOf}-03:00`) },
  })
  const of = { ...about, group: ended }
  const kept = (...snapshots: ReturnType<typeof few>[]) => ({
    ...{ choice: null, decisions: [], snapshots },
  })
  const early = few('2026-03-04', '20:00:00')
  const last = few('2026-03-05', '20:00:00')

  it('ended too early to tell, rather than still collecting', () => {
    expect(stateOfTest(of, kept(early, last))).toBe('ended_early')
    const { rows } = abSidesTable(last, of)
    expect(rows.map((row) => row[VERDICT])).toContain('ended_early')
    expect(rows.map((row) => row[VERDICT])).not.toContain('collecting')
  })

  it('was too early to tell on the days before its last', () => {
    const words = abTimeTable([early, last], of).rows.map((row) => row[5])
    expect(words).toEqual(['collecting', 'ended_early'])
  })

  it('is not judged by a reading from before its end', () => {
    expect(stateOfTest(of, kept(early))).toBe('ended_unread')
    expect(stateOfTest(of, kept(few('2026-03-05', '11:00:00')))).toBe('ended_unread')
    expect(stateOfTest({ ...of, group: group() }, kept(few('2026-03-05', '20:00:00')))).toBe(
      'collecting',
    )
  })

  it('is not judged by figures of a day after its end', () => {
    const late = few('2026-03-20', '20:00:00')
    expect(ofPair(of, [A, B], [last, late])).toEqual([last])
    expect(stateOfTest(of, kept(late))).toBeNull()
  })

  it('has decisions with the verdict of their time', () => {
    const decided = (asOf: number) => ({
      ...{ id: 1, at: asOf, hypothesis: '', who: 'Ana', why: 'Ended', asOf, lift: null, low: null },
      ...{ primary: 'conversion_rate' as const, guardrails: DEFAULT_GUARDRAILS, high: null },
      ...{ arms: [A, B] as [string, string], state: 'collecting' as const, chance: null },
    })
    const { columns, rows } = abDecisionsTable([decided(last.asOf), decided(early.asOf)], of)
    const at = columns.findIndex(({ key }) => key === 'verdict')
    expect(rows.map((row) => row[at])).toEqual(['ended_early', 'collecting'])
  })

  it('is listed as not read, and a planned test as not applicable', () => {
    const groups = [ended, group({ id: 'planned', started_at: null })]
    const { columns, rows } = abTestsTable({ value: groups, asOf: 1 }, {}, listed)
    const at = columns.findIndex(({ key }) => key === 'verdict')
    expect(rows.map((row) => row[at])).toEqual([
      { missing: 'not-read' },
      { missing: 'not-applicable' },
    ])
  })
})
